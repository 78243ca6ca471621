import { accountRoutes } from '../../functions/account/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { AccountRecord } from '../../shared/domain/accounts/get-account.ts';
import type { DeliverabilityRecord } from '../../shared/domain/accounts/get-deliverability.ts';
import type { UsageRecord } from '../../shared/domain/accounts/get-usage.ts';
import type { CounterPlace, Increment } from '../../shared/domain/ports/counters.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { freshAccount, inProcess, keyWith, testClock, testContext } from '../support/api.ts';
import { tableOfOwn } from '../support/own-table.ts';

/** An account whose clock stands in the middle of a month: 2026-12-15T12:00Z. */
async function setUp(plan: 'free' | 'pro' | 'scale' | 'dedicated' = 'pro') {
  const clock = testClock();
  clock.hold();
  clock.advance(Date.parse('2026-12-15T12:00:00.000Z') - clock.runtime.now());
  const ctx = testContext({ runtime: clock.runtime });
  // The deployment's own is shared by all tests.
  ctx.sending_state = sendingStateStore(tableOfOwn(), clock.runtime);
  const { account, api_key, domain } = await freshAccount(ctx, { plan });
  const key = await keyWith(ctx, account.id, ['account:read']);
  const call = inProcess(ctx, accountRoutes, key);
  let sequence = 1;
  const count = (place: Partial<CounterPlace>, counts: Partial<Record<Increment['counter'], number>>) => {
    const increments = Object.entries(counts).map(([counter, n]) => ({
      sequence: String(sequence++),
      counter: counter as Increment['counter'],
      n,
    }));
    const day = { owner: account.id, kind: 'day', period: '2026-12-15', domain: null } as const;
    return ctx.counters.add({ ...day, ...place }, 'shard', increments);
  };
  const usage = async (query = '') => {
    const { status, body } = await call('GET', `/usage${query}`);
    expect(status).toBe(200);
    return body.usage as UsageRecord;
  };
  const deliverability = async (query = '') => {
    const { status, body } = await call('GET', `/deliverability${query}`);
    expect(status).toBe(200);
    return body.deliverability as DeliverabilityRecord;
  };
  return { ...clock, ctx, account, api_key, domain, call, count, usage, deliverability };
}

test('GET /account shows plan, limits and what is used of them [H38, A53]', async () => {
  const { account, call, count, advance } = await setUp('free');
  await count({}, { plan_used: 7, accepted: 9, sandbox_used: 2 });
  await count({ period: '2026-12-01' }, { plan_used: 5 });
  await count({ period: '2026-11-30' }, { plan_used: 100 });
  const { body } = await call('GET', '/account');
  expect(body.account as AccountRecord).toEqual({
    id: account.id,
    name: account.email.split('@')[0],
    email: account.email,
    plan: 'free',
    production_unlocked: true,
    tenants_enabled: false,
    limits: {
      emails_month: 3_000,
      emails_day: 100,
      domains: 1,
      tenants: 0,
      requests_per_second: 10,
      upload_bytes_day: 200_000_000,
      scheduled_emails: 1_000,
      suppressions: 50_000,
      enabled_webhooks: 10,
      webhooks_per_host: 20,
    },
    usage: {
      emails_month: 12,
      emails_day: 7,
      resets_at: '2026-12-16T00:00:00.000Z',
      upload_bytes_day: 0,
      scheduled_emails: 0,
      suppressions: 0,
    },
    ramp: null,
    created_at: account.created_at,
  });
  advance(86_400_000);
  const next = await call('GET', '/account');
  expect((next.body.account as AccountRecord).usage).toMatchObject({ emails_month: 12, emails_day: 0 });
});

test('a limit that is not set is null [A53]', async () => {
  const { call } = await setUp('dedicated');
  const { body } = await call('GET', '/account');
  const { limits, tenants_enabled } = body.account as AccountRecord;
  expect({ emails_month: limits.emails_month, emails_day: limits.emails_day, tenants_enabled }).toEqual({
    emails_month: null,
    emails_day: null,
    tenants_enabled: true,
  });
});

