import type { FailedDelivery, WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { firstId, idTime } from '../../../core/runtime.ts';
import type { AttemptContext, Base, DeliveryLogs } from '../../context.ts';
import type { RecoverMessage } from '../../ports/webhooks.ts';
import type { Answer } from '../post-safely.ts';
import { disableEndpoint, notifyDisabled } from './failing.ts';
import { postEvent } from './post-event.ts';
import { claimFailures, isStillFor, queueReplays, type Replay, replayMessage } from './queue-replays.ts';
import { type Attempted, rowAfter } from './rows.ts';
import { holdOf, noteAnswer, noteLate } from './short-circuit.ts';

const window_ms = 86_400_000;
/** Failures replayed per check, and the time between checks while the endpoint answers. */
const page_size = 100;
const pace_ms = 10_000;
/** Waits after consecutive failed probes: 1, 2, 4, 8 minutes, then 15 each. */
const probe_wait_ms = 60_000;
const max_wait_ms = 900_000;
/** Longer than any attempt that read the endpoint before its recovery ended. */
const last_look_ms = 60_000;

type Next = Partial<Omit<RecoverMessage, 'kind' | 'at'>> & { wait_ms: number };

/**
 * When to replay a failure: immediately. A failed replay waits until its event is twice as old as at that
 * failure, about nine times in 24 hours.
 */
function dueAt({ first_id, id }: FailedDelivery): number {
  return first_id === undefined ? 0 : 2 * idTime(id) - idTime(first_id);
}

/** The position after a failure, in the order of `openFailures`. */
const behind = ({ id, first_id }: FailedDelivery): string => `${first_id ? `${first_id}#${id}` : id}!`;

/**
 * The last 24 hours' failures that the endpoint still wants, without tests: those due now, the times of later
 * ones, and the position to continue from.
 */
async function nextFailures(ctx: Base & DeliveryLogs, endpoint: WebhookEndpoint, message: RecoverMessage) {
  const now = ctx.runtime.now();
  const begin = firstId('whd', now - window_ms);
  const since = message.after !== null && message.after > begin ? message.after : begin;
  const page = { shards: endpoint.log_shards, limit: page_size, since, until: firstId('whd', now) };
  const { failures, more } = await ctx.delivery_log.openFailures(endpoint.id, page);
  const candidates = failures.filter((failure) => !failure.test && isStillFor(endpoint, failure));
  const due = candidates.filter((failure) => dueAt(failure) <= now);
  const later = candidates.map(dueAt).filter((at) => at > now);
  const last = failures.at(-1);
  return { due, later, after: more && last !== undefined ? behind(last) : null };
}

/** A probe answered with 2xx is its delivery's first attempt. */
async function recordProbe(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  replay: Replay,
  outcome: Attempted,
): Promise<void> {
  const shards = endpoint.log_shards;
  const now = ctx.runtime.now();
  const row = rowAfter(replayMessage(endpoint, replay), endpoint.url, { ...outcome, next_at: null, now });
  await ctx.deliveries.record(row, { attempt: 1, shards });
  await ctx.delivery_log.closeFailures(endpoint.id, shards, [replay.of]);
}

/**
 * The endpoint's response to a replay that isn't in the log yet. Null if the replay has started, or if its
 * payload is gone.
 */
async function probe(ctx: AttemptContext, endpoint: WebhookEndpoint, replay: Replay): Promise<Answer | null> {
  const { account, id, log_shards } = endpoint;
  const message = replayMessage(endpoint, replay);
  const [body, begun] = await Promise.all([
    ctx.deliveries.readPayload(account, message.event_id),
    replay.repeat ? ctx.deliveries.get(id, log_shards, replay.id) : null,
  ]);
  if (body === null || begun !== null) return null;
  const started = ctx.runtime.now();
  const posting = postEvent(ctx, endpoint, message, body);
  const { answer: posted, late } = await noteLate(ctx, endpoint, posting);
  const { answer, sent_at } = posted;
  ctx.log.info('webhook_probe', {
    webhook_id: endpoint.id,
    delivery_id: replay.id,
    event_id: message.event_id,
    status_code: answer.status_code,
    error: answer.error,
    duration_ms: ctx.runtime.now() - started,
  });
  if (answer.error === null) await recordProbe(ctx, endpoint, replay, { answer, started, sent_at });
  await noteAnswer(ctx, endpoint, { timedOut: answer.error === 'timeout', late });
  return answer;
}

/**
 * Posts one failed delivery as a probe, under its replay's id. If the endpoint answers, the rest of the page
 * is replayed. A failed probe isn't an attempt and leaves the log unchanged. The probe is picked at random,
 * so a delivery that the receiver always refuses doesn't block the rest. Returns null if the endpoint is
 * disabled.
 */
async function replayPage(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  { due, failed }: { due: FailedDelivery[]; failed: number },
): Promise<Next | null> {
  const now = ctx.runtime.now();
  const hold = await holdOf(ctx, endpoint);
  if (hold !== null) return { wait_ms: hold.until - now + ctx.runtime.random() * pace_ms };
  const chosen = due[Math.floor(ctx.runtime.random() * due.length)] as FailedDelivery;
  const [replay] = await claimFailures(ctx, endpoint, [chosen]);
  const wait_ms = Math.min(probe_wait_ms * 2 ** failed, max_wait_ms);
  if (replay === undefined) return { failed: failed + 1, wait_ms };
  const answer = await probe(ctx, endpoint, replay);
  if (answer === null) {
    // A run that died had queued the replay, or delivered it as a probe. Completes its message and mark.
    await queueReplays(ctx, endpoint, [replay]);
    return { wait_ms: 0 };
  }
  if (answer.status_code === 410) {
    await disableEndpoint(ctx, endpoint, 'gone');
    return null;
  }
  if (answer.error !== null) return { failed: failed + 1, wait_ms };
  if (endpoint.failing_since !== undefined) await ctx.webhooks.clearFailures(endpoint.account, endpoint.id);
  const rest = due.filter((failure) => failure !== chosen);
  const others = await claimFailures(ctx, endpoint, rest);
  await queueReplays(ctx, endpoint, others);
  ctx.log.info('webhook_failures_recovered', { webhook_id: endpoint.id, queued: others.length + 1 });
  return { failed: 0, wait_ms: pace_ms };
}

/** The check after finding nothing to replay: the rest of the pass, another pass, or none. */
function lookAgain(
  ctx: Base,
  message: RecoverMessage,
  { after, later }: { after: string | null; later: number[] },
): Next | null {
  const next_due = Math.min(...later, message.next_due ?? Number.POSITIVE_INFINITY);
  const found = Number.isFinite(next_due);
  if (after !== null) return { after, next_due: found ? next_due : null, wait_ms: 0 };
  if (!found) return null;
  const wait_ms = Math.min(Math.max(next_due - ctx.runtime.now(), probe_wait_ms), max_wait_ms);
  return { after: null, next_due: null, last: false, wait_ms };
}

/** Queues the next check before storing it on the endpoint, like `beginRecovery`. */
async function queueLook(ctx: AttemptContext, message: RecoverMessage, { wait_ms, ...next }: Next) {
  const at = ctx.runtime.now() + wait_ms;
  const look = { ...message, ...next, at };
  await ctx.queues.recover(look, Math.ceil(wait_ms / 1000));
  if (!look.last) await ctx.webhooks.setRecovery(message.account, message.webhook_id, at);
}

/**
 * Checks an endpoint with failed deliveries: replays up to 100 of the last 24 hours, once one of them is
 * answered, and queues the next check. At most one message continues, because older and repeated ones find a
 * later `recover_at`. It ends when no failure of the last 24 hours is open, or the endpoint is disabled,
 * deleted, or no longer recovers automatically.
 *
 *     read endpoint, failures -> claim -> POST -> row, mark -> claim, rows, messages, marks of the others ->
 *     next check
 *     crash before the next check: the message returns, and each replay keeps its id
 *
 * The last check finds failures recorded while the recovery ends; later failures start another one.
 */
export async function recoverEndpoint(ctx: AttemptContext, message: RecoverMessage): Promise<void> {
  const { account, webhook_id: id, at } = message;
  const endpoint = await ctx.webhooks.get(account, id);
  // The run may have died after the probe that disabled the endpoint.
  if (endpoint?.enabled === false) return notifyDisabled(ctx, endpoint);
  if (!endpoint?.auto_replay || at < (endpoint.recover_at ?? 0)) return;
  const { due, ...rest } = await nextFailures(ctx, endpoint, message);
  if (due.length > 0) {
    const next = await replayPage(ctx, endpoint, { due, failed: message.failed });
    if (next !== null) await queueLook(ctx, message, { last: false, ...next });
    return;
  }
  const next = lookAgain(ctx, message, rest);
  if (next !== null) return queueLook(ctx, message, next);
  if (message.last || !(await ctx.webhooks.endRecovery(account, id, at))) return;
  await queueLook(ctx, message, { after: null, next_due: null, last: true, wait_ms: last_look_ms });
}
