import { domainRoutes } from '../../functions/domains/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';

test('D24: the page of a tenant with more domains than it shows leads to the others', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...tenantRoutes, ...domainRoutes], api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const { get } = await signIn(ctx, account);
  const page = async () => (await get('/tenants/acme')).text;
  const names = Array.from({ length: 26 }, (_, i) => `d${i}.${account.id.slice(4)}.example.com`);
  expect(await page()).toContain('It has no domain of its own.');
  for (const [i, name] of names.entries()) {
    expect((await call('POST', '/domains', { body: { name, tenant: 'acme' } })).status).toBe(201);
    if (i === 24) expect(await page()).not.toContain('There may be more');
  }
  expect(await page()).toContain('<a href="/domains?tenant=acme">all domains of the tenant</a>');
});
