import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { testContext } from '../support/api.ts';
import { createBrowser, elementsOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

test('assets are kept for ever, need no session, and stay within their weight [D37]', async () => {
  const browser = createBrowser(ctx);
  const { text } = await browser.get('/sign-in');
  const paths = elementsOf(text)
    .flatMap(({ attributes }) => [attributes.href, attributes.src])
    .filter((path) => path?.startsWith('/assets/'));
  expect(paths).toHaveLength(3);
  const { version } = JSON.parse(readFileSync('node_modules/htmx.org/package.json', 'utf8'));
  expect(paths).toContain(`/assets/htmx.${version}.js`);
  let bytes = 0;
  for (const path of paths) {
    const { status, headers, text: content } = await browser.get(path ?? '', { 'accept-encoding': 'gzip' });
    expect([status, headers.get('cache-control'), headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
    if (path?.endsWith('.js')) bytes += gzipSync(content).length;
  }
  expect(bytes).toBeLessThanOrEqual(30_000);
});

test('what may still change is asked for again, as a part of its own page, and says when it is settled [D41]', async () => {
  const { browser, call, domain } = await owner(ctx);
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't', scheduled_at };
  const { id } = (await call('POST', '/emails', { body })).body;
  const parts = async () => {
    const elements = elementsOf((await browser.get(`/emails/${id}`, { 'hx-request': 'true' })).text);
    const byId = (name: string) => elements.find(({ attributes }) => attributes.id === name)?.attributes;
    return [byId('state'), byId('now')];
  };
  expect(await parts()).toMatchObject([
    { 'hx-get': `/emails/${id}`, 'hx-trigger': 'every 3s', 'hx-select': '#now', 'data-most': '40' },
    { 'data-news': 'Status: scheduled' },
  ]);
  expect((await parts())[1]).not.toHaveProperty('data-final');
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  expect((await parts())[1]).toMatchObject({ 'data-news': 'Status: cancelled', 'data-final': '' });
});
