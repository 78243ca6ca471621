import { emailRoutes } from '../../functions/emails/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { PlanLimit, RampLimit } from '../../shared/core/records/limits.ts';
import type { Visit } from '../../shared/core/records/tracking.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { recordVisit } from '../../shared/domain/tracking/record-visit.ts';
import { countsAhead } from '../../shared/store/counts-ahead.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { domainStore } from '../../shared/store/domains.ts';
import { withItem } from '../../shared/store/limit-counts.ts';
import { keys } from '../../shared/store/schema.ts';
import { smsClaims } from '../../shared/store/sms-claims.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { type Table, TransactionConflict } from '../../shared/store/table.ts';
import { tenantStore } from '../../shared/store/tenants.ts';
import { visitStore } from '../../shared/store/visits.ts';
import { freshAccount, inProcess, newTenant } from '../support/api.ts';
import { automationWorld } from '../support/automations.ts';
import { captured, capturedAccount } from '../support/captured.ts';
import { isChange, losingTable, stopLosing } from '../support/lost-answers.ts';
import { usualRetention } from '../support/retention.ts';
import { testTable } from '../support/table.ts';
import { address, oneClick, setUp } from '../support/unsubscriber.ts';

afterAll(stopLosing);

/** An accepted email, and the states of its delivery over a table whose first update loses its answer. */
async function acceptedEmail() {
  const { ctx, clock } = captured();
  const { api_key, domain } = await freshAccount(ctx);
  const email = { from: `a@${domain}`, to: 'ada@example.com', subject: 'Reset', text: 'code' };
  const { body } = await inProcess(ctx, emailRoutes, api_key)('POST', '/emails', { body: email });
  const id = body.id as Id<'msg'>;
  const now = clock.runtime.now();
  const { table, updates } = await losingTable(clock.runtime);
  const leases = leaseStore(table, clock.runtime, usualRetention);
  return {
    ctx,
    id,
    leases,
    updates,
    input: { id, lease_until: now + 35_000, dead_before: now - 180_000 },
  };
}

test('a worker keeps the lease whose answer was lost, and no other gets it', async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  const leased = await leases.lease(input);
  expect(leased).toMatchObject({ leased: true, email: { id, attempt: 1 } });
  expect(updates()).toBe(2);
  expect(await leases.lease(input)).toMatchObject({ leased: false, email: { id, state: 'sending' } });
  if (leased.email) await leases.release(leased.email, 0);
  expect(await ctx.emails.lease(input)).toMatchObject({ leased: true, email: { attempt: 2 } });
});

test("a worker whose record of SES's answer lost its own answer publishes email.sent, and no other does [E36]", async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  await ctx.emails.lease(input);
  const sent = { id, message_id: '<ses-1@eu-west-1.amazonses.com>', sent_at: '2026-11-22T10:00:00.000Z' };
  expect(await leases.markSent(sent)).toEqual({ message_id: sent.message_id, sent_at: sent.sent_at });
  expect(updates()).toBe(2);
  expect(await leases.markSent(sent)).toBeNull();
  expect(await ctx.emails.markSent(sent)).toBeNull();
});

type Counted = { owner: 'acc' | 'ten'; kind: 'plan' | 'tenant' };

/** A count of 3 recipients that was taken ahead; `giveBack` over another table than it was taken by. */
async function takenAhead({ owner, kind }: Counted) {
  const { runtime } = captured().clock;
  const day = new Date(runtime.now()).toISOString().slice(0, 10);
  const limit = { owner: runtime.id(owner), recipients: 3 };
  const [limited, counts] =
    kind === 'plan'
      ? [
          { ...limit, kind, day_limit: 5_000, month_limit: null } as PlanLimit,
          { day, day_used: 10, month: day.slice(0, 7), month_used: 10 },
        ]
      : [
          { ...limit, kind, stream: 'transactional', daily_limit: null } as RampLimit,
          { day, stage: 2, transactional: 10, product: 0, total: 10 },
        ];
  const item = { ...keys.limit(limit.owner, kind), ...counts };
  const direct = testTable();
  await direct.put(item);
  let table = direct;
  const ahead = countsAhead({
    runtime,
    table: {
      ...direct,
      update: (...input) => table.update(...input),
      transact: (...input) => table.transact(...input),
    },
  });
  const counted = withItem(limited, item);
  ahead.noteConflict([counted]);
  expect(await ahead.take([counted])).toEqual([]);
  const giveBack = (over: Table) => {
    table = over;
    return ahead.giveBack();
  };
  const stored = () => direct.get(keys.limit(limit.owner, kind), { consistent: true });
  return { runtime, direct, counts, giveBack, stored };
}

