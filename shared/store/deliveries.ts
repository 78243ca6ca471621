import { isDeepStrictEqual } from 'node:util';
import { cutBytes } from '../core/characters.ts';
import { compress, decompress } from '../core/compress.ts';
import { type Delivery, small_answer_bytes } from '../core/records/webhooks.ts';
import type { Retention } from '../core/retention.ts';
import type { DeliveryStore } from '../domain/ports/webhooks.ts';
import { conditionHeld, failureOf } from './conflicts.ts';
import { deliveryOf, expiry, failedItem, listedFailure, openFailureKey, rowOf } from './delivery-rows.ts';
import { type Objects, objectKeys } from './objects.ts';
import { keys, shardOf } from './schema.ts';
import { absent, type Item, readRecord, type Table } from './table.ts';

const answer_bytes = 4_096;

/** Max bytes of a payload in the table. A larger payload costs less in the bucket. */
const payload_bytes = 8_192;

function answerItem(delivery: Delivery, attempt: number, retention: Retention): Item[] {
  const entry = delivery.attempt_log.find((each) => each.attempt === attempt);
  const answer = entry?.response_body ?? '';
  if (Buffer.byteLength(answer) <= small_answer_bytes) return [];
  const key = keys.deliveryAnswer(delivery.id, attempt);
  return [{ ...key, et: 'wha', ttl: expiry(delivery, retention), body: cutBytes(answer, answer_bytes) }];
}

/** The list items of a failed delivery: an item that replay_failed finds, and for a replay one more. */
function failedItems(delivery: Delivery, shards: number, retention: Retention): [Item, ...Item[]] {
  const { webhook_id, first_id } = delivery;
  const open = failedItem(openFailureKey(webhook_id, delivery, shards), delivery, retention);
  return first_id === undefined ? [open] : [open, listedFailure(webhook_id, delivery, shards, retention)];
}

/** Whether the stored row failed and no replay follows it. */
const isOpenFailure = (row: Item | null) => row?.status === 'failed' && row.replayed_as === undefined;

/**
 * Whether the stored row is this one, rewritten after its response was lost. An attempt for a duplicate
 * message has different times.
 */
const isOwnRow = (stored: Item | null, row: Item): boolean =>
  (row.attempt_log as unknown[]).length > 0 &&
  stored?.status === row.status &&
  stored?.attempts === row.attempts &&
  isDeepStrictEqual(stored?.attempt_log, row.attempt_log);

/**
 * The delivery log: one row per delivery, at most one write unit, rewritten in full after each attempt and
 * never read first. A longer failed response and a final failure cost an item each.
 */
export function deliveryStore(table: Table, objects: Objects, retention: Retention): DeliveryStore {
  return {
    get: async (webhook, shards, id) => {
      const item = await table.get(keys.delivery(webhook, shardOf(id, shards), id), { consistent: true });
      return item ? deliveryOf(item, webhook) : null;
    },

    record: async (delivery, { attempt, shards }) => {
      const answers = answerItem(delivery, attempt, retention);
      const row = rowOf(delivery, shards, retention);
      const written = table.put(row, {
        // No row yet, or a pending delivery with fewer attempts.
        condition: `${absent} OR (#status = :pending AND attempts < :attempt)`,
        names: { '#status': 'status' },
        values: { ':pending': 'pending', ':attempt': attempt },
      });
      const [refused] = await Promise.all([
        failureOf(written),
        answers.length > 0 ? table.batchWrite({ puts: answers }) : undefined,
      ]);
      // This runs after the row is written, because a duplicate message may have received a 2xx, or an
      // earlier run may have died at this point.
      if (delivery.status === 'failed' && (refused === null || isOpenFailure(refused.item)))
        await table.batchWrite({ puts: failedItems(delivery, shards, retention) });
      return refused === null || isOwnRow(refused.item, row);
    },

    putFailed: async (delivery, shards) => {
      const { id, webhook_id } = delivery;
      const [open, ...listed] = failedItems(delivery, shards, retention);
      const row = keys.delivery(webhook_id, shardOf(id, shards), id);
      if (listed.length > 0) await table.batchWrite({ puts: listed });
      const unreplayed = { check: row, condition: 'attribute_not_exists(replayed_as)' };
      await conditionHeld(table.transact([{ put: open, condition: absent }, unreplayed]));
    },

    putPayload: async (account, event, payload) => {
      const bytes = compress(Buffer.from(payload));
      const inBucket = bytes.byteLength > payload_bytes;
      if (inBucket) await objects.put(objectKeys.event(account, event.id), bytes);
      const where = inBucket ? { object: true } : { body: bytes };
      const ttl = expiry(event, retention);
      await table.put({ ...keys.webhookPayload(event.id), et: 'evp', ttl, ...where });
    },

    readPayload: async (account, event_id) => {
      const key = keys.webhookPayload(event_id);
      const item = await readRecord<{ body: Uint8Array; object?: true }>(table, key);
      if (item === null) return null;
      const bytes = item.object ? await objects.get(objectKeys.event(account, event_id)) : item.body;
      return bytes && decompress(bytes).toString('utf8');
    },
  };
}
