import { randomBytes } from 'node:crypto';
import { cutBytes } from '../../shared/core/characters.ts';
import type { Delivery, DeliveryAttempt } from '../../shared/core/records/webhooks.ts';
import { firstId, systemRuntime } from '../../shared/core/runtime.ts';
import { deliveryStore } from '../../shared/store/deliveries.ts';
import { deliveryLog } from '../../shared/store/delivery-log.ts';
import { rowOf } from '../../shared/store/delivery-rows.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { keys } from '../../shared/store/schema.ts';
import { sizeOf } from '../../shared/store/size.ts';
import type { Item, Table } from '../../shared/store/table.ts';
import { usualRetention } from '../support/retention.ts';
import { testTable } from '../support/table.ts';

const table = testTable();
const runtime = systemRuntime();
const account = runtime.id('acc');

/** A store that counts the write units of what it puts, by DynamoDB's rules. */
function metered() {
  const meter = { units: 0, writes: 0 };
  const count = (item: Item) => {
    meter.units += Math.max(1, Math.ceil(sizeOf(item) / 1024));
    meter.writes++;
  };
  const watched: Table = {
    ...table,
    put: (item, expression) => {
      count(item);
      return table.put(item, expression);
    },
    batchWrite: (writes) => {
      writes.puts?.forEach(count);
      return table.batchWrite(writes);
    },
  };
  const bucket = new Map<string, Uint8Array>();
  const objects: Objects = {
    put: async (key, bytes) => void bucket.set(key, bytes),
    get: async (key) => bucket.get(key) ?? null,
    remove: async (key) => void bucket.delete(key),
  };
  return { meter, bucket, store: deliveryStore(watched, objects, usualRetention) };
}

const attemptOf = (attempt: number, change: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  attempt,
  started_at: '2026-11-21T10:00:00.123Z',
  duration_ms: 10_000,
  status_code: 500,
  error: 'http_status',
  response_body: null,
  ...change,
});

const deliveryOf = (change: Partial<Delivery> = {}): Delivery => ({
  id: runtime.id('whd'),
  webhook_id: runtime.id('wh'),
  event_id: runtime.id('evt'),
  event_type: 'automation.step_completed',
  status: 'delivered',
  attempts: 1,
  last_status_code: 200,
  last_error: null,
  next_attempt_at: null,
  created_at: '2026-11-21T10:00:00.000Z',
  delivered_at: '2026-11-21T10:00:01.000Z',
  url: 'https://example.com/hooks/mail',
  attempt_log: [attemptOf(1, { status_code: 200, error: null })],
  ...change,
});

const waiting = (attempts: number, change: Partial<Delivery> = {}): Delivery =>
  deliveryOf({
    status: 'pending',
    attempts,
    last_status_code: 500,
    last_error: 'http_status',
    next_attempt_at: '2026-11-21T10:00:05.000Z',
    delivered_at: null,
    attempt_log: Array.from({ length: attempts }, (_, i) => attemptOf(i + 1)),
    ...change,
  });

test('a row is read as it was written, and expires after 30 days [E7]', async () => {
  const { store } = metered();
  const delivery = waiting(2);
  expect(await store.record(delivery, { attempt: 2, shards: 5 })).toBe(true);
  expect(await store.get(delivery.webhook_id, 5, delivery.id)).toEqual(delivery);
  expect(rowOf(delivery, 5, usualRetention).ttl).toBe(Date.parse(delivery.created_at) / 1000 + 30 * 86_400);
});

test('an attempt answered 2xx costs one write unit, whatever the url [E7]', async () => {
  const { store, meter } = metered();
  await store.record(deliveryOf(), { attempt: 1, shards: 1 });
  expect(meter).toEqual({ units: 1, writes: 1 });
  const long = deliveryOf({ url: `https://example.com/${'u'.repeat(2_000)}` });
  await store.record(long, { attempt: 1, shards: 1 });
  expect(meter).toEqual({ units: 2, writes: 2 });
  expect(await store.get(long.webhook_id, 1, long.id)).toMatchObject({ url: null, status: 'delivered' });
});

test('a failed attempt costs one unit and its answer; the row shows the first 512 bytes [E7]', async () => {
  const { store, meter } = metered();
  const answer = `${'é'.repeat(2_500)}end`;
  const first = waiting(1, { attempt_log: [attemptOf(1, { response_body: answer })] });
  await store.record(first, { attempt: 1, shards: 1 });
  expect(meter).toEqual({ units: 1 + 5, writes: 2 });
  const shown = (await store.get(first.webhook_id, 1, first.id))?.attempt_log[0]?.response_body ?? '';
  expect(answer.startsWith(shown)).toBe(true);
  expect(Buffer.byteLength(shown)).toBeGreaterThan(400);
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(512);
  const item = await table.get(keys.deliveryAnswer(first.id, 1));
  expect(item?.body).toBe(answer.slice(0, 2_048));
});

test('a small answer stays in the row through all five attempts; the final failure costs one unit more [E7]', async () => {
  const { store, meter } = metered();
  const answer = 'x'.repeat(64);
  const log = [1, 2, 3, 4, 5].map((attempt) => attemptOf(attempt, { response_body: answer }));
  const delivery = waiting(5, { status: 'failed', next_attempt_at: null, attempt_log: log });
  await store.record(delivery, { attempt: 5, shards: 3 });
  expect(meter).toEqual({ units: 2, writes: 2 });
  const row = await store.get(delivery.webhook_id, 3, delivery.id);
  expect(row?.attempt_log.map((entry) => entry.response_body)).toEqual(Array(5).fill(answer));
  const shard = rowOf(delivery, 3, usualRetention).pk.slice(-2);
  const failed = await table.get(keys.failedDelivery(delivery.webhook_id, Number(shard), delivery.id));
  expect(failed).toMatchObject({ event_id: delivery.event_id, event_type: delivery.event_type });
});

