import { domainRoutes } from '../../functions/domains/routes.ts';
import { keyRoutes } from '../../functions/keys/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { RemovalMessage } from '../../shared/domain/ports/tenants.ts';
import { finishRemoval } from '../../shared/domain/tenant-admin/finish-removal.ts';
import { emailIdOf, indexes, keys, listShards, partitions } from '../../shared/store/schema.ts';
import type { Item } from '../../shared/store/table.ts';
import { inProcess, testClock, testContext } from '../support/api.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { optOutOf, suppressionOf } from '../support/records.ts';
import { sweepOf } from '../support/sweep.ts';
import { testTable } from '../support/table.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';

const table = testTable();
const routes = [...tenantGroups, ...domainRoutes, ...keyRoutes];

/** An account with the tenant acme; the messages of the removal's queue are kept, and `work` hands them on. */
async function setUp(change: (ctx: Context) => Context = (ctx) => ctx) {
  const clock = testClock();
  const queued: { message: RemovalMessage; delay_s: number }[] = [];
  const removal_queue = {
    enqueue: async (message: RemovalMessage, delay_s = 0) => void queued.push({ message, delay_s }),
  };
  const ctx = change({ ...testContext({ runtime: clock.runtime }), removal_queue });
  const world = await tenantWorld(ctx);
  const call = inProcess(ctx, routes, world.api_key);
  const acme = await world.tenant('acme');
  const remove = (name = 'acme') => call('DELETE', `/tenants/${name}`);
  /** Hands each message to the worker until none is left; all that were. */
  const work = async () => {
    const done = [];
    for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
      done.push([next.message.pass, next.delay_s]);
      await indexesCaughtUp();
      await finishRemoval(ctx, next.message);
    }
    return done;
  };
  const codes = async (...asked: ReturnType<typeof call>[]) =>
    (await Promise.all(asked)).map(({ status, body }) => body.error?.code ?? status);
  return { ...world, ...clock, ctx, call, acme, queued, remove, work, codes };
}

/** The stream's reports of emails of this test come when they come: their counters are those of these days. */
const counted = [0, 86_400_000].map((ago) => `#${new Date(Date.now() - ago).toISOString().slice(0, 10)}`);
const isLate = ({ sk }: Item) => counted.some((day) => sk.slice(1).startsWith(day));

/** What the table still has under the id of a tenant, but for its emails. */
async function leftOf(id: Id<'ten'>): Promise<Item[]> {
  await indexesCaughtUp();
  const shards = Array.from({ length: listShards }, (_, shard) => [
    table.query(indexes.addresses(id, shard)),
    table.query(indexes.optOuts(id, shard)),
  ]).flat();
  const found = await Promise.all([table.query(partitions.counters(id)), ...shards]);
  const single = [keys.limit(id, 'tenant'), keys.export(id), keys.tenantMetadata(id)];
  const items = await table.batchGet(single, { consistent: true });
  const listed = found.flatMap((page) => page.items).filter((item) => !isLate(item));
  return [...listed, ...items.filter((item) => item !== null)];
}

const suppress = (call: ReturnType<typeof inProcess>, n: number) =>
  Promise.all(
    Array.from({ length: n }, (_, i) =>
      call('POST', '/suppressions', { body: { email: `r${i}@x.example`, tenant: 'acme' } }),
    ),
  );

test('DELETE answers ok, a second one 404; the tenant is gone from every answer [H21]', async () => {
  const { call, remove, codes } = await setUp();
  expect((await remove()).body).toEqual({ ok: true });
  const gone = [
    ...[remove(), call('GET', '/tenants/acme'), call('GET', '/tenants/acme/stats')],
    ...[call('PATCH', '/tenants/acme', { body: { name: 'x' } }), call('GET', '/emails?tenant=acme')],
    ...[call('GET', '/suppressions?tenant=acme'), call('GET', '/domains?tenant=acme')],
  ];
  expect(await codes(...gone)).toEqual(gone.map(() => 'not_found'));
  expect((await call('GET', '/tenants')).body.tenants).toEqual([]);
});

