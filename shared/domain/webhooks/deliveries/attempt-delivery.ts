import {
  type Delivery,
  type DeliveryAttempt,
  small_answer_bytes,
  type WebhookEndpoint,
  type WebhookEvent,
} from '../../../core/records/webhooks.ts';
import type { AttemptContext, Base } from '../../context.ts';
import type { AttemptMessage, DeliveryMessage } from '../../ports/webhooks.ts';
import { emailOf } from '../payload.ts';
import { type Answer, broken } from '../post-safely.ts';
import { expandFanOut, publishEvents } from '../publish.ts';
import { nextWait, replacement_after_ms } from '../retry.ts';
import {
  clearFailures,
  countFailure,
  disableEndpoint,
  type HeldFailures,
  notifyDisabled,
} from './failing.ts';
import { afterProbe, failsWithProbe, passOver } from './pass-over.ts';
import { postEvent } from './post-event.ts';
import { recoverEndpoint } from './recover-endpoint.ts';
import { beginRecovery } from './recovery.ts';
import { keepPayload, recordRow, rowAfter, rowOf } from './rows.ts';
import { type Hold, holdOf, noteAnswer, noteLate } from './short-circuit.ts';

/** An attempt uses the endpoint of its moment; a second's memory keeps busy endpoints free of reads (E24). */
const endpoint_age_ms = 1_000;

type AttemptMemory = {
  /** Attempts begun here: a duplicate that follows at once is dropped without a read. */
  attempts: Set<string>;
  failures: HeldFailures;
};

const remembered = 10_000;

export const attemptMemory = (): AttemptMemory => ({ attempts: new Set(), failures: new Map() });

type Attempted = { message: DeliveryMessage; again: boolean; memory: AttemptMemory };

/** An attempt as the next message carries it: longer answers are stored in items of their own. */
function withoutLongBodies(attempt: DeliveryAttempt): DeliveryAttempt {
  const { response_body } = attempt;
  const small = response_body !== null && Buffer.byteLength(response_body) <= small_answer_bytes;
  return { ...attempt, response_body: small ? response_body : null };
}

/** The next attempt is due at `due_at` and looked at then, or later at `at`; both epoch ms. */
type Next = { due_at: number; at: number };

async function queueNext(ctx: AttemptContext, message: DeliveryMessage, row: Delivery, { due_at, at }: Next) {
  const attempt_log = row.attempt_log.map(withoutLongBodies);
  const next = { ...message, attempt: message.attempt + 1, attempt_log, first: false, due_at };
  await ctx.queues.webhooks([next], Math.max(0, Math.ceil((at - ctx.runtime.now()) / 1000)));
}

/** Whether the attempt that ended the delivery was a 410 (E29) to an endpoint that nobody has changed since. */
const isGone = ({ url, last_status_code, attempt_log }: Delivery, endpoint: WebhookEndpoint): boolean =>
  last_status_code === 410 &&
  endpoint.enabled &&
  endpoint.url === url &&
  endpoint.updated_at <= (attempt_log.at(-1)?.started_at ?? '');

/**
 * Completes an attempt that the log shows as made but whose run may have died: keeps the payload, and queues the next
 * attempt, or writes the failed row and disables an endpoint that is gone. The next message may exist already, so its
 * replacement comes later and reads the log first.
 */
async function resumeAttempt(
  ctx: AttemptContext,
  message: DeliveryMessage,
  { endpoint, row }: { endpoint: WebhookEndpoint | null; row: Delivery },
): Promise<void> {
  await keepPayload(ctx, message);
  if (row.status === 'failed') {
    await ctx.deliveries.putFailed(row, message.shards);
    if (endpoint && !message.test && isGone(row, endpoint)) return disableEndpoint(ctx, endpoint, 'gone');
    if (endpoint && !message.test) await beginRecovery(ctx, endpoint);
    // This attempt may have disabled it.
    if (endpoint?.enabled === false) await notifyDisabled(ctx, endpoint);
  }
  if (row.status !== 'pending' || row.attempts !== message.attempt) return;
  const due_at = Date.parse(row.next_attempt_at ?? row.created_at);
  await queueNext(ctx, { ...message, repeat: true }, row, { due_at, at: due_at + replacement_after_ms });
}

