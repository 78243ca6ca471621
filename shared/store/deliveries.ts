import { compress, decompress } from '../core/compress.ts';
import { type Delivery, type DeliveryAttempt, small_answer_bytes } from '../core/records/webhooks.ts';
import type { Retention } from '../core/retention.ts';
import { conditionHeld } from './conflicts.ts';
import type { Objects } from './objects.ts';
import { keys, objectKeys, shardOf, ttlAfter } from './schema.ts';
import { sizeOf } from './size.ts';
import { absent, type Item, type Table } from './table.ts';

/** One write unit: no row of the log is larger, the mark of a replay included. */
const row_bytes = 1_024 - 72;
/** What a row holds of the last failed answer at most; all of it is an item of its own (E7). */
const excerpt_bytes = 512;
const answer_bytes = 4_096;
/** A larger payload costs less in the bucket. */
const payload_bytes = 8_192;

/** One attempt as the row keeps it, without names: [started ms, duration ms, status, error, answer]. */
type PackedAttempt = [number, number, number | null, string | null, string | null];

/** At most `limit` bytes of UTF-8, without a partial character at the end. */
export function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = Math.max(0, limit);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

const expiry = ({ created_at }: { created_at: string }, retention: Retention) =>
  ttlAfter(created_at, retention.webhook_log);

const pack = (entry: DeliveryAttempt): PackedAttempt => [
  Date.parse(entry.started_at),
  entry.duration_ms,
  entry.status_code,
  entry.error,
  entry.response_body,
];

function unpack([started, duration_ms, status_code, error, response_body]: PackedAttempt, position: number) {
  return {
    attempt: position + 1,
    started_at: new Date(started).toISOString(),
    duration_ms,
    status_code,
    error: error as DeliveryAttempt['error'],
    response_body,
  };
}

/**
 * The row in at most 1 KB: its last answer cut to the remaining room, and the url only where it fits, since a url of
 * 2,000 characters would triple the price of every delivery.
 */
export function rowOf(delivery: Delivery, shards: number, retention: Retention): Item {
  const { id, webhook_id, attempt_log, url, ...fields } = delivery;
  const log = attempt_log.map(pack);
  const row = {
    ...keys.delivery(webhook_id, shardOf(id, shards), id),
    et: 'whd',
    ttl: expiry(delivery, retention),
    ...fields,
    attempt_log: log,
  };
  const last = log.at(-1);
  const answer = last?.[4] ?? null;
  if (last) last[4] = null;
  const kept = Math.min(Buffer.byteLength(answer ?? ''), small_answer_bytes);
  const withUrl = url !== null && sizeOf({ ...row, url }) + kept <= row_bytes ? { ...row, url } : row;
  const room = Math.min(excerpt_bytes, row_bytes - sizeOf(withUrl));
  if (last && answer !== null) last[4] = cutBytes(answer, room) || null;
  return withUrl;
}

/** The delivery of a row, without what the store keeps of its replay. */
export function deliveryOf(item: Item, webhook_id: string): Delivery {
  const {
    pk: _pk,
    sk,
    et: _et,
    ttl: _ttl,
    attempt_log,
    url,
    replayed_as: _r,
    replayed_at: _t,
    ...fields
  } = item;
  const log = (attempt_log as PackedAttempt[]).map(unpack);
  return { ...fields, id: sk, webhook_id, url: url ?? null, attempt_log: log } as unknown as Delivery;
}

/** The item of an answer that does not fit the row. */
function answerItem(delivery: Delivery, attempt: number, retention: Retention): Item[] {
  const entry = delivery.attempt_log.find((each) => each.attempt === attempt);
  const answer = entry?.response_body ?? '';
  if (Buffer.byteLength(answer) <= small_answer_bytes) return [];
  const key = keys.deliveryAnswer(delivery.id, attempt);
  return [{ ...key, et: 'wha', ttl: expiry(delivery, retention), body: cutBytes(answer, answer_bytes) }];
}

function failedItem(delivery: Delivery, shards: number, retention: Retention): Item {
  const { id, webhook_id, event_id, event_type, created_at, test } = delivery;
  const key = keys.failedDelivery(webhook_id, shardOf(id, shards), id);
  const about = { event_id, event_type, created_at, ...(test && { test }) };
  return { ...key, et: 'whf', ttl: expiry(delivery, retention), ...about };
}

/**
 * The delivery log (E7): one row per delivery, at most one write unit, written whole after each attempt and never read
 * before; a failed attempt's longer answer and a final failure cost an item each.
 */
export function deliveryStore(table: Table, objects: Objects, retention: Retention) {
  return {
    get: async (webhook: string, shards: number, id: string): Promise<Delivery | null> => {
      const item = await table.get(keys.delivery(webhook, shardOf(id, shards), id), { consistent: true });
      return item ? deliveryOf(item, webhook) : null;
    },

    record: async (delivery: Delivery, options: { attempt: number; shards: number }): Promise<boolean> => {
      const { attempt, shards } = options;
      const others = answerItem(delivery, attempt, retention);
      if (delivery.status === 'failed') others.push(failedItem(delivery, shards, retention));
      const row = table.put(rowOf(delivery, shards, retention), {
        // No row yet, or that of a pending delivery with fewer attempts than this one.
        condition: 'attribute_not_exists(pk) OR (#status = :pending AND attempts < :attempt)',
        names: { '#status': 'status' },
        values: { ':pending': 'pending', ':attempt': attempt },
      });
      const [recorded] = await Promise.all([
        conditionHeld(row),
        others.length > 0 ? table.batchWrite({ puts: others }) : undefined,
      ]);
      return recorded;
    },

    putFailed: async (delivery: Delivery, shards: number): Promise<void> => {
      const { id, webhook_id } = delivery;
      const replayed = keys.replayedDelivery(webhook_id, shardOf(id, shards), id);
      await conditionHeld(
        table.transact([
          { put: failedItem(delivery, shards, retention), condition: absent },
          { check: replayed, condition: absent },
        ]),
      );
    },

    putPayload: async (
      account: string,
      event: { id: string; created_at: string },
      payload: string,
    ): Promise<void> => {
      const bytes = compress(Buffer.from(payload));
      const inBucket = bytes.byteLength > payload_bytes;
      if (inBucket) await objects.put(objectKeys.event(account, event.id), bytes);
      const where = inBucket ? { object: true } : { body: bytes };
      await table.put({
        ...keys.webhookPayload(event.id),
        et: 'evp',
        ttl: expiry(event, retention),
        ...where,
      });
    },

    readPayload: async (account: string, event_id: string): Promise<string | null> => {
      const item = await table.get(keys.webhookPayload(event_id), { consistent: true });
      if (item === null) return null;
      const bytes = item.object
        ? await objects.get(objectKeys.event(account, event_id))
        : (item.body as Uint8Array);
      return bytes === null ? null : decompress(bytes).toString('utf8');
    },
  };
}
