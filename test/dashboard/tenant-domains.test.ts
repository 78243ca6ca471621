import { domainRoutes } from '../../functions/domains/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { formsOf, signIn } from '../support/browser.ts';

test.each([
  ['Acme  Corp', 'Acme Corp'],
  ['Acme\u200b Corp', 'AcmeU+200B Corp'],
  ['Caf\u0065\u0301', 'Caf\u00e9'],
])('a tenant is deleted by its name as the page shows it: %j [D32]', async (name, typed) => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, tenantRoutes, api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme', name } });
  const browser = await signIn(ctx, account);
  const remove = (confirm: string) => browser.post('/tenants/acme/delete', { account: account.id, confirm });
  expect((await remove(typed.toLowerCase())).status).toBe(400);
  expect((await remove(typed)).location).toBe('/tenants?done=deleted');
});

test('the settings of a tenant are saved while its default domain no longer sends [A41]', async () => {
  const ctx = testContext();
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, [...tenantRoutes, ...domainRoutes], api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme', default_from_domain: domain } });
  await call('DELETE', `/domains/${domain}`);
  const browser = await signIn(ctx, account);
  const shown = formsOf((await browser.get('/tenants/acme')).text).find(({ action }) =>
    /\/save$/.test(action),
  );
  const saved = await browser.post('/tenants/acme/save', { ...shown?.fields, daily_limit: '50' });
  expect(saved.location).toBe('/tenants/acme?done=saved');
});

test('the page of a tenant with more domains than it shows leads to the others [D24]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...tenantRoutes, ...domainRoutes], api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const { get } = await signIn(ctx, account);
  const page = async () => (await get('/tenants/acme')).text;
  const names = Array.from({ length: 26 }, (_, i) => `d${i}.${account.id.slice(4)}.example.com`);
  expect(await page()).toContain('This tenant doesn’t have its own domains.');
  for (const [i, name] of names.entries()) {
    expect((await call('POST', '/domains', { body: { name, tenant: 'acme' } })).status).toBe(201);
    if (i === 24) expect(await page()).not.toContain('There may be more');
  }
  expect(await page()).toContain('<a href="/domains?tenant=acme">See all of this tenant’s domains</a>');
});