/**
 * Ends a delivery whose endpoint is disabled. Where the owner disabled it no row is kept; where the service did, a row
 * stays for replay (E22). A row that the log has already, as that of a replay or a test, never stays pending (E67).
 */
async function recordDisabled(ctx: AttemptContext, message: DeliveryMessage, endpoint: WebhookEndpoint) {
  const { attempt, webhook_id, shards, delivery_id } = message;
  const byService = endpoint.disabled_reason === 'failing' || endpoint.disabled_reason === 'gone';
  const isLogged = async () => (await ctx.deliveries.get(webhook_id, shards, delivery_id)) !== null;
  if (attempt === 1 && !byService && !(await isLogged())) return keepPayload(ctx, message);
  const end = { status: 'failed', last_error: 'endpoint_disabled' } as const;
  await recordRow(ctx, message, { ...rowOf(message, endpoint.url), ...end });
}

/** The consequence of a recorded attempt: the next one, or its effect on the endpoint (E21, E29). A test has none (E60). */
async function handleResult(
  ctx: AttemptContext,
  { message, memory }: Attempted,
  endpoint: WebhookEndpoint,
  row: Delivery,
  next: Next | null,
): Promise<void> {
  if (row.status === 'pending' && next !== null) return queueNext(ctx, message, row, next);
  if (message.test) return;
  if (row.last_status_code === 410) return disableEndpoint(ctx, endpoint, 'gone');
  if (row.status === 'delivered') return clearFailures(ctx, endpoint, memory.failures);
  return countFailure(ctx, endpoint, memory.failures);
}

/** The end of an attempt; `hold`: it was not posted, since the endpoint's probe had failed (E66). */
type Outcome = { answer: Answer; started: number; hold?: Hold };

/** The next attempt; null after the last one, after 410, and without the event's payload. */
function nextOf(ctx: Base, { attempt }: DeliveryMessage, { answer, hold }: Outcome): Next | null {
  const now = ctx.runtime.now();
  const final = answer.status_code === 410 || answer.error === 'internal';
  const wait_s = final ? null : nextWait(attempt, answer, now);
  if (wait_s === null) return null;
  const due_at = now + wait_s * 1000;
  return { due_at, at: hold ? afterProbe(ctx, hold, due_at) : due_at };
}

async function concludeAttempt(
  ctx: AttemptContext,
  attempted: Attempted,
  endpoint: WebhookEndpoint,
  outcome: Outcome,
): Promise<void> {
  const { message } = attempted;
  const { webhook_id, delivery_id, event_id, email_id } = message;
  // They join the lines of the log (D81).
  const ids = { webhook_id, delivery_id, event_id, email_id };
  const { answer, started, hold } = outcome;
  const now = hold ? started : ctx.runtime.now();
  const next = nextOf(ctx, message, outcome);
  const row = rowAfter(message, endpoint.url, { answer, started, next_at: next?.at ?? null, now });
  const recorded = await recordRow(ctx, message, row);
  ctx.log.info(
    'webhook_attempt',
    {
      ...ids,
      attempt: message.attempt,
      status_code: answer.status_code,
      error: answer.error,
      duration_ms: now - started,
      duplicate: !recorded,
      ...(hold && { by_probe: true }),
    },
    { counts: { webhook_attempts: 1 }, by: { result: answer.error ?? 'delivered' }, total: true },
  );
  if (recorded) await handleResult(ctx, attempted, endpoint, row, next);
}

async function attempt(ctx: AttemptContext, seen: Attempted, endpoint: WebhookEndpoint): Promise<void> {
  const { account, event_id, payload } = seen.message;
  const body = payload ?? (await ctx.deliveries.readPayload(account, event_id));
  // The message of a replay has no email_id.
  const email_id = seen.message.email_id ?? emailOf(body);
  const attempted = { ...seen, message: { ...seen.message, email_id } };
  const { message } = attempted;
  const started = ctx.runtime.now();
  if (body === null)
    return concludeAttempt(ctx, attempted, endpoint, { answer: broken('internal'), started });
  const { answer, late } = await noteLate(ctx, endpoint, postEvent(ctx, endpoint, message, body));
  await concludeAttempt(ctx, attempted, endpoint, { answer, started });
  await noteAnswer(ctx, endpoint, { timedOut: answer.error === 'timeout', late });
}