test('GET /usage has month, day, sandbox, resources and a row for each day, zeros included [A21]', async () => {
  const { usage, count } = await setUp();
  await count(
    {},
    { plan_used: 7, accepted: 9, sandbox_used: 2, sent: 8, delivered: 6, bounced: 1, complained: 1 },
  );
  await count({ period: '2026-12-13' }, { plan_used: 60_000, accepted: 60_000 });
  const found = await usage('?days=3');
  expect(found).toEqual({
    days: 3,
    from: '2026-12-13T00:00:00.000Z',
    month: { used: 60_007, included: 50_000, overage: 10_007, resets_at: '2027-01-01T00:00:00.000Z' },
    day: { used: 7, limit: null, resets_at: '2026-12-16T00:00:00.000Z' },
    sandbox: { day: { used: 2, limit: 100 }, month: { used: 2, limit: 1_000 } },
    resources: {
      domains: { used: 1, limit: 10 },
      tenants: { used: 0, limit: 0 },
      webhooks: { used: 0, limit: 10 },
      templates: { used: 0, limit: 200 },
      automations: { used: 0, limit: 50 },
    },
    daily: [
      { date: '2026-12-13', accepted: 60_000, sent: 0, delivered: 0, bounced: 0, complained: 0 },
      { date: '2026-12-14', accepted: 0, sent: 0, delivered: 0, bounced: 0, complained: 0 },
      { date: '2026-12-15', accepted: 9, sent: 8, delivered: 6, bounced: 1, complained: 1 },
    ],
  });
  // The month is counted whole, whatever the window.
  expect((await usage('?days=1')).month.used).toBe(60_007);
  expect((await usage()).daily).toHaveLength(30);
  expect((await usage('?days=90')).daily[0]?.date).toBe('2026-09-17');
});

test("of a tenant GET /usage shows the tenant's own numbers [A21]", async () => {
  const { ctx, api_key, usage, count, call } = await setUp('scale');
  const owner = inProcess(ctx, tenantRoutes, api_key);
  const made = await owner('POST', '/tenants', { body: { external_id: 'acme', daily_limit: 500 } });
  const tenant = made.body.tenant as { id: string };
  await count({ owner: tenant.id as Id<'acc' | 'ten'> }, { plan_used: 3, sandbox_used: 1, accepted: 4 });
  await count({}, { plan_used: 1_000 });
  const found = await usage('?tenant=acme&days=1');
  expect(found).toEqual({
    days: 1,
    from: '2026-12-15T00:00:00.000Z',
    month: { used: 4, included: null, overage: 0, resets_at: '2027-01-01T00:00:00.000Z' },
    day: { used: 4, limit: 500, resets_at: '2026-12-16T00:00:00.000Z' },
    daily: [{ date: '2026-12-15', accepted: 4, sent: 0, delivered: 0, bounced: 0, complained: 0 }],
  });
  for (const path of ['/usage', '/deliverability']) {
    const unknown = await call('GET', `${path}?tenant=other&days=0`);
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'not_found']);
  }
});

test.each(['0', '91', '-1', '1.5', 'week', ''])('days=%s is 400 [A21, A52]', async (days) => {
  const { call } = await setUp();
  for (const path of ['/usage', '/deliverability']) {
    const { status, body } = await call('GET', `${path}?days=${days}`);
    expect([status, body.error?.code]).toEqual([400, 'validation_error']);
  }
});

const none = { accepted: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 };

test('GET /deliverability adds up the window, by domain and by provider [H39]', async () => {
  const { deliverability, count } = await setUp();
  await count({}, { sent: 400, delivered: 300, bounced: 15, complained: 0, 'gmail.com:delivered': 200 });
  await count(
    { period: '2026-12-14' },
    { sent: 10, delivered: 10, 'gmail.com:deferred': 4, 'other:bounced': 15 },
  );
  // In 2 s, in 60 s, and longer than two days; names of a later release are left out.
  await count({}, { '%01': 150, '%07': 45, '%e0': 9 });
  await count({ period: '2026-12-14' }, { '%01': 4, '%0e': 1 });
  await count({ period: '2026-12-08' }, { sent: 1_000, bounced: 1_000 });
  await count({}, { accepted: 405, opened: 7, clicked: 2 });
  await count({ kind: 'domain', domain: 'a.example' }, { sent: 10, delivered: 10, opened: 3 });
  await count({ kind: 'domain', domain: 'b.example', period: '2026-12-10' }, { sent: 400, bounced: 15 });
  expect(await deliverability()).toEqual({
    days: 7,
    from: '2026-12-09T00:00:00.000Z',
    until: '2026-12-15',
    accepted: 405,
    sent: 410,
    delivered: 310,
    bounced: 15,
    complained: 0,
    opened: 7,
    clicked: 2,
    bounce_rate: 15 / 325,
    complaint_rate: 0,
    status: 'warning',
    thresholds: { bounce_rate: 0.05, complaint_rate: 0.003 },
    waiting_for_quota: null,
    delivery_seconds: { p50: 2, p95: 60 },
    daily: [
      ...['09', '10', '11', '12', '13'].map((day) => ({ date: `2026-12-${day}`, ...none })),
      { date: '2026-12-14', ...none, sent: 10, delivered: 10 },
      {
        ...none,
        date: '2026-12-15',
        accepted: 405,
        sent: 400,
        delivered: 300,
        bounced: 15,
        opened: 7,
        clicked: 2,
      },
    ],
    by_domain: [
      { ...none, domain: 'b.example', sent: 400, bounced: 15 },
      { ...none, domain: 'a.example', sent: 10, delivered: 10, opened: 3 },
    ],
    by_provider: [
      {
        provider: 'gmail.com',
        delivered: 200,
        deferred: 4,
        bounced: 0,
        delivery_seconds: { p50: 2, p95: 60 },
      },
      { provider: 'other', delivered: 0, deferred: 0, bounced: 15, delivery_seconds: null },
    ],
  });
  const one = await deliverability('?domain=A.example&days=90');
  expect([one.sent, one.by_domain]).toEqual([
    10,
    [{ ...none, domain: 'a.example', sent: 10, delivered: 10, opened: 3 }],
  ]);
  expect((await deliverability('?domain=never.example')).sent).toBe(0);
});

