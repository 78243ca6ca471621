import type { Delivery, WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { AttemptContext, Base } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { emailOf } from '../payload.ts';
import { broken } from '../post-safely.ts';
import { nextWait } from '../retry.ts';
import { clearFailures, countFailure, disableEndpoint, type HeldFailures } from './failing.ts';
import { afterProbe, failsWithProbe, passOver } from './pass-over.ts';
import { postEvent } from './post-event.ts';
import { endpoint_age_ms } from './request-headers.ts';
import { type Next, queueNext, resumeAttempt } from './resume-attempt.ts';
import { type Attempted, keepPayload, recordRow, rowAfter, rowOf } from './rows.ts';
import { type Hold, holdOf, noteAnswer, noteLate } from './short-circuit.ts';

type Decision =
  | { kind: 'resume'; endpoint: WebhookEndpoint | null; row: Delivery }
  | { kind: 'drop' }
  | { kind: 'post' | 'end'; endpoint: WebhookEndpoint }
  | { kind: 'wait' | 'fail'; endpoint: WebhookEndpoint; hold: Hold };

/**
 * One attempt of one delivery: decide, post, record, follow up. SQS may deliver a message twice, even to two
 * workers at once. If a message may be a copy, the log shows whether the attempt is still needed. Two
 * concurrent copies both post with one delivery id, and the row's condition decides whose result counts.
 *
 * | log row | endpoint | decision |
 * |---|---|---|
 * | has this attempt, or is final | any | resume: do what a dead run left undone |
 * | none, not read, or with earlier attempts | deleted | drop |
 * | | disabled, unless a test names it | end: failed, or no row if the owner disabled it and the log has none
 * |
 * | | free | post |
 * | | waiting for a late answer | wait; post once the delivery has waited long enough |
 * | | hanging | wait; once the delivery has waited long enough, fail without a post, like the endpoint's last
 * probe |
 *
 * A wait isn't an attempt. A run that dies before writing its row posts again; one that dies after is
 * resumed. Returns false for a wait: the same attempt comes again, and the process must not treat it as a
 * duplicate.
 */
export async function attemptDelivery(
  ctx: AttemptContext,
  message: DeliveryMessage,
  { again, failures }: { again: boolean; failures: HeldFailures },
): Promise<boolean> {
  const decision = await decide(ctx, message, again);
  switch (decision.kind) {
    case 'resume':
      await resumeAttempt(ctx, message, decision.endpoint, decision.row);
      break;
    case 'drop':
      await dropDelivery(ctx, message);
      break;
    case 'end':
      await endDelivery(ctx, message, decision.endpoint);
      break;
    case 'wait':
      await passOver(ctx, message, decision.endpoint, decision.hold);
      break;
    case 'fail': {
      const { endpoint, hold } = decision;
      await conclude(ctx, { message, endpoint, failures }, { ...unanswered(ctx, 'timeout'), hold });
      break;
    }
    case 'post':
      await post(ctx, { message, endpoint: decision.endpoint, failures });
  }
  return decision.kind !== 'wait';
}

async function decide(ctx: AttemptContext, message: DeliveryMessage, again: boolean): Promise<Decision> {
  const { account, webhook_id, delivery_id, shards } = message;
  const [seen, row] = await Promise.all([
    ctx.webhooks.get(account, webhook_id, endpoint_age_ms),
    message.repeat || again ? ctx.deliveries.get(webhook_id, shards, delivery_id) : null,
  ]);
  if (row !== null && (row.status !== 'pending' || row.attempts >= message.attempt))
    return { kind: 'resume', endpoint: seen, row };
  // A replica or the cache may show the endpoint before it was created or enabled (P25).
  const endpoint = seen?.enabled ? seen : await ctx.webhooks.get(account, webhook_id);
  if (endpoint === null) return { kind: 'drop' };
  if (!endpoint.enabled && !message.named) return { kind: 'end', endpoint };
  // After a short circuit, this claims the probe.
  const hold = await holdOf(ctx, endpoint);
  const { patience_until = Number.POSITIVE_INFINITY } = message;
  if (hold === null || (hold.kind === 'late' && ctx.runtime.now() >= patience_until))
    return { kind: 'post', endpoint };
  const fails = hold.kind === 'short' && failsWithProbe(ctx, message, endpoint);
  return { kind: fails ? 'fail' : 'wait', endpoint, hold };
}

/** The endpoint was deleted. Nothing is kept for a deleted account. */
async function dropDelivery(ctx: AttemptContext, message: DeliveryMessage): Promise<void> {
  if ((await ctx.accounts.get(message.account)) !== null) await keepPayload(ctx, message);
}

/**
 * The endpoint is disabled. If the service disabled it, the row stays for a replay. A row already in the log,
 * such as a replay's or test's, never stays pending.
 */
async function endDelivery(
  ctx: AttemptContext,
  message: DeliveryMessage,
  endpoint: WebhookEndpoint,
): Promise<void> {
  const { attempt, webhook_id, shards, delivery_id } = message;
  const byService = endpoint.disabled_reason === 'failing' || endpoint.disabled_reason === 'gone';
  const isLogged = async () => (await ctx.deliveries.get(webhook_id, shards, delivery_id)) !== null;
  if (attempt === 1 && !byService && !(await isLogged())) return keepPayload(ctx, message);
  const end = { status: 'failed', last_error: 'endpoint_disabled' } as const;
  await recordRow(ctx, message, { ...rowOf(message, endpoint.url), ...end });
}

type Attempt = { message: DeliveryMessage; endpoint: WebhookEndpoint; failures: HeldFailures };

/** An attempt's result. `hold` means that nothing was posted, because the endpoint's probe failed. */
type Result = Attempted & { hold?: Hold };

const unanswered = ({ runtime }: Base, error: Parameters<typeof broken>[0]): Result => ({
  answer: broken(error),
  started: runtime.now(),
});

async function post(ctx: AttemptContext, attempt: Attempt): Promise<void> {
  const { endpoint } = attempt;
  const { account, event_id, payload } = attempt.message;
  const body = payload ?? (await ctx.deliveries.readPayload(account, event_id));
  // A replay's message has no email_id.
  const message = { ...attempt.message, email_id: attempt.message.email_id ?? emailOf(body) };
  if (body === null) return conclude(ctx, { ...attempt, message }, unanswered(ctx, 'internal'));
  const started = ctx.runtime.now();
  const posting = postEvent(ctx, endpoint, message, body);
  const { answer: posted, late } = await noteLate(ctx, endpoint, posting);
  const { answer, sent_at } = posted;
  await conclude(ctx, { ...attempt, message }, { answer, started, sent_at });
  await noteAnswer(ctx, endpoint, { timedOut: answer.error === 'timeout', late });
}

/** Records the result and follows up, unless a copy of the message recorded one first. */
async function conclude(ctx: AttemptContext, attempt: Attempt, result: Result): Promise<void> {
  const { message, endpoint } = attempt;
  const { answer, started, sent_at, hold } = result;
  const now = hold ? started : ctx.runtime.now();
  const next = nextOf(ctx, message, result);
  const row = rowAfter(message, endpoint.url, { answer, started, sent_at, next_at: next?.at ?? null, now });
  const recorded = await recordRow(ctx, message, row);
  logAttempt(ctx, message, result, { duration_ms: now - started, duplicate: !recorded });
  if (recorded) await followUp(ctx, attempt, row, next);
}

/**
 * When the next attempt is due. Null after the last attempt, after a 410, and if the event's payload is gone.
 */
function nextOf(ctx: Base, { attempt }: DeliveryMessage, { answer, hold }: Result): Next | null {
  const now = ctx.runtime.now();
  const final = answer.status_code === 410 || answer.error === 'internal';
  const wait_s = final ? null : nextWait(attempt, answer, now);
  if (wait_s === null) return null;
  const due_at = now + wait_s * 1000;
  return { due_at, at: hold ? afterProbe(ctx, hold, due_at) : due_at };
}

function logAttempt(
  ctx: Base,
  { webhook_id, delivery_id, event_id, email_id, attempt }: DeliveryMessage,
  { answer: { status_code, error }, hold }: Result,
  seen: { duration_ms: number; duplicate: boolean },
): void {
  // The ids connect the log's lines (D81).
  const ids = { webhook_id, delivery_id, event_id, email_id };
  ctx.log.info(
    'webhook_attempt',
    { ...ids, attempt, status_code, error, ...seen, ...(hold && { by_probe: true }) },
    { counts: { webhook_attempts: 1 }, by: { result: error ?? 'delivered' }, total: true },
  );
}

/** The next attempt, or the effect on the endpoint. Tests have no effect. */
async function followUp(
  ctx: AttemptContext,
  { message, endpoint, failures }: Attempt,
  row: Delivery,
  next: Next | null,
): Promise<void> {
  if (next !== null && row.status === 'pending') return queueNext(ctx, message, row, next);
  if (message.test) return;
  if (row.last_status_code === 410) return disableEndpoint(ctx, endpoint, 'gone');
  if (row.status === 'delivered') return clearFailures(ctx, endpoint, failures);
  return countFailure(ctx, endpoint, failures);
}
