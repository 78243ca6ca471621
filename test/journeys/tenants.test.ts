import { until } from '../support/until.ts';
import { type Call, handedToSes, newCustomer, operate, send } from './world.ts';

jest.setTimeout(180_000);

type Tenant = { status: string; paused_reason: string | null; pause_source: string | null };

const tenantOf = async (call: Call) => (await call('GET', '/tenants/acme')).body.tenant as Tenant;

const people = (kind: string, n: number) =>
  Array.from({ length: n }, (_, i) => `${kind}+${i}@pause.simulator.example.net`);

test('A22: a tenant whose mail bounces is paused within 60 s and its owner mailed; an operator resumes it', async () => {
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
  // SES reports in any order: the rate may be judged before all of it has arrived.
  expect(paused.paused_reason).toMatch(/^bounce_rate 0\.[01]\d\d over 24 h$/);

  const refused = await call('POST', '/emails', { body: { ...email, to: people('success', 1) } });
  expect([refused.status, refused.body.error]).toMatchObject([403, { details: { reason: 'tenant_paused' } }]);
  const lifted = await call('PATCH', '/tenants/acme', { body: { status: 'active' } });
  expect([lifted.status, lifted.body.error]).toMatchObject([403, { hint: expect.any(String) }]);
  const notice = async () => (await handedToSes({ to: owner })).length > 0;
  await until(notice, { what: 'the notice to the owner' });
  expect((await handedToSes({ to: owner })).map(({ subject }) => subject)).toEqual([
    'A tenant was paused for its bounces or complaints',
  ]);

  const { tenant } = await operate('resume-tenant', '--account', account_id, '--tenant', 'acme');
  expect(tenant).toMatchObject({ status: 'active', pause_source: null });
  await send(call, { ...email, to: people('success', 1) });
  expect((await tenantOf(call)).status).toBe('active');
});
