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
