import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { createBrowser, signIn } from '../support/browser.ts';

const ctx = testContext();

test('the page that upgrade_url names shows plan and limits, to every role [D24]', async () => {
  const { account } = await freshAccount(ctx);
  const browser = await signIn(ctx, account);
  const shown = await browser.get('/billing');
  expect({
    status: shown.status,
    plan: shown.text.includes(account.plan),
    command: shown.text.includes('set-plan'),
  }).toEqual({ status: 200, plan: true, command: true });
  const support = await signIn(ctx, account, 'support');
  expect((await support.get('/billing')).status).toBe(200);
  expect((await createBrowser(ctx).get('/billing')).location).toBe('/sign-in?next=%2Fbilling');
});

test('the plan page counts domains and tenants, and shows bytes with their unit', async () => {
  const { account, api_key } = await freshAccount(ctx, { plan: 'scale' });
  const call = inProcess(ctx, tenantRoutes, api_key);
  for (const external_id of ['a', 'b']) await call('POST', '/tenants', { body: { external_id } });
  const { text } = await (await signIn(ctx, account)).get('/billing');
  expect(text).toMatch(/<td[^>]*>Domains<\/td><td[^>]*>1<\/td>/);
  expect(text).toMatch(/<td[^>]*>Tenants<\/td><td[^>]*>2<\/td>/);
  expect(text).toMatch(/<td[^>]*>Uploads per day<\/td><td[^>]*>0 bytes<\/td><td[^>]*>200 GB<\/td>/);
});

test('the icon that browsers ask for is there, without a session', async () => {
  const { status, headers } = await createBrowser(ctx).get('/favicon.ico');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=86400',
  ]);
});

test('the settings show for how many days things are kept [D24]', async () => {
  const { account } = await freshAccount(ctx);
  const { text } = await (await signIn(ctx, account)).get('/settings');
  const rows = text.slice(text.indexOf('Days until data is deleted')).matchAll(/<td>(\d+)<\/td>/g);
  expect([...rows].map(([, days]) => Number(days))).toEqual([30, 90, 90, 90, 30, 30]);
});
