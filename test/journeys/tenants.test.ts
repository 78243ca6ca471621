import { testContext } from '../support/api.ts';
import { idOf } from '../support/ids.ts';
import { until } from '../support/until.ts';
import { type Call, caller, handedToSes, newCustomer, operate, send } from './world.ts';

const ctx = testContext();

type Tenant = { status: string; paused_reason: string | null; pause_source: string | null };

const tenantOf = async (call: Call) => (await call('GET', '/tenants/acme')).body.tenant as Tenant;

const people = (kind: string, n: number) =>
  Array.from({ length: n }, (_, i) => `${kind}+${i}@pause.simulator.example.net`);

test('a tenant whose mail bounces is paused within 60 s and its owner mailed; an operator resumes it [A22]', async () => {
  const { call, domain, email: owner, account_id } = await newCustomer();
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const email = { from: `shop@${domain}`, subject: 'News', text: 'Hi', tenant: 'acme' };
  for (let i = 0; i < 3; i++) await send(call, { ...email, to: people('success', 50) });
  await send(call, { ...email, to: [...people('success', 30), ...people('bounce', 20)] });

  const paused = await until(
    async () => {
      const tenant = await tenantOf(call);
      return tenant.status === 'paused' && tenant;
    },
    { within_ms: 60_000, what: 'the tenant paused' },
  );
  expect(paused.pause_source).toBe('automated');
  // SES reports in any order, so the rate may be judged before everything has arrived.
  expect(paused.paused_reason).toMatch(/^bounce_rate 0\.[01]\d\d over 24 h$/);

  const refused = await call('POST', '/emails', { body: { ...email, to: people('success', 1) } });
  expect([refused.status, refused.body.error]).toMatchObject([403, { details: { reason: 'tenant_paused' } }]);
  const lifted = await call('PATCH', '/tenants/acme', { body: { status: 'active' } });
  expect([lifted.status, lifted.body.error]).toMatchObject([403, { hint: expect.any(String) }]);
  const notice = async () => (await handedToSes({ to: owner })).length > 0;
  await until(notice, { what: 'the notice to the owner' });
  expect((await handedToSes({ to: owner })).map(({ subject }) => subject)).toEqual([
    'A tenant was paused because of bounces or complaints',
  ]);

  const { tenant } = await operate('resume-tenant', '--account', account_id, '--tenant', 'acme');
  expect(tenant).toMatchObject({ status: 'active', pause_source: null });
  await send(call, { ...email, to: people('success', 1) });
  expect((await tenantOf(call)).status).toBe('active');
});

test('after DELETE the worker empties what the tenant left behind, and its key is refused [A7, A36]', async () => {
  const { call, domain, account_id } = await newCustomer();
  const made = await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const { id } = made.body.tenant as { id: string };
  await call('POST', '/suppressions', { body: { email: 'ann@x.example', tenant: 'acme' } });
  const key = await call('POST', '/api-keys', { body: { name: 'k', scopes: ['full'], tenant: 'acme' } });
  const email = await send(call, {
    from: `a@${domain}`,
    to: people('success', 1),
    subject: 's',
    text: 't',
    tenant: 'acme',
  });

  expect((await call('DELETE', '/tenants/acme')).body).toEqual({ ok: true });
  const list = { account: idOf('acc', account_id), tenant: idOf('ten', id) };
  const emptied = async () => (await ctx.suppressions.get(list, 'ann@x.example')) === null;
  await until(emptied, { within_ms: 60_000, what: 'the list emptied' });
  const asTenant = caller(String(key.body.secret));
  const refused = async () => (await asTenant('GET', '/emails')).status === 401;
  await until(refused, { within_ms: 60_000, what: 'the key refused' });
  expect((await call('GET', `/emails/${email}`)).body.email).toMatchObject({ id: email });
});
