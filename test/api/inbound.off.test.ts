import { domainRoutes } from '../../functions/domains/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

test('without the SMTP task no inbound domain is made, a sending one is; existing ones stay listed [R59]', async () => {
  const real = testContext();
  const ctx: Context = { ...real, settings: { ...real.settings, inbound: 'off' } };
  const { api_key, domain } = await freshAccount(ctx);
  const post = (name: string, inbound_enabled: boolean, from = ctx) =>
    inProcess(from, domainRoutes, api_key)('POST', '/domains', { body: { name, inbound_enabled } });
  const before = await post(`before.${domain}`, true, real);
  expect(before.status).toBe(201);
  const refused = await post(`in.${domain}`, true);
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'not_configured']);
  expect((await post(`send.${domain}`, false)).status).toBe(201);
  const { body } = await inProcess(ctx, domainRoutes, api_key)('GET', '/domains');
  expect((body.domains as { name: string }[]).map(({ name }) => name)).toContain(`before.${domain}`);
});
