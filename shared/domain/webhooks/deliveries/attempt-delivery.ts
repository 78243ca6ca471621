import {
  type Delivery,
  type DeliveryAttempt,
  small_answer_bytes,
  type WebhookEndpoint,
} from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { AttemptContext, Base, Identity, Queueing, Ses, Webhooks } from '../../context.ts';
import type { DeliveryMessage, WebhookMessage } from '../../ports/webhooks.ts';
import type { Answer } from '../post-safely.ts';
import { nextWait } from '../retry.ts';
import { clearFailures, countFailure, disableEndpoint, type HeldFailures } from './failing.ts';
import { expandFanOut } from './fan-out.ts';
import { postEvent } from './post-event.ts';
import { noteAnswer, putBack, shortUntil } from './short-circuit.ts';

/** An attempt uses the endpoint of its moment; a second's memory keeps busy endpoints free of reads (E24). */
const endpoint_age_ms = 1_000;

/** The replacement of a message that may still exist is delayed until the log shows whether it is needed. */
const replacement_after_ms = 30_000;

/** What one worker process remembers between messages. */
type AttemptMemory = {
  /** Attempts begun here: a duplicate that follows at once is dropped without a read. */
  attempts: Set<string>;
  failures: HeldFailures;
};

const remembered = 10_000;

export function attemptMemory(): AttemptMemory {
  return { attempts: new Set(), failures: new Map() };
}

type Attempted = { message: DeliveryMessage; again: boolean; memory: AttemptMemory };

const entryOf = (
  answer: Answer,
  now: number,
  message: DeliveryMessage,
  started: number,
): DeliveryAttempt => ({
  attempt: message.attempt,
  started_at: timestamp(started),
  duration_ms: now - started,
  status_code: answer.status_code,
  error: answer.error,
  response_body: answer.body,
});

/** The row of a delivery as its message describes it, before this attempt. */
function rowOf(message: DeliveryMessage, url: string | null): Delivery {
  const last = message.attempt_log.at(-1);
  return {
    id: message.delivery_id,
    webhook_id: message.webhook_id,
    event_id: message.event_id,
    event_type: message.event_type,
    status: 'pending',
    attempts: message.attempt - 1,
    last_status_code: last?.status_code ?? null,
    last_error: last?.error ?? null,
    next_attempt_at: null,
    created_at: message.created_at,
    delivered_at: null,
    url,
    attempt_log: message.attempt_log,
    ...(message.test && { test: true }),
  };
}

/** The row after an attempt: delivered, waiting for the next one, or failed for good (H18, E29). */
function rowAfter(
  message: DeliveryMessage,
  url: string,
  attempt: DeliveryAttempt,
  wait_s: number | null,
  now: number,
): Delivery {
  const failed = attempt.error !== null;
  return {
    ...rowOf(message, url),
    status: !failed ? 'delivered' : wait_s === null ? 'failed' : 'pending',
    attempts: message.attempt,
    last_status_code: attempt.status_code,
    last_error: attempt.error,
    next_attempt_at: failed && wait_s !== null ? timestamp(now + wait_s * 1000) : null,
    delivered_at: failed ? null : timestamp(now),
    attempt_log: [...message.attempt_log, attempt],
  };
}

/** An attempt as the next message carries it: longer answers are stored in items of their own. */
function withoutLongBodies(attempt: DeliveryAttempt): DeliveryAttempt {
  const { response_body } = attempt;
  const small = response_body !== null && Buffer.byteLength(response_body) <= small_answer_bytes;
  return { ...attempt, response_body: small ? response_body : null };
}

async function queueNext(ctx: Queueing, message: DeliveryMessage, row: Delivery, delay_s: number) {
  const attempt_log = row.attempt_log.map(withoutLongBodies);
  const next = { ...message, attempt: message.attempt + 1, attempt_log, first: false };
  await ctx.queues.webhooks([next], delay_s);
}

/** The event's payload, where this message is the one that keeps it: others' logs show it too (E7). */
async function keepPayload(ctx: Webhooks, message: DeliveryMessage): Promise<void> {
  const { account, event_id: id, created_at, first, payload } = message;
  if (first && payload !== null) await ctx.deliveries.putPayload(account, { id, created_at }, payload);
}

/** Writes the row and the event's payload; false when a copy of the message wrote the row before. */
async function record(ctx: Webhooks, message: DeliveryMessage, row: Delivery): Promise<boolean> {
  const { attempt, shards } = message;
  const [recorded] = await Promise.all([
    ctx.deliveries.record(row, { attempt, shards }),
    keepPayload(ctx, message),
  ]);
  return recorded;
}

/**
 * Completes an attempt that the log shows as made but whose run may have died: queues the next attempt or writes the
 * failed row. The next message may exist already, so its replacement comes later and reads the log first.
 */
