import { domainRoutes } from '../../functions/domains/routes.ts';
import { wire } from '../../shared/aws/wire.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { RemovalMessage } from '../../shared/domain/ports/tenants.ts';
import { finishRemoval } from '../../shared/domain/tenant-admin/finish-removal.ts';
import { keys } from '../../shared/store/schema.ts';
import type { Item } from '../../shared/store/table.ts';
import { inProcess, testClock, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';

/** `npm run check -- soak:tenant` deletes a tenant of 100,000. */
const emails = Number(process.env.TENANT_EMAILS ?? 1_000);
const table = testTable();

type Listed = { id: string; tenant: string | null };

async function setUp() {
  const clock = testClock();
  const queued: RemovalMessage[] = [];
  const removal_queue = { enqueue: async (message: RemovalMessage) => void queued.push(message) };
  const ctx = { ...testContext({ runtime: clock.runtime }), removal_queue };
  const world = await tenantWorld(ctx);
  const call = inProcess(ctx, [...tenantGroups, ...domainRoutes], world.api_key);
  await world.tenant('acme');
  await world.tenant('other');
  const { id } = (await world.send({ tenant: 'acme' })).body as { id: string };
  const meta = await table.get(keys.email(id as Id<'msg'>), { consistent: true });
  /** The email again under another id, as its own item and entry of both lists. */
  const again = (): Item => JSON.parse(JSON.stringify(meta).replaceAll(id, ctx.runtime.id('msg'))) as Item;
  for (let made = 1; made < emails; made += 500) {
    const puts = Array.from({ length: Math.min(500, emails - made) }, again);
    await table.batchWrite({ puts });
  }
  const work = async () => {
    const passes = [];
    for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
      passes.push(next.pass);
      await finishRemoval(ctx, next);
    }
    return passes;
  };
  return { ...world, ctx, call, id, work };
}

test('a tenant with very many emails is deleted as fast as one with none, and mail of others goes on [A7]', async () => {
  const { call, send, work, tenant, id } = await setUp();
  const listed = async (path: string) =>
    (await call('GET', path)).body as { emails: Listed[]; next_cursor: string };
  expect((await listed('/emails?tenant=acme&limit=100')).emails).toHaveLength(100);
  const calls = jest.spyOn(wire, 'pass');
  const begun = performance.now();
  const [deleted, sent] = await Promise.all([call('DELETE', '/tenants/acme'), send({ tenant: 'other' })]);
  const delete_ms = Math.round(performance.now() - begun);
  expect([deleted.status, sent.status]).toEqual([200, 200]);
  // The work on the emails waits in the queue: their number shows in no call here.
  expect(calls.mock.calls.length).toBeLessThan(60);
  const passes = await work();
  const work_ms = Math.round(performance.now() - begun) - delete_ms;
  if (process.env.TENANT_EMAILS) process.stderr.write(`${JSON.stringify({ emails, delete_ms, work_ms })}\n`);
  expect(passes).toEqual(['first', 'last']);
  let path = '/emails?limit=100';
  for (let page = 0; page < 3; page++) {
    const { emails: shown, next_cursor } = await listed(path);
    expect(shown.filter((one) => one.tenant !== null && one.tenant !== 'other')).toEqual([]);
    expect(shown).toHaveLength(100);
    path = `/emails?limit=100&cursor=${encodeURIComponent(next_cursor)}`;
  }
  expect(((await call('GET', `/emails/${id}`)).body.email as Listed).tenant).toBeNull();
  expect((await call('GET', '/emails?tenant=acme')).status).toBe(404);
  await tenant('acme');
  expect((await listed('/emails?tenant=acme')).emails).toEqual([]);
}, 1_200_000);
