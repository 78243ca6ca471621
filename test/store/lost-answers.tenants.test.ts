import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { domainStore } from '../../shared/store/domains.ts';
import { tenantStore } from '../../shared/store/tenants.ts';
import { freshAccount, inProcess, newTenant } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { isChange, losingTable, stopLosing } from '../support/lost-answers.ts';

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

test('the pause of a tenant whose answer was lost is of the caller that made it, and of no other [A22]', async () => {
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