test('of ten deletes at once one is answered with 200, and the plan has one place more', async () => {
  const { ctx, account, remove, codes, tenant } = await setUp();
  await tenant('other');
  const answers = await codes(...Array.from({ length: 10 }, () => remove()));
  expect(answers.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 'not_found')]);
  expect((await ctx.accounts.readCounts(account.id)).tenants).toBe(1);
});

test('emails stay in history with tenant null, and no item of them is touched [A7]', async () => {
  const { call, send, remove, work, acme } = await setUp();
  const { id } = (await send({ tenant: 'acme' })).body as { id: string };
  const meta = () => table.get(keys.email(id as Id<'msg'>), { consistent: true });
  const shown = async () => {
    const one = (await call('GET', `/emails/${id}`)).body.email as { tenant: string | null };
    const [listed] = (await call('GET', '/emails')).body.emails as { tenant: string | null }[];
    return [one.tenant, listed?.tenant];
  };
  expect(await shown()).toEqual(['acme', 'acme']);
  const before = await meta();
  await remove();
  await work();
  expect(await shown()).toEqual([null, null]);
  expect((await meta())?.tenant).toBe(acme.id);
  expect(emailIdOf({ pk: before?.pk ?? '' })).toBe(id);
});

test('a process that has shown the tenant shows it no more once another has deleted it [A7]', async () => {
  const { call, send, remove, runtime, api_key } = await setUp();
  const { id } = (await send({ tenant: 'acme' })).body as { id: string };
  const elsewhere = inProcess(testContext({ runtime }), routes, api_key);
  const shown = async (from: typeof call) =>
    ((await from('GET', `/emails/${id}`)).body.email as { tenant: string | null }).tenant;
  expect([await shown(call), await shown(elsewhere)]).toEqual(['acme', 'acme']);
  await remove();
  expect([await shown(call), await shown(elsewhere)]).toEqual([null, null]);
});

test('a new tenant of the same name starts empty [A7]', async () => {
  const { call, send, remove, work, tenant, acme } = await setUp();
  await suppress(call, 1);
  await send({ tenant: 'acme' });
  await remove();
  const again = await tenant('acme');
  expect(again.id).not.toBe(acme.id);
  const empty = async () => {
    const { emails } = (await call('GET', '/emails?tenant=acme')).body;
    const { suppressions } = (await call('GET', '/suppressions?tenant=acme')).body;
    const { ramp, stats } = (await call('GET', '/tenants/acme/stats')).body as {
      ramp: { used_today: object };
      stats: { total: number };
    };
    return [emails, suppressions, ramp.used_today, stats.total];
  };
  const nothing = [[], [], { transactional: 0, product: 0 }, 0];
  expect(await empty()).toEqual(nothing);
  expect((await send({ tenant: 'acme', to: 'r0@x.example' })).status).toBe(200);
  await work();
  expect(await leftOf(acme.id)).toEqual([]);
  expect((await call('GET', '/tenants/acme')).body.tenant).toEqual(again);
});

test('lists, opt-outs, counters and limits are emptied in two passes, then the outbox row goes [A7]', async () => {
  const { ctx, account, call, send, remove, work, acme, queued } = await setUp();
  await suppress(call, 60);
  const list = { account: account.id, tenant: acme.id };
  for (const [i, category] of (['product', 'newsletter'] as const).entries())
    await ctx.opt_outs.create(list, optOutOf(ctx, `o${i}@x.example`, category, { tenant: acme.id }));
  await send({ tenant: 'acme' });
  const place = { owner: acme.id, kind: 'day', period: '2020-01-01', domain: null } as const;
  await ctx.counters.add(place, 'shard', [{ sequence: '1', counter: 'sent', n: 1 }]);
  expect((await leftOf(acme.id)).length).toBe(60 + 2 + 1 + 1);
  await remove();
  const [{ message } = { message: null }] = queued;
  expect(await work()).toEqual([
    ['first', 0],
    ['last', 900],
  ]);
  expect(await leftOf(acme.id)).toEqual([]);
  const addresses = ['r0', 'r59', 'o0', 'o1'].map((name) => keys.address(acme.id, `${name}@x.example`));
  expect(await table.batchGet(addresses, { consistent: true })).toEqual(addresses.map(() => null));
  expect(await ctx.tenant_removals.get(acme.id, message?.outbox ?? 0)).toBeNull();
});

