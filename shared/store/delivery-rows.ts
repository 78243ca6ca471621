import { cutBytes } from '../core/characters.ts';
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

/** One write unit, with room for the replay mark. */
const row_bytes = 1_024 - 72;

/** Max bytes of the last failed response in a row. The full response is a separate item. */
const excerpt_bytes = 512;

/** An attempt without names: [started ms, duration ms, status, error, response, request's ms after the start]. */
type PackedAttempt = [number, number, number | null, DeliveryAttempt['error'], string | null, number?];

type StoredDelivery = Omit<Delivery, 'id' | 'webhook_id' | 'url' | 'attempt_log'> & {
  url?: string;
  attempt_log: PackedAttempt[];
  replayed_as?: Id<'whd'>;
  replayed_at?: number;
};

export const expiry = ({ created_at }: { created_at: string }, retention: Retention) =>
  ttlAfter(created_at, retention.webhook_log);

const pack = (entry: DeliveryAttempt): PackedAttempt => {
  const { started_at, duration_ms, status_code, error, response_body, sent_at } = entry;
  const started = Date.parse(started_at);
  const packed = [started, duration_ms, status_code, error, response_body] as const;
  return sent_at === undefined ? [...packed] : [...packed, sent_at - started];
};

function unpack(packed: PackedAttempt, position: number): DeliveryAttempt {
  const [started, duration_ms, status_code, error, response_body, sent_after] = packed;
  const started_at = new Date(started).toISOString();
  const attempt = { attempt: position + 1, started_at, duration_ms, status_code, error, response_body };
  return sent_after === undefined ? attempt : { ...attempt, sent_at: started + sent_after };
}

/**
 * The row in at most 1 KB: the last response is cut to fit, and the url is left out if it doesn't fit. A
 * 2,000-character url would triple the cost of every delivery.
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

/**
 * The key for replay_failed, in the order of events. The id of an event's first delivery includes the event's
 * time.
 */
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

/** The index item of a failed delivery that isn't open, under its own key. */
export function listedFailure(
  webhook: Id<'wh'>,
  failure: FailedDelivery,
  shards: number,
  retention: Retention,
): Item {
  const key = keys.replayedDelivery(webhook, shardOf(failure.id, shards), failure.id);
  return failedItem(key, failure, retention);
}

/** The delivery from a row, without the store's replay marks. */
export function deliveryOf(item: Item, webhook_id: Id<'wh'>): Delivery {
  const { attempt_log, url, replayed_as: _r, replayed_at: _t, ...fields } = recordOf<StoredDelivery>(item);
  const id = idInSk<'whd'>(item);
  return { ...fields, id, webhook_id, url: url ?? null, attempt_log: attempt_log.map(unpack) };
}
