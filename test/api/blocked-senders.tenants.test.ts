import { blockedSenders } from '../../functions/inbound/blocked-senders.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { BlockRecord } from '../../shared/domain/inbound-rules/rule-records.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

test('a blocked sender of a tenant that was just deleted is none of the account, before a worker removes it [N47]', async () => {
  const ctx = testContext();
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...blockedSenders.routes, ...tenantRoutes], api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const block = async (body: object) =>
    (await call('POST', '/blocked-senders', { body })).body.blocked_sender as BlockRecord;
  const own = await block({ sender: 'own.example' });
  const { id } = await block({ sender: 'spam.example', tenant: 'acme' });
  expect((await call('DELETE', '/tenants/acme')).status).toBe(200);
  expect((await call('GET', '/blocked-senders')).body.blocked_senders).toEqual([own]);
  expect((await call('GET', `/blocked-senders/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/blocked-senders/${id}`)).status).toBe(404);
});
