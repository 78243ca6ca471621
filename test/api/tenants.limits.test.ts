import type { Id } from '../../shared/core/runtime.ts';
import { countAhead } from '../../shared/store/counts-ahead.ts';
import { countSends } from '../../shared/store/limit-counts.ts';
import { keys } from '../../shared/store/schema.ts';
import { TransactionConflict } from '../../shared/store/table.ts';
import { type Answer, type Client, inProcess, testClock, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';
import { until } from '../support/until.ts';

const people = (n: number) => Array.from({ length: n }, (_, i) => `r${i}@success.simulator.example.net`);

const tomorrow = (now: number) => new Date((Math.floor(now / 86_400_000) + 1) * 86_400_000).toISOString();

test('of 300 sends at once for a tenant with 100 left exactly 100 are accepted; other tenants are unaffected [A4]', async () => {
  const world = await tenantWorld(testContext());
  await world.tenant('acme', { daily_limit: 100 });
  await world.tenant('other');
  const functions = Array.from({ length: 10 }, () => inProcess(testContext(), tenantGroups, world.api_key));
  // A request that found too many conflicts is sent again, as the specification asks of clients.
  const post = async (i: number, tenant: string): Promise<Answer> => {
    const answer = await (functions[i % 10] as Client)('POST', '/emails', {
      body: { ...world.email, tenant },
    });
    return answer.status === 503 ? post(i, tenant) : answer;
  };
  const all = await Promise.all([
    ...Array.from({ length: 300 }, (_, i) => post(i, 'acme')),
    ...Array.from({ length: 20 }, (_, i) => post(i, 'other')),
  ]);
  const statuses = all.map(({ status }) => status);
  expect(statuses.slice(300)).toEqual(Array.from({ length: 20 }, () => 200));
  const count = (status: number) => statuses.slice(0, 300).filter((one) => one === status).length;
  expect([count(200), count(429)]).toEqual([100, 200]);
}, 90_000);

test('what each limit says of itself, in the order daily_limit, ramp, account_ramp; a send counts whole or not [A13]', async () => {
  const ctx = testContext();
  const world = await tenantWorld(ctx);
  const acme = await world.tenant('acme', { daily_limit: 60 });
  const details = async (fields: object) => {
    const { status, body, headers } = await world.send({ tenant: 'acme', ...fields });
    if (status === 200) return null;
    expect([status, body.error?.code, headers.get('retry-after')]).toEqual([429, 'daily_ramp_limit', null]);
    return body.error?.details;
  };
  const resets_at = tomorrow(ctx.runtime.now());
  expect(await details({ to: people(40) })).toBeNull();
  const daily = {
    tenant: 'acme',
    limit: 'tenant_daily_limit',
    daily_limit: 60,
    used_today: 40,
    ramp_stage: null,
  };
  expect(await details({ to: people(21), category: 'product' })).toEqual({
    ...daily,
    stream: 'product',
    recipients: 21,
    resets_at,
  });
  expect(await details({ to: people(20), category: 'newsletter' })).toBeNull();
  await world.call('PATCH', '/tenants/acme', { body: { daily_limit: null } });
  // What the ramp has left is set here: 1,000 product recipients would be 20 sends.
  await testTable().update(keys.limit(acme.id, 'tenant'), 'SET product = :p, #total = :t', {
    names: { '#total': 'total' },
    values: { ':p': 999, ':t': 1_039 },
  });
  expect(await details({ to: people(2), category: 'newsletter' })).toEqual({
    tenant: 'acme',
    limit: 'ramp',
    stream: 'product',
    daily_limit: 1_000,
    used_today: 999,
    recipients: 2,
    ramp_stage: 1,
    resets_at,
  });
  expect(await details({ to: people(1), category: 'product' })).toBeNull();
  expect(await details({ to: people(50) })).toBeNull();
});

test('the ramp of an account is off unless it is set; then it limits sends with and without a tenant [H22, A65]', async () => {
  const ctx = testContext();
  const world = await tenantWorld(ctx);
  const table = testTable();
  await table.update(keys.account(world.account.id), 'SET account_ramp = :on', { values: { ':on': true } });
  await world.tenant('acme');
  expect((await world.send({ to: people(2), tenant: 'acme' })).status).toBe(200);
  await table.update(keys.limit(world.account.id, 'ramp'), 'SET transactional = :t', {
    values: { ':t': 29_999 },
  });
  const refused = async (fields: object) =>
    (await world.send({ to: people(2), ...fields })).body.error?.details;
  const ramp = {
    limit: 'account_ramp',
    stream: 'transactional',
    daily_limit: 30_000,
    used_today: 29_999,
    recipients: 2,
    ramp_stage: 1,
    resets_at: tomorrow(ctx.runtime.now()),
  };
  expect(await refused({})).toEqual({ tenant: null, ...ramp });
  expect(await refused({ tenant: 'acme' })).toEqual({ tenant: 'acme', ...ramp });
  expect((await world.send({ to: people(1), tenant: 'acme' })).status).toBe(200);
});

test('after midnight UTC the stage doubles when half was used with few bounces, also days later [A12]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const world = await tenantWorld(ctx);
  const table = testTable();
  const good = await world.tenant('good');
  const bad = await world.tenant('bad');
  const today = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  for (const { id } of [good, bad]) {
    const used = { day: today, stage: 1, transactional: 1_500, product: 0, total: 1_500 };
    await table.put({ ...keys.limit(id, 'tenant'), ...used });
  }
  await table.put({ ...keys.counterDay(bad.id, today), delivered: 98, bounced: 2, complained: 0 });
  await table.put({ ...keys.counterDay(good.id, today), delivered: 99, bounced: 1, complained: 0 });
  clock.advance(3 * 86_400_000);
  for (const tenant of ['good', 'bad']) expect((await world.send({ tenant })).status).toBe(200);
  const stored = async ({ id }: { id: string }) =>
    table.get(keys.limit(id as Id<'acc' | 'ten'>, 'tenant'), { consistent: true });
  const day = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  expect(await stored(good)).toMatchObject({ day, stage: 2, transactional: 1, product: 0, total: 1 });
  expect(await stored(bad)).toMatchObject({ day, stage: 1, transactional: 1, product: 0, total: 1 });
});