test('what the time of a message is not enough for, the next one does [A7]', async () => {
  const { remove, acme, work } = await setUp((real) => {
    const empty: Context['tenant_removals']['empty'] = (id, isOver) => {
      // After as many looks at the clock the time of this run is over.
      let looks = 0;
      return real.tenant_removals.empty(id, () => isOver() || ++looks > 2 * listShards + 3);
    };
    return { ...real, tenant_removals: { ...real.tenant_removals, empty } };
  });
  const days = Array.from({ length: 400 }, (_, i) => keys.counterDay(acme.id, `day ${i}`));
  await table.batchWrite({ puts: days.map((key) => ({ ...key, sent: 1 })) });
  await remove();
  expect(await work()).toEqual([
    ...[
      ['first', 0],
      ['first', 0],
      ['first', 0],
    ],
    ['last', 900],
  ]);
  expect(await leftOf(acme.id)).toEqual([]);
});

test('a pass over more keys of the account than one message reads goes on where it stopped [A36]', async () => {
  const reads: string[] = [];
  const { ctx, call, remove, acme, queued, keyOf, advance } = await setUp((real) => {
    const list: Context['keys']['list'] = async (of, page) => {
      advance(20_000);
      reads.push(page.before ?? 'newest');
      return real.keys.list(of, { ...page, limit: 1 });
    };
    return { ...real, keys: { ...real.keys, list } };
  });
  const ofAcme = await keyOf(acme);
  for (let i = 0; i < 5; i++) await call('POST', '/api-keys', { body: { name: `k${i}`, scopes: ['full'] } });
  await suppress(call, 1);
  await remove();
  const passes = [];
  for (let next = queued.shift(); next !== undefined && passes.length < 20; next = queued.shift()) {
    passes.push(next.message.pass);
    await indexesCaughtUp();
    await finishRemoval(ctx, RemovalMessage.parse(JSON.parse(JSON.stringify(next.message))));
    // The lists are emptied before the keys, however many of those there are.
    expect(await leftOf(acme.id)).toEqual([]);
  }
  // 7 keys, of which the first pass deletes one: two reads a message.
  expect(passes).toEqual([...Array(4).fill('first'), ...Array(4).fill('last')]);
  expect(reads).toHaveLength(7 + 6);
  expect(new Set(reads).size).toBe(7);
  advance(60_000);
  expect((await inProcess(ctx, routes, ofAcme)('GET', '/emails')).status).toBe(401);
});

test('S: domains return to the account before the answer: it and every tenant send from them', async () => {
  const { call, send, remove, ownDomain, acme, tenant, codes } = await setUp();
  const domain = await ownDomain(acme);
  const from = `a@${domain}`;
  await tenant('other');
  expect(await codes(send({ from, tenant: 'other' }))).toEqual(['domain_not_allowed']);
  await remove();
  expect(await codes(send({ from }), send({ from, tenant: 'other' }))).toEqual([200, 200]);
  expect((await call('GET', `/domains/${domain}`)).body.domain).not.toHaveProperty('tenant');
  const given = await call('POST', '/tenants/other/domains', { body: { domain } });
  expect((given.body.domain as { tenant: string }).tenant).toBe('other');
});

test('its keys and SMTP credentials are 401 within 60 s, and out of the lists at once [A36]', async () => {
  const { ctx, account, call, remove, work, keyOf, acme, advance } = await setUp();
  const key = await keyOf(acme);
  await call('POST', '/smtp-credentials', { body: { name: 'relay', tenant: 'acme' } });
  const withKey = async (context: Context) =>
    (await inProcess(context, routes, key)('GET', '/emails')).status;
  expect(await withKey(ctx)).toBe(200);
  const other = { ...ctx, ...testContext({ runtime: ctx.runtime }) };
  expect(await withKey(other)).toBe(200);
  await remove();
  advance(59_000);
  expect([await withKey(ctx), await withKey(other)]).toEqual([401, 401]);
  expect((await call('GET', '/smtp-credentials')).body.smtp_credentials).toEqual([]);
  const names = async () =>
    ((await call('GET', '/api-keys')).body.api_keys as { name: string }[]).map(({ name }) => name);
  expect(await names()).not.toContain('limited');
  await work();
  const page = { limit: 100, before: null };
  const left = [await ctx.keys.list(account.id, page), await ctx.smtp_credentials.list(account.id, page)];
  expect(left.flatMap(({ entries }) => entries.filter(({ tenant }) => tenant === acme.id))).toEqual([]);
});

