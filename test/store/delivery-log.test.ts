import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { derivedId, firstId, type Id, systemRuntime } from '../../shared/core/runtime.ts';
import { deliveryLog } from '../../shared/store/delivery-log.ts';
import { rowOf } from '../../shared/store/delivery-rows.ts';
import { keys, shardOf, ttlAfter } from '../../shared/store/schema.ts';
import { sizeOf } from '../../shared/store/size.ts';
import type { Item, Table } from '../../shared/store/table.ts';
import { usualRetention } from '../support/retention.ts';
import { testTable } from '../support/table.ts';

const runtime = systemRuntime();
const table = testTable();
/** What the plan with the most deliveries has. */
const shards = 5;
const begin = Date.now() - 86_400_000;
/** 100,000 take 90 s to write: `LOG_ROWS=100000` repeats it. */
const many = Number(process.env.LOG_ROWS ?? 2_000);

/** A table that counts calls and the items that they read or write. */
function metered() {
  const meter = { calls: 0, items: 0, bytes: 0 };
  const count = (items: (Item | null)[]) => {
    meter.calls++;
    meter.items += items.length;
    for (const item of items) meter.bytes += item === null ? 0 : sizeOf(item);
  };
  const watched: Table = {
    ...table,
    query: async (query) => {
      const answer = await table.query(query);
      count(answer.items);
      return answer;
    },
    batchGet: async (wanted, options) => {
      const items = await table.batchGet(wanted, options);
      count(items);
      return items;
    },
  };
  return { meter, log: deliveryLog(watched, runtime, usualRetention) };
}

function deliveryAt(webhook: Id<'wh'>, i: number, failed: boolean): Delivery {
  const at = begin + i * 500;
  const event = derivedId('evt', at, String(i));
  return {
    id: derivedId('whd', at, event, webhook),
    webhook_id: webhook,
    event_id: event,
    event_type: 'email.delivered',
    status: failed ? 'failed' : 'delivered',
    attempts: failed ? 5 : 1,
    last_status_code: failed ? 500 : 200,
    last_error: failed ? 'http_status' : null,
    next_attempt_at: null,
    created_at: new Date(at).toISOString(),
    delivered_at: failed ? null : new Date(at).toISOString(),
    url: 'https://receiver.example.com/hooks/mail',
    attempt_log: [],
  };
}

/** A log of `size` deliveries, every twentieth of which failed. */
async function logOf(size: number): Promise<Id<'wh'>> {
  const webhook = runtime.id('wh');
  for (let from = 0; from < size; from += 500) {
    const rows = Array.from({ length: Math.min(500, size - from) }, (_, i) =>
      deliveryAt(webhook, from + i, (from + i) % 20 === 0),
    );
    const failed = rows.filter(({ status }) => status === 'failed');
    await table.batchWrite({
      puts: [
        ...rows.map((row) => rowOf(row, shards, usualRetention)),
        ...failed.map(({ id, event_id, event_type, created_at }) => ({
          ...keys.failedDelivery(webhook, shardOf(id, shards), id),
          et: 'whf',
          ttl: ttlAfter(created_at, usualRetention.webhook_log),
          event_id,
          event_type,
          created_at,
        })),
      ],
    });
  }
  return webhook;
}

/** What a page of 25, a page of failed ones and a look for what to replay cost. */
async function costs(webhook: Id<'wh'>) {
  const page = { shards, limit: 25, before: null, since: null };
  const cost = async (run: (log: ReturnType<typeof metered>['log']) => Promise<unknown>) => {
    const { meter, log } = metered();
    await run(log);
    return meter;
  };
  return {
    page: await cost((log) => log.list(webhook, page)),
    failed: await cost(async (log) => {
      const { entries } = await log.listFailed(webhook, { ...page, limit: 10 });
      await log.find(
        webhook,
        shards,
        entries.map(({ id }) => id),
      );
    }),
    replay: await cost((log) =>
      log.openFailures(webhook, {
        shards,
        limit: 25,
        since: firstId('whd', begin),
        until: firstId('whd', Date.now()),
      }),
    ),
  };
}

test(`a log of ${many} deliveries costs what one of 100 does: a page, failed ones, replay_failed [E7]`, async () => {
  const [small, large] = await Promise.all([logOf(100), logOf(many)]);
  const [one, other] = [await costs(small), await costs(large)];
  for (const kind of ['page', 'failed', 'replay'] as const) {
    expect(other[kind].items).toBeLessThanOrEqual(100);
    expect(other[kind].calls).toBeLessThanOrEqual(one[kind].calls + shards);
  }
  // 4 KB is one read unit, strongly consistent.
  expect(other.page.bytes / 4_096).toBeLessThan(16);
}, 300_000);

test('a page over several shards is the newest of all of them, in order, however uneven they are', async () => {
  const webhook = runtime.id('wh');
  const all = Array.from({ length: 60 }, (_, i) => deliveryAt(webhook, i, false));
  // Most of the newest in one shard: it has to be asked again.
  const uneven = all.filter(({ id }, i) => i < 20 || shardOf(id, shards) === 2);
  await table.batchWrite({ puts: uneven.map((row) => rowOf(row, shards, usualRetention)) });
  const { log } = metered();
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof log.list>> = await log.list(webhook, {
      shards,
      limit: 7,
      before,
      since: null,
    });
    seen.push(...page.entries.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  expect(seen).toEqual(uneven.map(({ id }) => id).reverse());
});