test('at midnight of a good day many sends at once double the stage once [A12]', async () => {
  const clock = testClock();
  const world = await tenantWorld(testContext({ runtime: clock.runtime }));
  const tenant = await world.tenant('acme');
  const table = testTable();
  const today = new Date(clock.runtime.now()).toISOString().slice(0, 10);
  const used = { day: today, stage: 1, transactional: 3_000, product: 0, total: 3_000 };
  await table.put({ ...keys.limit(tenant.id, 'tenant'), ...used });
  expect((await world.send({ tenant: 'acme' })).status).toBe(429);
  clock.advance(86_400_000);
  const sends = await Promise.all(Array.from({ length: 20 }, () => world.send({ tenant: 'acme' })));
  expect(sends.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const stored = await table.get(keys.limit(tenant.id, 'tenant'), { consistent: true });
  expect(stored).toMatchObject({ stage: 2, transactional: 20, total: 20 });
}, 30_000);

test('a completed ramp without a daily_limit is counted no more; with one it is', async () => {
  const ctx = testContext();
  const world = await tenantWorld(ctx);
  const other = await world.tenant('other');
  const tenant = await world.tenant('acme');
  const table = testTable();
  const used = { day: '2026-01-01', stage: 10, transactional: 7, product: 0, total: 7 };
  for (const { id } of [other, tenant]) await table.put({ ...keys.limit(id, 'tenant'), ...used });
  const stored = ({ id } = tenant) => table.get(keys.limit(id, 'tenant'), { consistent: true });
  expect((await world.send({ tenant: 'other' })).status).toBe(200);
  expect(await stored(other)).toMatchObject(used);
  await world.call('PATCH', '/tenants/acme', { body: { daily_limit: 1 } });
  expect((await world.send({ tenant: 'acme' })).status).toBe(200);
  expect(await stored()).toMatchObject({ stage: 10, total: 1 });
  expect((await world.send({ tenant: 'acme' })).body.error?.details).toMatchObject({
    limit: 'tenant_daily_limit',
    daily_limit: 1,
    used_today: 1,
    ramp_stage: null,
  });
});

test('a batch counts its items one by one on the limits of their tenants [Q25]', async () => {
  const world = await tenantWorld(testContext());
  await world.tenant('acme', { daily_limit: 5 });
  await world.tenant('other', { daily_limit: 1 });
  const items = [3, 3, 2, 1].map((n) => ({ ...world.email, to: people(n), tenant: 'acme' }));
  const body = {
    emails: [...items, { ...world.email, tenant: 'other' }, { ...world.email, tenant: 'other' }],
  };
  const { body: answer } = await world.call('POST', '/emails/batch', { body });
  const data = answer.data as { status: string; error?: { code: string; details: { used_today: number } } }[];
  expect(data.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...['sent', 'daily_ramp_limit', 'sent', 'daily_ramp_limit', 'sent', 'daily_ramp_limit'],
  ]);
  expect(data.map(({ error }) => error?.details.used_today ?? null)).toEqual([null, 3, null, 5, null, 1]);
});

