import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import type { Query, Table } from '../../shared/store/table.ts';
import { webhookStore } from '../../shared/store/webhooks.ts';
import { endpointOf as recordOf } from '../support/records.ts';
import { testTable } from '../support/table.ts';

const table = testTable();

/** A store on a clock that the test moves, counting what it reads. */
function setUp() {
  let time = Date.now();
  const runtime = systemRuntime(() => time);
  const reads = { lists: 0, gets: 0 };
  const watched: Table = {
    ...table,
    query: (query: Query) => {
      reads.lists++;
      return table.query(query);
    },
    get: (key, options) => {
      reads.gets++;
      return table.get(key, options);
    },
  };
  const account = runtime.id('acc');
  const endpointOf = (change: Partial<WebhookEndpoint> = {}) => {
    time += 1;
    return recordOf({ runtime }, account, change);
  };
  const advance = (ms: number) => {
    time += ms;
  };
  return { store: webhookStore(watched, runtime), account, endpointOf, reads, advance };
}

test('of 40 concurrent creates a plan of 3 takes exactly 3; a delete makes room for one [A37]', async () => {
  const { store, account, endpointOf } = setUp();
  const made = await Promise.all(Array.from({ length: 40 }, () => store.create(endpointOf(), 3)));
  expect(made.filter((each) => each.result === 'created')).toHaveLength(3);
  expect(made.find((each) => each.result !== 'created')).toEqual({ result: 'limit', used: 3 });
  const all = await store.all(account);
  expect(all).toHaveLength(3);
  const id = all[0]?.id ?? 'wh_';
  const removed = await Promise.all([1, 2, 3].map(() => store.remove(account, id)));
  expect(removed.filter(Boolean)).toHaveLength(1);
  expect(await store.create(endpointOf(), 3)).toEqual({ result: 'created' });
  expect(await store.create(endpointOf(), 3)).toEqual({ result: 'limit', used: 3 });
});

test('what another process changes of an endpoint counts for the next event [P25]', async () => {
  const { store, account, endpointOf } = setUp();
  const other = webhookStore(table, systemRuntime());
  const first = endpointOf();
  await store.create(first, 10);
  expect(await store.all(account)).toHaveLength(1);
  await other.create(endpointOf(), 10);
  expect(await store.all(account)).toHaveLength(2);
  await other.update(first, { enabled: false, updated_at: 'later' });
  expect((await store.all(account)).filter(({ enabled }) => enabled)).toHaveLength(1);
});

test('an endpoint is read afresh unless its reader takes an older answer; a change is seen at once', async () => {
  const { store, account, endpointOf, reads, advance } = setUp();
  const endpoint = endpointOf();
  await store.create(endpoint, 10);
  expect(await store.get(account, endpoint.id)).toEqual(endpoint);
  await store.get(account, endpoint.id, 1_000);
  await store.get(account, endpoint.id, 1_000);
  expect(reads.gets).toBe(1);
  advance(1_000);
  await store.get(account, endpoint.id, 1_000);
  expect(reads.gets).toBe(2);
  await store.update(endpoint, { url: 'https://other.example/', updated_at: 'later' });
  expect(await store.get(account, endpoint.id, 1_000)).toMatchObject({ url: 'https://other.example/' });
});

test('an id of another account is nobody’s, remembered or not [C13]', async () => {
  const mine = setUp();
  const other = setUp();
  const endpoint = mine.endpointOf();
  await mine.store.create(endpoint, 10);
  await mine.store.get(mine.account, endpoint.id);
  expect(await mine.store.get(other.account, endpoint.id, 1_000)).toBeNull();
  expect(await mine.store.get(other.account, endpoint.id)).toBeNull();
  expect(await mine.store.remove(other.account, endpoint.id)).toBe(false);
});

test('all endpoints of an account are found, over any number of pages', async () => {
  const { store, account, endpointOf } = setUp();
  const endpoints = Array.from({ length: 30 }, () =>
    endpointOf({ url: `https://e.example/${'u'.repeat(2_000)}` }),
  );
  await Promise.all(endpoints.map((endpoint) => store.create(endpoint, 1_000)));
  expect((await store.all(account)).map((each) => each.id).sort()).toEqual(
    endpoints.map((each) => each.id).sort(),
  );
  const newest = endpoints.map((each) => each.id).reverse();
  const first = await store.list(account, { limit: 20, before: null });
  expect(first.entries.map((each) => each.id)).toEqual(newest.slice(0, 20));
  const second = await store.list(account, { limit: 20, before: first.next });
  expect(second.entries.map((each) => each.id)).toEqual(newest.slice(20));
  expect(second.next).toBeNull();
});