async function resumeAttempt(
  ctx: Base & Webhooks & Queueing,
  message: DeliveryMessage,
  row: Delivery,
): Promise<void> {
  if (row.status === 'failed') await ctx.deliveries.putFailed(row, message.shards);
  if (row.status !== 'pending' || row.attempts !== message.attempt) return;
  const due_ms = Date.parse(row.next_attempt_at ?? row.created_at) + replacement_after_ms;
  const delay_s = Math.min(900, Math.max(0, Math.ceil((due_ms - ctx.runtime.now()) / 1000)));
  await queueNext(ctx, { ...message, repeat: true }, row, delay_s);
}

/**
 * An attempt that finds its endpoint disabled ends the delivery. What happened to an endpoint that its owner
 * had disabled leaves no row; what the service disabled keeps one for replay (E22).
 */
async function recordDisabled(ctx: Webhooks, message: DeliveryMessage, endpoint: WebhookEndpoint) {
  const byService = endpoint.disabled_reason === 'failing' || endpoint.disabled_reason === 'gone';
  if (message.attempt === 1 && !byService) return keepPayload(ctx, message);
  const row: Delivery = {
    ...rowOf(message, endpoint.url),
    status: 'failed',
    last_error: 'endpoint_disabled',
  };
  await record(ctx, message, row);
}

/** What follows from a recorded attempt: the next one, or its effect on the endpoint (E21, E29). A test has none (E60). */
async function handleResult(
  ctx: Base & Identity & Webhooks & Queueing & Ses,
  { message, memory }: Attempted,
  endpoint: WebhookEndpoint,
  row: Delivery,
  wait_s: number | null,
): Promise<void> {
  if (row.status === 'pending' && wait_s !== null) return queueNext(ctx, message, row, wait_s);
  if (message.test) return;
  if (row.last_status_code === 410) return disableEndpoint(ctx, endpoint, 'gone');
  if (row.status === 'delivered') return clearFailures(ctx, endpoint, memory.failures);
  return countFailure(ctx, endpoint, memory.failures);
}

/** Looks up, connects, posts, writes down, and sees to what follows. */
async function attempt(ctx: AttemptContext, attempted: Attempted, endpoint: WebhookEndpoint): Promise<void> {
  const { message } = attempted;
  const body = message.payload ?? (await ctx.deliveries.readPayload(message.account, message.event_id));
  const started = ctx.runtime.now();
  const answer: Answer =
    body === null
      ? { status_code: null, error: 'internal', retry_after: null, body: null }
      : await postEvent(ctx, endpoint, message, body);
  const now = ctx.runtime.now();
  const wait_s = answer.status_code === 410 || body === null ? null : nextWait(message.attempt, answer, now);
  const row = rowAfter(message, endpoint.url, entryOf(answer, now, message, started), wait_s, now);
  const recorded = await record(ctx, message, row);
  ctx.log.info(
    'webhook_attempt',
    {
      webhook_id: message.webhook_id,
      delivery_id: message.delivery_id,
      attempt: message.attempt,
      status_code: answer.status_code,
      error: answer.error,
      duration_ms: now - started,
      duplicate: !recorded,
    },
    { counts: { webhook_attempts: 1 }, by: { result: answer.error ?? 'delivered' } },
  );
  await noteAnswer(ctx, endpoint, { timedOut: answer.error === 'timeout' });
  if (recorded) await handleResult(ctx, attempted, endpoint, row, wait_s);
}

/** The mark by which a process knows that it made an attempt. */
const markOf = ({ delivery_id, attempt }: DeliveryMessage) => `${delivery_id}#${attempt}`;

/** Makes the attempt, unless its endpoint hangs: then later, and it counts as none (P9). */
async function attemptUnlessShort(ctx: AttemptContext, attempted: Attempted, endpoint: WebhookEndpoint) {
  const { message, memory } = attempted;
  const until = await shortUntil(ctx, endpoint);
  if (until === null) return attempt(ctx, attempted, endpoint);
  await keepPayload(ctx, message);
  await putBack(ctx, message, until);
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
  const [endpoint, row] = await Promise.all([
    ctx.webhooks.get(account, webhook_id, endpoint_age_ms),
    message.repeat || again ? ctx.deliveries.get(webhook_id, shards, delivery_id) : null,
  ]);
  if (row !== null && (row.status !== 'pending' || row.attempts >= message.attempt))
    return resumeAttempt(ctx, message, row);
  if (endpoint?.enabled) return attemptUnlessShort(ctx, attempted, endpoint);
  if (endpoint !== null) return recordDisabled(ctx, message, endpoint);
  // Deleted: the delivery is dropped (E54).
  return keepPayload(ctx, message);
}

/** A message of the attempt-webhook queue; `receive_count` is SQS's own, from 1. */
export async function attemptWebhook(
  ctx: AttemptContext,
  input: { message: WebhookMessage; receive_count: number; memory: AttemptMemory },
): Promise<void> {
  const { message, memory } = input;
  const again = input.receive_count > 1;
  if (message.kind === 'fan_out') return expandFanOut(ctx, message, again);
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