describe.each<Counted>([
  { owner: 'acc', kind: 'plan' },
  { owner: 'ten', kind: 'tenant' },
])('a count of $kind that is given back [A3, Q9]', (of) => {
  test('and whose answer is lost is given back once', async () => {
    const { runtime, counts, giveBack, stored } = await takenAhead(of);
    const { table, updates } = await losingTable(runtime, isChange);
    await giveBack(table);
    expect(updates()).toBe(2);
    expect(await stored()).toMatchObject(counts);
  });

  test('while transactions hold its item all the time is given back', async () => {
    const { direct, counts, giveBack, stored } = await takenAhead(of);
    await giveBack({ ...direct, transact: () => Promise.reject(new TransactionConflict()) });
    expect(await stored()).toMatchObject(counts);
  });

  test('while a transaction holds its item, and whose answer is lost, is given back once', async () => {
    const { runtime, counts, giveBack, stored } = await takenAhead(of);
    const { table, updates } = await losingTable(runtime);
    await giveBack({ ...table, transact: () => Promise.reject(new TransactionConflict()) });
    expect(updates()).toBe(1);
    expect(await stored()).toMatchObject(counts);
  });
});

test.each([false, true])(
  'an unsubscribe whose answer was lost emits its event, on a manual entry: %s [Q60]',
  async (manual) => {
    const { ctx, runtime, call, visit, path, state, events } = await setUp('transactional');
    if (manual) await call('POST', '/suppressions', { body: { email: address, reason: 'manual' } });
    const { table, updates } = await losingTable(runtime, isChange);
    ctx.suppressions = suppressionStore(table, runtime);
    for (let i = 0; i < 2; i++) expect((await visit('POST', path, oneClick)).status).toBe(200);
    expect(updates()).toBe(2);
    expect((await state())?.suppression).toMatchObject({ reason: 'unsubscribe', source: 'one_click' });
    expect(events()).toHaveLength(1);
  },
);

afterAll(stopLosing);

/** An email with tracked visits, over a table that loses the response to the first put. */
async function visited() {
  const world = await capturedAccount();
  const { ctx, api_key, send, call, webhooks } = world;
  const events = ['email.opened', 'email.clicked'];
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/x', events },
  });
  const id = await send();
  const { table, updates } = await losingTable(ctx.runtime, (target) => target.endsWith('.PutItem'));
  const losing = { ...ctx, visits: visitStore(table, ctx.runtime, usualRetention) };
  const visit: Visit = {
    type: 'open',
    email_id: id,
    target: '',
    ip: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    at: ctx.runtime.now(),
  };
  const opens = async () =>
    ((await call('GET', `/emails/${id}/recipients`)).body.recipients as { opens: number }[])[0]?.opens;
  return { ctx, losing, visit, opens, updates, told: () => webhooks.map(({ event_type }) => event_type) };
}

test('a visit whose write lost its answer is counted and emitted, once [E14]', async () => {
  const { ctx, losing, visit, opens, updates, told } = await visited();
  expect(await recordVisit(losing, visit)).toBe('recorded');
  expect(updates()).toBe(2);
  expect(await recordVisit(ctx, { ...visit, at: visit.at + 500 })).toBe('not_counted');
  expect([await opens(), told()]).toEqual([1, ['email.opened']]);
});

