import { testContext } from '../support/api.ts';
import { createBrowser } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

test('the page at upgrade_url shows the plan, object counts, and bytes with their unit [D24]', async () => {
  const { browser, call } = await owner(ctx, { plan: 'scale' });
  for (const external_id of ['a', 'b']) await call('POST', '/tenants', { body: { external_id } });
  const { text } = await browser.get('/billing');
  expect(text).toMatch(/<dt>Plan<\/dt><dd>scale<.*set-plan/s);
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
  const { text } = await (await owner(ctx)).browser.get('/settings');
  const rows = text.slice(text.indexOf('Days until data is deleted')).matchAll(/<td>(\d+)<\/td>/g);
  expect([...rows].map(([, days]) => Number(days))).toEqual([30, 90, 90, 90, 30, 30]);
});
