import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { staleTable } from '../support/memory-table/stale-table.ts';

test('an endpoint that was limited to a tenant just now is disabled with it, though no replica shows the filter [E23]', async () => {
  const { TABLE_NAME, catchUp } = staleTable();
  const ctx = testContext({}, { TABLE_NAME });
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...tenantRoutes, ...webhookRoutes], api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  catchUp();
  const body = { url: 'https://hooks.example.com/', tenants: ['acme'] };
  const { id } = (await call('POST', '/webhooks', { body })).body.webhook as { id: string };
  expect((await call('DELETE', '/tenants/acme')).status).toBe(200);
  expect((await call('GET', `/webhooks/${id}`)).body.webhook).toMatchObject({
    enabled: false,
    disabled_reason: 'tenant_deleted',
    tenants: [],
  });
});