test('a failed replay costs two units more, and is open for replay_failed until a replay follows [E7, E31]', async () => {
  const { store, meter } = metered();
  const log = deliveryLog(table, runtime, usualRetention);
  const first_id = firstId('whd', Date.now() - 3_600_000);
  const now = new Date().toISOString();
  const replay = waiting(1, { status: 'failed', next_attempt_at: null, created_at: now, first_id });
  const { webhook_id } = replay;
  const range = { shards: 3, limit: 10, since: first_id, until: `${first_id}~` };
  const open = async () => (await log.openFailures(webhook_id, range)).failures;
  const listed = async () =>
    (await log.listFailed(webhook_id, { shards: 3, limit: 10, before: null, since: null })).entries;
  // A run that died wrote the row alone; what comes after completes it.
  await table.put(rowOf(replay, 3, usualRetention));
  await store.putFailed(replay, 3);
  await store.putFailed(replay, 3);
  expect(await open()).toMatchObject([{ id: replay.id, first_id, event_id: replay.event_id }]);
  expect(await listed()).toMatchObject([{ id: replay.id }]);
  await log.claimReplays(webhook_id, 3, [{ id: replay.id, replay: runtime.id('whd') }]);
  await log.closeFailures(webhook_id, 3, await open());
  await store.putFailed(replay, 3);
  expect(await open()).toEqual([]);
  expect(await listed()).toMatchObject([{ id: replay.id }]);
  meter.units = 0;
  await store.record({ ...replay, id: runtime.id('whd') }, { attempt: 1, shards: 3 });
  expect(meter.units).toBe(3);
  expect(await open()).toHaveLength(1);
});

test('no row is over 1 KB, whatever it tells [E7]', () => {
  const answers = ['', 'x', 'x'.repeat(64), 'é'.repeat(4_000), '\u0000'.repeat(4_096), '😀'.repeat(1_000)];
  for (const attempts of [1, 2, 3, 4, 5]) {
    for (const url of [1, 60, 100, 200, 300, 2_000]) {
      for (const answer of answers) {
        const log = Array.from({ length: attempts }, (_, i) =>
          attemptOf(i + 1, {
            error: 'endpoint_disabled',
            response_body: i + 1 < attempts ? 'y'.repeat(64) : answer || null,
          }),
        );
        const change = {
          attempt_log: log,
          url: `https://e.example/${'u'.repeat(url)}`,
          last_error: log[0]?.error,
          first_id: runtime.id('whd'),
        };
        const delivery = waiting(attempts, {
          ...change,
          delivered_at: '2026-11-21T10:00:01.000Z',
        } as Delivery);
        expect(sizeOf(rowOf(delivery, 12, usualRetention))).toBeLessThanOrEqual(1_024);
      }
    }
  }
});

test('a row only moves forward: an attempt is recorded once, a finished delivery stays [E8]', async () => {
  const { store } = metered();
  const first = waiting(1);
  const options = (attempt: number) => ({ attempt, shards: 1 });
  expect(await store.record(first, options(1))).toBe(true);
  const copy = { ...first, attempt_log: [attemptOf(1, { duration_ms: 9_999 })] };
  expect(await store.record(copy, options(1))).toBe(false);
  const second = { ...first, attempts: 2, attempt_log: [attemptOf(1), attemptOf(2)] };
  const twins = await Promise.all(
    [1, 2, 3].map((duration_ms) => {
      const attempt_log = [attemptOf(1), attemptOf(2, { duration_ms })];
      return store.record({ ...second, attempt_log }, options(2));
    }),
  );
  expect(twins.filter(Boolean)).toHaveLength(1);
  expect(await store.record(first, options(1))).toBe(false);
  const done: Delivery = { ...second, status: 'delivered', attempts: 3 };
  expect(await store.record(done, options(3))).toBe(true);
  expect(await store.record({ ...second, attempts: 4 }, options(4))).toBe(false);
  expect(await store.get(first.webhook_id, 1, first.id)).toMatchObject({ status: 'delivered', attempts: 3 });
});

test('a row with 0 attempts is written for what happened while disabled [E22]', async () => {
  const { store } = metered();
  const row = waiting(0, { status: 'failed', last_error: 'endpoint_disabled', attempt_log: [] });
  expect(await store.record(row, { attempt: 1, shards: 1 })).toBe(true);
  expect(await store.get(row.webhook_id, 1, row.id)).toMatchObject({ attempts: 0, status: 'failed' });
});

test('a payload is kept byte for byte: in the table, over 8 KB compressed in the bucket [E7]', async () => {
  const { store, bucket, meter } = metered();
  const event = { id: runtime.id('evt'), created_at: '2026-11-21T10:00:00.000Z' };
  const small = JSON.stringify({ id: event.id, text: 'Grüße 😀 '.repeat(150) });
  await store.putPayload(account, event, small);
  expect(meter.units).toBe(1);
  expect(bucket.size).toBe(0);
  expect(await store.readPayload(account, event.id)).toBe(small);
  const other = { ...event, id: runtime.id('evt') };
  const large = JSON.stringify({ text: randomBytes(12_000).toString('base64') });
  await store.putPayload(account, other, large);
  expect(bucket.size).toBe(1);
  expect(await store.readPayload(account, other.id)).toBe(large);
  expect(await store.readPayload(account, runtime.id('evt'))).toBeNull();
});

test.each([
  ['aé', 2, 'a'],
  ['😀x', 3, ''],
  ['abc', -5, ''],
])('%s cut to %i bytes is %j', (text, limit, wanted) => {
  expect(cutBytes(text, limit)).toBe(wanted);
});
