import type { OptOut, Suppression } from '../../shared/core/records/lists.ts';
import { systemRuntime, timestamp } from '../../shared/core/runtime.ts';
import { optOutStore } from '../../shared/store/opt-outs.ts';
import { indexes, keys, listShards } from '../../shared/store/schema.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { type Item, type Table, TransactionConflict } from '../../shared/store/table.ts';
import { testTable } from '../support/table.ts';
import { until } from '../support/until.ts';

const runtime = systemRuntime();
const real = testTable();
const email = 'a@x.example';

const freshList = () => ({ account: runtime.id('acc'), tenant: null });

function suppression(): Suppression {
  const created_at = timestamp(runtime.now());
  const base = { email, reason: 'manual', tenant: null, source: 'api', email_id: null, note: null } as const;
  return { id: runtime.id('sup'), ...base, created_at };
}

function optOut(): OptOut {
  const created_at = timestamp(runtime.now());
  const base = { email, category: 'product', tenant: null, email_id: null, source: 'link' } as const;
  return { id: runtime.id('opt'), ...base, created_at };
}

/** What an index holds of a list now. */
async function entriesOf(shardOf: (shard: number) => { index: 'gsi1' | 'gsi2'; pk: string }) {
  const shards = await Promise.all(Array.from({ length: listShards }, (_, i) => real.query(shardOf(i))));
  return shards.flatMap(({ items }) => items);
}

/** An index that still has the rows of before, as DynamoDB's has for a moment. */
function behind(): Table & { stale: Item[] } {
  const stale: Item[] = [];
  const query: Table['query'] = async (q) => {
    const found = await real.query(q);
    const rows = stale.filter((row) => row.gsi1pk === q.pk && (q.after ?? '~') > String(row.gsi1sk));
    const items = [...found.items, ...rows].sort((a, b) => (String(a.gsi1sk) < String(b.gsi1sk) ? 1 : -1));
    return { items: items.slice(0, q.limit), more: found.more || items.length > (q.limit ?? items.length) };
  };
  return { ...real, query, stale };
}

test('an address that left and came back is listed once, however far the index is behind [C5]', async () => {
  const table = behind();
  const store = suppressionStore(table, runtime);
  const list = freshList();
  const old = suppression();
  await store.add(list, old);
  table.stale.push(...(await entriesOf((shard) => indexes.addresses(list.account, shard))));
  await store.remove(list, email);
  expect((await store.list(list, { limit: 10, before: null })).entries).toEqual([]);
  const { suppression: back } = await store.add(list, suppression());
  const first = await store.list(list, { limit: 1, before: null });
  expect(first.entries.map(({ id }) => id)).toEqual([back.id]);
  expect(await store.list(list, { limit: 1, before: first.next })).toEqual({ entries: [], next: null });
});

/** The first `times` transactions conflict with another one. */
function conflicting(times: number): Table {
  let left = times;
  return {
    ...real,
    transact: async (writes) => {
      if (left-- > 0) throw new TransactionConflict();
      return real.transact(writes);
    },
  };
}

test('transactions that conflict on an address are tried again, and answered 503 when they keep conflicting', async () => {
  const list = freshList();
  await suppressionStore(real, runtime).add(list, suppression());
  const bulk = suppressionStore(conflicting(1_000), runtime).remove(list, email);
  await expect(bulk).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(await suppressionStore(real, runtime).get(list, email)).not.toBeNull();
  expect(await suppressionStore(conflicting(8), runtime).remove(list, email)).not.toBeNull();
  expect(await suppressionStore(real, runtime).get(list, email)).toBeNull();
});

test('an address that no list of any kind needs any more is forgotten [Q19]', async () => {
  const optOuts = optOutStore(real, runtime);
  const suppressions = suppressionStore(real, runtime);
  const list = freshList();
  const item = () => real.get({ pk: `ADR#${list.account}#${email}`, sk: 'ADR' }, { consistent: true });
  await optOuts.create(list, optOut());
  await optOuts.create(list, { ...optOut(), category: 'newsletter' });
  await suppressions.add(list, suppression());
  expect(await optOuts.remove(list, email, 'product')).toBe(true);
  expect(await suppressions.remove(list, email)).not.toBeNull();
  expect(await item()).not.toBeNull();
  expect(await optOuts.remove(list, email, 'newsletter')).toBe(true);
  expect(await item()).toBeNull();
});

describe('an entry is found by its id whatever the index knows [P37]', () => {
  const blind: Table = { ...real, query: async () => ({ items: [], more: false }) };
  const [store, ofIndex] = [suppressionStore(blind, runtime), suppressionStore(real, runtime)];

  test('of an add, an unsubscribe and a repeated event; not after its removal, nor on another list', async () => {
    const list = freshList();
    const added = suppression();
    await store.add(list, added);
    await store.add(list, added);
    expect(await store.find(list, added.id)).toEqual(added);
    expect(await store.find(freshList(), added.id)).toBeNull();
    const other = { ...suppression(), email: 'b@x.example', reason: 'unsubscribe' as const };
    const unsubscribed = { at: other.created_at, source: 'link' as const, email_id: 'msg_1' as const };
    await store.unsubscribe(list, { ...other, unsubscribed });
    expect(await store.find(list, other.id)).toMatchObject({ id: other.id });
    await store.remove(list, email);
    expect([await store.find(list, added.id), await ofIndex.find(list, added.id)]).toEqual([null, null]);
    // Suppressed again: the old id leads nowhere.
    await store.add(list, suppression());
    expect(await store.find(list, added.id)).toBeNull();
  });

  test('one whose writer died before it wrote the way to it is found by the index, and mended by the repetition', async () => {
    const list = freshList();
    const entry = suppression();
    const dying = suppressionStore({ ...real, put: () => Promise.reject(new Error('died')) }, runtime);
    await expect(dying.add(list, entry)).rejects.toThrow('died');
    expect(await store.find(list, entry.id)).toBeNull();
    await until(async () => (await ofIndex.find(list, entry.id)) !== null, {
      what: 'the entry in the index',
    });
    expect((await store.add(list, entry)).suppression).toEqual(entry);
    expect(await store.find(list, entry.id)).toEqual(entry);
  });
});

test('soft bounces are an item that ends 22 days after the last, and the removal of a bounce ends them [H17]', async () => {
  const store = suppressionStore(real, runtime);
  const list = freshList();
  const key = keys.softBounces(list.account, email);
  const now = runtime.now();
  expect(await store.countSoftBounce(list, email, now - 86_400_000)).toBe(1);
  expect(await store.countSoftBounce(list, email, now)).toBe(2);
  expect(await real.get(keys.address(list.account, email))).toBeNull();
  const days = (Number((await real.get(key))?.ttl) * 1000 - now) / 86_400_000;
  expect(days).toBeCloseTo(22, 1);
  await store.add(list, { ...suppression(), reason: 'bounce' });
  await store.remove(list, email);
  expect(await real.get(key)).toBeNull();
  expect(await store.countSoftBounce(list, email, now)).toBe(1);
});
