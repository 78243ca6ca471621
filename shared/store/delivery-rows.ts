import {
  type Delivery,
  type DeliveryAttempt,
  type FailedDelivery,
  small_answer_bytes,
} from '../core/records/webhooks.ts';
import type { Retention } from '../core/retention.ts';
import type { Id } from '../core/runtime.ts';
import { idInSk, type Key, keys, shardOf, ttlAfter } from './schema.ts';
import { sizeOf } from './size.ts';
import { type Item, recordOf } from './table.ts';

/** One write unit: no row of the log is larger, the mark of a replay included. */
const row_bytes = 1_024 - 72;

/** The part of the last failed answer that a row holds at most; all of it is an item of its own. */
const excerpt_bytes = 512;

/** One attempt as the row keeps it, without names: [started ms, duration ms, status, error, answer]. */
type PackedAttempt = [number, number, number | null, DeliveryAttempt['error'], string | null];

type StoredDelivery = Omit<Delivery, 'id' | 'webhook_id' | 'url' | 'attempt_log'> & {
  url?: string;
  attempt_log: PackedAttempt[];
  replayed_as?: Id<'whd'>;
  replayed_at?: number;
};

/** At most `limit` bytes of UTF-8, without a partial character at the end. */
export function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = Math.max(0, limit);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

export const expiry = ({ created_at }: { created_at: string }, retention: Retention) =>
  ttlAfter(created_at, retention.webhook_log);

const pack = (entry: DeliveryAttempt): PackedAttempt => {
  const { started_at, duration_ms, status_code, error, response_body } = entry;
  return [Date.parse(started_at), duration_ms, status_code, error, response_body];
};

function unpack([started, duration_ms, status_code, error, response_body]: PackedAttempt, position: number) {
  const started_at = new Date(started).toISOString();
  return { attempt: position + 1, started_at, duration_ms, status_code, error, response_body };
}

/**
 * The row in at most 1 KB: its last answer is cut to the remaining room, and the url is in it only where it fits, since
 * a url of 2,000 characters would triple the price of every delivery.
 */
export function rowOf(delivery: Delivery, shards: number, retention: Retention): Item {
  const { id, webhook_id, attempt_log, url, ...fields } = delivery;
  const log = attempt_log.map(pack);
  const key = keys.delivery(webhook_id, shardOf(id, shards), id);
  const row = { ...key, et: 'whd', ttl: expiry(delivery, retention), ...fields, attempt_log: log };
  const last = log.at(-1);
  const answer = last?.[4] ?? null;
  if (last) last[4] = null;
  const kept = Math.min(Buffer.byteLength(answer ?? ''), small_answer_bytes);
  const withUrl = url !== null && sizeOf({ ...row, url }) + kept <= row_bytes ? { ...row, url } : row;
  const room = Math.min(excerpt_bytes, row_bytes - sizeOf(withUrl));
  if (last && answer !== null) last[4] = cutBytes(answer, room) || null;
  return withUrl;
}

/** The key that replay_failed finds a failed delivery by, in the order of the events; a first delivery's id has its event's time. */
export const openFailureKey = (webhook: Id<'wh'>, { id, first_id }: FailedDelivery, shards: number): Key =>
  first_id === undefined
    ? keys.failedDelivery(webhook, shardOf(id, shards), id)
    : keys.failedReplay(webhook, shardOf(id, shards), first_id, id);

export function failedItem(key: Key, delivery: FailedDelivery, retention: Retention): Item {
  const { event_id, event_type, tenant, created_at, test } = delivery;
  const et = key.pk.slice(0, 3).toLowerCase();
  const ttl = expiry(delivery, retention);
  const of = { event_id, event_type, created_at, ...(tenant !== undefined && { tenant }) };
  return { ...key, et, ttl, ...of, ...(test && { test }) };
}

/** The index item of a failed delivery that is listed next to the open ones, under a key of its own. */
export function listedFailure(
  webhook: Id<'wh'>,
  failure: FailedDelivery,
  shards: number,
  retention: Retention,
): Item {
  const key = keys.replayedDelivery(webhook, shardOf(failure.id, shards), failure.id);
  return failedItem(key, failure, retention);
}

/** The delivery of a row, without the store's marks of its replay. */
export function deliveryOf(item: Item, webhook_id: Id<'wh'>): Delivery {
  const { attempt_log, url, replayed_as: _r, replayed_at: _t, ...fields } = recordOf<StoredDelivery>(item);
  const id = idInSk<'whd'>(item);
  return { ...fields, id, webhook_id, url: url ?? null, attempt_log: attempt_log.map(unpack) };
}