test('a batch of 100 emails for 100 tenants is decided in one write', async () => {
  const world = await tenantWorld(testContext());
  const tenants = await Promise.all(Array.from({ length: 100 }, (_, i) => world.tenant(`t${i}`)));
  const body = { emails: tenants.map(({ external_id }) => ({ ...world.email, tenant: external_id })) };
  const headers = { 'idempotency-key': 'all' };
  const answer = await world.call('POST', '/emails/batch', { body, headers });
  expect(answer.status).toBe(200);
  expect(new Set((answer.body.data as { status: string }[]).map(({ status }) => status))).toEqual(
    new Set(['sent']),
  );
  expect((await world.call('POST', '/emails/batch', { body, headers })).body).toEqual(answer.body);
  // Another body under the same key is refused, and takes back what it had counted ahead.
  const [first] = body.emails;
  const other = {
    emails: body.emails.map((email) => (email === first ? { ...email, subject: 'x' } : email)),
  };
  expect((await world.call('POST', '/emails/batch', { body: other, headers })).status).toBe(409);
  const items = await testTable().batchGet(
    tenants.map(({ id }) => keys.limit(id, 'tenant')),
    { consistent: true },
  );
  expect(items.map((item) => item?.total)).toEqual(tenants.map(() => 1));
}, 60_000);

test('counts that were taken ahead of a decision that fails are given back', async () => {
  const table = testTable();
  const runtime = testContext().runtime;
  const owners = Array.from({ length: 101 }, () => runtime.id('ten'));
  const limits = owners.map((owner) => [
    { owner, kind: 'tenant', recipients: 2, stream: 'product', daily_limit: null, counts: null } as const,
  ]);
  const { counts } = countSends(limits, runtime.now());
  // One transaction, which the caller repeats after a conflict.
  const { rest, giveBack } = await until(
    () =>
      countAhead({ table, runtime }, counts, 2).catch((error) => {
        if (error instanceof TransactionConflict) return null;
        throw error;
      }),
    { what: 'a transaction without a conflict' },
  );
  expect([rest.length, counts.length - rest.length]).toEqual([98, 3]);
  const totals = async () => {
    const items = await table.batchGet(
      owners.map((owner) => keys.limit(owner, 'tenant')),
      { consistent: true },
    );
    return items.reduce((sum, item) => sum + Number(item?.total ?? 0), 0);
  };
  expect(await totals()).toBe(6);
  await giveBack();
  expect(await totals()).toBe(0);
});

test('a sandbox send for a tenant counts on its limits, too [A40]', async () => {
  const ctx = testContext();
  const world = await tenantWorld(ctx);
  await world.tenant('acme', { daily_limit: 2 });
  const labelled = (n: number) =>
    Array.from({ length: n }, (_, i) => world.account.email.replace('@', `+${i}@`));
  const sandbox = { from: `hi@${ctx.settings.sandbox_domain}`, tenant: 'acme' };
  expect((await world.send({ ...sandbox, to: labelled(2) })).status).toBe(200);
  expect((await world.send({ ...sandbox, to: labelled(1) })).body.error?.details).toMatchObject({
    limit: 'tenant_daily_limit',
    used_today: 2,
  });
});