test('a filter loses the tenant; one that is emptied stays a filter, and its endpoint is off [A8, E23]', async () => {
  const { call, remove, tenant, codes } = await setUp();
  await tenant('other');
  const hook = async (tenants?: string[]) => {
    const body = { url: 'https://hooks.example.com/x', ...(tenants && { tenants }) };
    return (await call('POST', '/webhooks', { body })).body.webhook as { id: string };
  };
  const [both, alone, all] = [await hook(['acme', 'other']), await hook(['acme']), await hook()];
  await remove();
  const get = async ({ id }: { id: string }) => (await call('GET', `/webhooks/${id}`)).body.webhook;
  expect(await get(both)).toMatchObject({ tenants: ['other'], enabled: true });
  expect(await get(alone)).toMatchObject({
    tenants: [],
    enabled: false,
    disabled_reason: 'tenant_deleted',
  });
  expect(await get(all)).toMatchObject({ enabled: true });
  expect(await get(all)).not.toHaveProperty('tenants');
  const test = await call('POST', '/emails/test', { body: { event: 'email.sent' } });
  expect((test.body.deliveries as { webhook_id: string }[]).map(({ webhook_id }) => webhook_id)).toEqual([
    all.id,
  ]);
  const patch = (body: object) => call('PATCH', `/webhooks/${alone.id}`, { body });
  const refused = await patch({ enabled: true });
  expect([refused.status, refused.body.error?.details]).toEqual([409, { reason: 'tenant_deleted' }]);
  expect(await codes(patch({ enabled: true, tenants: [] }))).toEqual([200]);
  expect(await get(alone)).toMatchObject({ enabled: true, disabled_reason: null });
  expect(await get(alone)).not.toHaveProperty('tenants');
});

test('what was written while the tenant was deleted, the last pass takes back [A8]', async () => {
  const { ctx, account, remove, queued, acme, ownDomain, call } = await setUp();
  await remove();
  const first = queued.shift()?.message as RemovalMessage;
  await finishRemoval(ctx, first);
  const domain = await ownDomain(acme);
  const list = { account: account.id, tenant: acme.id };
  await ctx.suppressions.add(list, suppressionOf(ctx, 'late@x.example', { tenant: acme.id }));
  await indexesCaughtUp();
  await finishRemoval(ctx, queued.shift()?.message as RemovalMessage);
  expect(await leftOf(acme.id)).toEqual([]);
  expect((await ctx.domains.read(domain))?.domain.tenant).toBeNull();
  expect((await call('GET', `/domains/${domain}`)).status).toBe(200);
  expect(queued).toEqual([]);
});

test('a removal whose message was lost is queued again by the sweep', async () => {
  const { ctx, remove, queued, acme, advance, work } = await setUp();
  await remove();
  const lost = queued.shift()?.message as RemovalMessage;
  await sweepOf(ctx, (id) => id === acme.id);
  expect(queued).toEqual([]);
  advance(23 * 60_000);
  await sweepOf(ctx, (id) => id === acme.id);
  expect(queued.map(({ message }) => message)).toEqual([
    { ...lost, outbox: expect.any(Number), pass: 'first' },
  ]);
  expect(queued[0]?.message.outbox).toBeGreaterThan(lost.outbox);
  await work();
  advance(60 * 60_000);
  await sweepOf(ctx, (id) => id === acme.id);
  expect(queued).toEqual([]);
});

test('a queue that is down does not keep the tenant: the answer is 200, and the outbox row is there', async () => {
  const { ctx, remove, acme, runtime } = await setUp((real) => ({
    ...real,
    removal_queue: { enqueue: async () => Promise.reject(new Error('the queue is down')) },
  }));
  expect((await remove()).status).toBe(200);
  const minute = Math.floor(runtime.now() / 60_000);
  const rows = await Promise.all([19, 20].map((later) => ctx.tenant_removals.get(acme.id, minute + later)));
  expect(rows.filter((row) => row !== null)).toEqual([{ id: acme.id, account: acme && expect.any(String) }]);
});