const markOf = ({ delivery_id, attempt }: DeliveryMessage) => `${delivery_id}#${attempt}`;

/**
 * Makes the attempt, unless its endpoint hangs: then later, and it counts as none (P9), until the delivery has waited
 * for long enough. From then on its attempts fail with the endpoint's probes, or are the probe (E66).
 */
async function attemptOrWait(ctx: AttemptContext, attempted: Attempted, endpoint: WebhookEndpoint) {
  const { message, memory } = attempted;
  const hold = await holdOf(ctx, endpoint);
  const now = ctx.runtime.now();
  if (hold === null || (hold.kind === 'late' && now >= (message.patience_until ?? now + 1)))
    return attempt(ctx, attempted, endpoint);
  if (hold.kind === 'short' && failsWithProbe(ctx, message, endpoint))
    return concludeAttempt(ctx, attempted, endpoint, { answer: broken('timeout'), started: now, hold });
  await passOver(ctx, message, endpoint, hold);
  memory.attempts.delete(markOf(message));
}

/**
 * One attempt of one delivery. The log decides whether it is this message's to make wherever the message may
 * be a copy (`repeat`, or received before); the row's condition decides between copies that run at once (E8).
 *
 *     read endpoint (and row) -> POST -> write row if it shows less -> queue the next attempt -> done
 *                                ^ crash: POST again   ^ crash: resumeAttempt() queues the next attempt
 */
async function attemptDelivery(ctx: AttemptContext, attempted: Attempted): Promise<void> {
  const { message, again } = attempted;
  const { account, webhook_id, delivery_id, shards } = message;
  const [seen, row] = await Promise.all([
    ctx.webhooks.get(account, webhook_id, endpoint_age_ms),
    message.repeat || again ? ctx.deliveries.get(webhook_id, shards, delivery_id) : null,
  ]);
  if (row !== null && (row.status !== 'pending' || row.attempts >= message.attempt))
    return resumeAttempt(ctx, message, { endpoint: seen, row });
  // A replica, or a second's memory, may show an endpoint as it was before it was made or enabled (P25).
  const endpoint = seen?.enabled ? seen : await ctx.webhooks.get(account, webhook_id);
  if (endpoint?.enabled || (endpoint && message.named)) return attemptOrWait(ctx, attempted, endpoint);
  if (endpoint !== null) return recordDisabled(ctx, message, endpoint);
  // Deleted: the delivery is dropped (E54). For an account that is gone nothing is kept (N24).
  if ((await ctx.accounts.get(account)) !== null) await keepPayload(ctx, message);
}

/** A message of the attempt-webhook queue; `receive_count` is SQS's own, from 1. */
export async function attemptWebhook(
  ctx: AttemptContext,
  input: { message: AttemptMessage; receive_count: number; memory: AttemptMemory },
): Promise<void> {
  const { message, memory } = input;
  const again = input.receive_count > 1;
  if (message.kind === 'fan_out') return expandFanOut(ctx, message, again);
  if (message.kind === 'recover') return recoverEndpoint(ctx, message);
  if (message.kind === 'event') {
    const event: WebhookEvent = JSON.parse(message.payload);
    return publishEvents(ctx, message.account, [{ event, tenant: message.tenant, repeat: true }]);
  }
  const mark = markOf(message);
  if (memory.attempts.has(mark)) return;
  memory.attempts.add(mark);
  const oldest = memory.attempts.values().next().value;
  if (memory.attempts.size > remembered && oldest !== undefined) memory.attempts.delete(oldest);
  try {
    await attemptDelivery(ctx, { message, again, memory });
  } catch (error) {
    memory.attempts.delete(mark);
    throw error;
  }
}