test('identical simultaneous visits count once, even if a response is lost [E14]', async () => {
  const { ctx, losing, visit, opens, told } = await visited();
  const results = await Promise.all([recordVisit(losing, visit), recordVisit(ctx, visit)]);
  expect(results.sort()).toEqual(['not_counted', 'recorded']);
  expect([await opens(), told()]).toEqual([1, ['email.opened']]);
});

afterAll(stopLosing);

/** An account with a tenant, over a table whose first change loses its answer. */
async function activeTenant() {
  const { ctx, clock, webhooks } = captured();
  const { account, api_key } = await freshAccount(ctx, { domain: false, plan: 'dedicated' });
  const tenant = await newTenant(ctx, account.id);
  const { table, updates } = await losingTable(clock.runtime, isChange);
  ctx.tenants = tenantStore(table, clock.runtime);
  const stored = () => ctx.tenants.get(account.id, tenant.id);
  return { ctx, api_key, tenant, stored, updates, webhooks };
}

test('a pause whose response was lost is credited to its caller and to no other [A22]', async () => {
  const { ctx, tenant, stored, updates } = await activeTenant();
  const at = await ctx.tenants.pause(tenant, 'bounce_rate 0.061 over 24 h');
  expect(updates()).toBe(2);
  expect(await stored()).toMatchObject({ status: 'paused', paused_at: at, pause_source: 'automated' });
  expect(await ctx.tenants.pause(tenant, 'bounce_rate 0.061 over 24 h')).toBeNull();
});

test('a pause by the account whose answer was lost emits tenant.paused [N25]', async () => {
  const { ctx, api_key, tenant, updates, webhooks } = await activeTenant();
  const pause = { body: { status: 'paused', reason: 'unpaid' } };
  const { status, body } = await inProcess(ctx, tenantRoutes, api_key)(
    'PATCH',
    `/tenants/${tenant.id}`,
    pause,
  );
  expect([status, body.tenant]).toMatchObject([200, { status: 'paused', paused_reason: 'unpaid' }]);
  expect(webhooks.map(({ event_type }) => event_type)).toEqual(['tenant.paused']);
  expect(updates()).toBe(2);
});

test("S: a tenant's domain is returned to the account with 200, although the answer of the write was lost", async () => {
  const { ctx, clock } = captured();
  const { account, api_key, domain } = await freshAccount(ctx, { plan: 'dedicated' });
  const tenant = await newTenant(ctx, account.id);
  const call = inProcess(ctx, tenantRoutes, api_key);
  await call('POST', `/tenants/${tenant.id}/domains`, { body: { domain } });
  const { table, updates } = await losingTable(clock.runtime, isChange);
  ctx.domains = domainStore(table, clock.runtime);
  expect((await call('DELETE', `/tenants/${tenant.id}/domains/${domain}`)).body).toEqual({ ok: true });
  expect((await ctx.domains.read(domain))?.domain.tenant).toBeNull();
  expect(updates()).toBe(2);
});

afterAll(stopLosing);

test('a text whose second claim lost its answer goes out [U4]', async () => {
  const { ctx, clock, active, post, work, onlyRun } = await automationWorld();
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 1_000 };
  const answers = [{ outcome: 'not_taken' }, { outcome: 'sent', message_id: 'm1' }] as const;
  let asked = 0;
  ctx.sms = { publish: async () => answers[asked++] ?? answers[0] };
  const automation = await active([{ type: 'send_sms', to: '+41791234567', text: 'Hi' }]);
  await post({});
  await work();
  const { table, updates } = await losingTable(clock.runtime, isChange);
  ctx.sms_claims = smsClaims(table, clock.runtime);
  clock.advance(11_000);
  await work();
  clock.advance(61_000);
  await work();
  const { steps } = await onlyRun(automation);
  expect([asked, updates()]).toEqual([2, 2]);
  expect(steps[0]?.output).toEqual({ outcome: 'sent', message_id: 'm1' });
});
