import type { Tenant } from '../../shared/core/records/tenants.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { keys } from '../../shared/store/schema.ts';
import { newTenant, verifiedDomain } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { suppressionOf } from '../support/records.ts';
import { testTable } from '../support/table.ts';

type World = Awaited<ReturnType<typeof scheduled>>;

/** An email of a tenant, scheduled in an hour from a domain that the tenant owns; `fire` is its time. */
async function scheduled(fields: object = {}) {
  const world = await capturedAccount();
  const { ctx, account, clock, send, ahead, get, schedules, mails } = world;
  const tenant = await newTenant(ctx, account.id, 'acme');
  const other = await newTenant(ctx, account.id, 'other');
  const domain = `acme.${world.domain}`;
  await verifiedDomain(ctx, account.id, domain, { tenant: tenant.id });
  const id = await send({ from: `a@${domain}`, tenant: 'acme', scheduled_at: ahead(3600), ...fields });
  const change = async (of: Tenant, fields: Partial<Tenant>) => {
    const seen = (await ctx.tenants.get(account.id, of.id)) as Tenant;
    const updated_at = new Date(Date.parse(seen.updated_at) + 1).toISOString();
    await ctx.tenants.update(seen, { ...fields, updated_at }, undefined);
  };
  const fire = async () => {
    clock.advance(3_601_000);
    const message = schedules.get(id)?.message;
    if (message === undefined) throw new Error('no schedule');
    await deliverEmail(ctx, message, { receive_count: 1 });
    const { status, failure_reason } = (await get(id)) as { status: string; failure_reason: string | null };
    return [status, failure_reason, mails.length];
  };
  return { ...world, tenant, other, domain, change, fire, table: testTable() };
}

const rows: [string, (world: World) => Promise<unknown>, string][] = [
  ['a paused tenant', ({ change, tenant }) => change(tenant, { status: 'paused' }), 'forbidden'],
  [
    'a stream that the tenant does not take any more',
    ({ change, tenant }) => change(tenant, { stream_policy: 'transactional_only' }),
    'forbidden',
  ],
  [
    'a domain that was given to another tenant (A45)',
    ({ table, domain, other }) =>
      table.update(keys.domain(domain), 'SET tenant = :t', { values: { ':t': other.id } }),
    'domain_not_allowed',
  ],
  [
    'a tenant that is gone',
    ({ table, account, tenant }) => table.delete(keys.tenant(account.id, tenant.id)),
    'not_found',
  ],
  [
    'a recipient on the list of the tenant',
    ({ ctx, account, tenant, email }) => {
      const list = { account: account.id, tenant: tenant.id };
      return ctx.suppressions.add(list, suppressionOf(ctx, email.to, { tenant: tenant.id }));
    },
    'suppressed',
  ],
  [
    'a used up daily_limit',
    async ({ change, tenant, table, clock }) => {
      await change(tenant, { daily_limit: 5 });
      const day = new Date(clock.runtime.now() + 3_601_000).toISOString().slice(0, 10);
      const used = { day, stage: 1, transactional: 5, product: 0, total: 5 };
      await table.put({ ...keys.limit(tenant.id, 'tenant'), ...used });
    },
    'daily_ramp_limit',
  ],
];

test.each(rows)('at its time %s fails the email [A11, Q3]', async (_name, happen, failure_reason) => {
  const world = await scheduled({ category: 'product' });
  await happen(world);
  expect(await world.fire()).toEqual(['failed', failure_reason, 0]);
});

test('what the account scheduled from a domain that a tenant got since fails [A45]', async () => {
  const world = await capturedAccount();
  const { ctx, account, clock, send, ahead, get, schedules } = world;
  const { id: tenant } = await newTenant(ctx, account.id);
  const id = await send({ scheduled_at: ahead(3600) });
  const owner = { values: { ':t': tenant } };
  await testTable().update(keys.domain(world.domain), 'SET tenant = :t', owner);
  clock.advance(3_601_000);
  await deliverEmail(ctx, schedules.get(id)?.message as never, { receive_count: 1 });
  expect(await get(id)).toMatchObject({ status: 'failed', failure_reason: 'domain_not_allowed' });
});

test('a scheduled email takes nothing from any limit when accepted, and counts on the day of its dispatch [A11]', async () => {
  const world = await scheduled();
  const counted = async () =>
    (await world.table.get(keys.limit(world.tenant.id, 'tenant'), { consistent: true }))?.total ?? 0;
  expect(await counted()).toBe(0);
  expect(await world.fire()).toEqual(['sent', null, 1]);
  expect(await counted()).toBe(1);
});

test('what is queued when the tenant is paused still goes out [A61]', async () => {
  const world = await scheduled();
  const { ctx, queued, send, change, tenant, get } = world;
  const id = await send({ tenant: 'acme' });
  await change(tenant, { status: 'paused' });
  await deliverEmail(ctx, queued.find(({ message }) => message.id === id)?.message as never, {
    receive_count: 1,
  });
  expect(await get(id)).toMatchObject({ status: 'sent' });
});
