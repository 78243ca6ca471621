import { testContext } from '../support/api.ts';
import { formOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

test.each([
  ['Acme  Corp', 'Acme Corp'],
  ['Acme\u200b Corp', 'AcmeU+200B Corp'],
  ['Caf\u0065\u0301', 'Caf\u00e9'],
])('a tenant is deleted by its name as the page shows it: %j [D32]', async (name, typed) => {
  const ctx = testContext();
  const { own, browser, call } = await owner(ctx, { domain: false });
  await call('POST', '/tenants', { body: { external_id: 'acme', name } });
  const remove = (confirm: string) => browser.post('/tenants/acme/delete', { ...own, confirm });
  expect((await remove(typed.toLowerCase())).status).toBe(400);
  expect((await remove(typed)).location).toBe('/tenants?done=deleted');
});

test('the settings of a tenant are saved while its default domain no longer sends [A41]', async () => {
  const ctx = testContext();
  const { browser, call, domain } = await owner(ctx);
  await call('POST', '/tenants', { body: { external_id: 'acme', default_from_domain: domain } });
  await call('DELETE', `/domains/${domain}`);
  const { fields } = formOf((await browser.get('/tenants/acme')).text, '/save');
  const saved = await browser.post('/tenants/acme/save', { ...fields, daily_limit: '50' });
  expect(saved.location).toBe('/tenants/acme?done=saved');
});

test('the page of a tenant with more domains than it shows leads to the others [D24]', async () => {
  const ctx = testContext();
  const { account, browser, call } = await owner(ctx, { domain: false });
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const page = async () => (await browser.get('/tenants/acme')).text;
  const names = Array.from({ length: 26 }, (_, i) => `d${i}.${account.id.slice(4)}.example.com`);
  expect(await page()).toContain('This tenant doesn’t have its own domains.');
  for (const [i, name] of names.entries()) {
    expect((await call('POST', '/domains', { body: { name, tenant: 'acme' } })).status).toBe(201);
    if (i === 24) expect(await page()).not.toContain('There may be more');
  }
  expect(await page()).toContain('<a href="/domains?tenant=acme">See all of this tenant’s domains</a>');
});