test('a window ends on the day that `until` names, and a day that is none is 400 [H39]', async () => {
  const { deliverability, count, call } = await setUp();
  await count({ period: '2026-11-30' }, { sent: 5 });
  await count({ period: '2026-11-28' }, { sent: 3 });
  await count({ period: '2026-12-01' }, { sent: 100 });
  const { days, from, until, sent, daily } = await deliverability('?days=3&until=2026-11-30');
  expect([days, from, until, sent]).toEqual([3, '2026-11-28T00:00:00.000Z', '2026-11-30', 8]);
  expect(daily.map(({ date, sent }) => [date, sent])).toEqual([
    ['2026-11-28', 3],
    ['2026-11-29', 0],
    ['2026-11-30', 5],
  ]);
  for (const wrong of ['2026-02-30', '2026-11-30T00:00:00Z', 'yesterday', '', '0000-01-01', '1969-12-31']) {
    const { status, body } = await call('GET', `/deliverability?until=${wrong}`);
    expect([wrong, status, body.error?.code]).toEqual([wrong, 400, 'validation_error']);
    expect(body.error?.details?.issues).toHaveLength(1);
  }
  expect((await deliverability('?days=90&until=1970-01-01')).from).toBe('1969-10-04T00:00:00.000Z');
});

test('filters combine, and a domain that is none is 400 [A52]', async () => {
  const { ctx, api_key, deliverability, count, call } = await setUp('scale');
  const owner = inProcess(ctx, tenantRoutes, api_key);
  const made = await owner('POST', '/tenants', { body: { external_id: 'acme' } });
  const tenant = made.body.tenant as { id: string };
  await count({ kind: 'domain', domain: 'a.example' }, { sent: 10 });
  await count({ owner: tenant.id as Id<'acc' | 'ten'>, kind: 'domain', domain: 'a.example' }, { sent: 4 });
  await count({ owner: tenant.id as Id<'acc' | 'ten'>, kind: 'domain', domain: 'b.example' }, { sent: 5 });
  await count({ owner: tenant.id as Id<'acc' | 'ten'> }, { sent: 9 });
  expect((await deliverability('?tenant=acme')).sent).toBe(9);
  expect((await deliverability('?tenant=acme&domain=a.example')).sent).toBe(4);
  const wrong = await call('GET', '/deliverability?domain=a%20b');
  expect([wrong.status, wrong.body.error?.code]).toEqual([400, 'validation_error']);
});

test.each([
  [{ delivered: 199, bounced: 0, complained: 199 }, 'healthy'],
  [{ delivered: 100, bounced: 99, complained: 0 }, 'healthy'],
  [{ delivered: 190, bounced: 10, complained: 0 }, 'at_risk'],
  [{ delivered: 195, bounced: 5, complained: 0 }, 'warning'],
  [{ delivered: 196, bounced: 4, complained: 0 }, 'healthy'],
  [{ delivered: 1_000, bounced: 0, complained: 3 }, 'at_risk'],
  [{ delivered: 2_000, bounced: 0, complained: 3 }, 'warning'],
  [{ delivered: 3_000, bounced: 0, complained: 3 }, 'healthy'],
])('the status of %j is %s [A52]', async (counts, status) => {
  const { deliverability, count } = await setUp();
  await count({}, counts);
  expect((await deliverability()).status).toBe(status);
});

test.each([
  [null, 89],
  ['bulk', 90],
  ['all', 100],
] as const)(
  'GET /deliverability says that %s of the mail waits at %s %% of SES’s quota of 24 hours [P17]',
  async (waiting, sent) => {
    const { ctx, deliverability } = await setUp();
    await ctx.sending_state.writeQuota({ rate: 14, quota: 100, sent, plan: null });
    expect((await deliverability()).waiting_for_quota).toBe(waiting);
  },
);
