import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { Role } from '../../shared/core/records/members.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { createBrowser, elementsOf, linksOf, signIn } from '../support/browser.ts';
import { peopled } from '../support/dashboard-world.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

type Browser = Awaited<ReturnType<typeof signIn>>;

const mainOf = (text: string) => text.slice(text.indexOf('<main'), text.indexOf('</main>'));

const linksIn = (text: string) => linksOf(mainOf(text)).filter((href) => href.startsWith('/'));

async function found(browser: Browser, query: Record<string, string>): Promise<string[]> {
  clock.advance(2_000);
  const { status, text } = await browser.get(`/search?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return linksIn(text);
}

test.each<Role>(['owner', 'developer', 'support'])(
  'without a text, %s gets the pages and actions that they may open, and no others [D26, D90]',
  async (role) => {
    const browser = await signIn(ctx, (await freshAccount(ctx)).account, role);
    const links = await found(browser, {});
    const opened: unknown[] = [];
    for (const path of links.filter((one) => !one.startsWith('/docs'))) {
      clock.advance(2_000);
      opened.push([path, (await browser.get(path)).status]);
    }
    expect(opened).toEqual(opened.map((one) => [(one as string[])[0], 200]));
    const ownerOnly = ['/settings/members'].every((path) => links.includes(path));
    const writes = ['/api-keys/new', '/emails/new', '/templates/new'].map((path) => links.includes(path));
    expect([ownerOnly, new Set(writes)]).toEqual([role === 'owner', new Set([role !== 'support'])]);
  },
);

test.each([
  ['billing', ['/billing']],
  ['API key', ['/api-keys', '/api-keys/new']],
  ['SEND email', ['/emails/new']],
  ['unsubscribed', ['/opt-outs']],
])('%s finds its pages and actions by name or by another word [D90]', async (q, paths) => {
  const browser = await signIn(ctx, (await freshAccount(ctx)).account);
  expect(await found(browser, { q })).toEqual(expect.arrayContaining(paths));
});

test('the palette lists the object of an id, to which other searches go [D90]', async () => {
  const { browser, ids } = await peopled(ctx, 'Blue plums');
  const q = ids.templates ?? '';
  expect((await browser.get(`/search?q=${q}`)).location).toBe(`/templates/${q}`);
  expect(await found(browser, { q, list: '1' })).toEqual([`/templates/${q}`]);
});

test('an address whose email is found also leads to all of its emails [D90]', async () => {
  const { browser, ids } = await peopled(ctx, 'Blue plums');
  const links = await found(browser, { q: 'b@acme.test' });
  expect(links).toEqual(expect.arrayContaining([`/emails/${ids.emails}`, '/emails?to=b%40acme.test']));
  expect(await found(browser, { q: 'nobody@x.example' })).toEqual([]);
});

test('of many matches of a kind, 15 are shown, and the page says so [D90]', async () => {
  const { account, api_key } = await freshAccount(ctx, { plan: 'scale' });
  const call = inProcess(ctx, tenantRoutes, api_key);
  for (let i = 0; i < 16; i++) {
    clock.advance(2_000);
    await call('POST', '/tenants', { body: { external_id: `shop-${i}` } });
  }
  const { text } = await (await signIn(ctx, account)).get('/search?q=shop');
  expect([linksIn(text).length, text]).toEqual([
    15,
    expect.stringContaining('Only the first 15 matches of each kind are shown.'),
  ]);
});

test('a request without a text takes nothing from the rate of requests [H5]', async () => {
  const browser = await signIn(ctx, (await freshAccount(ctx, { plan: 'free' })).account);
  const statuses = new Set<number>();
  for (let i = 0; i < 60; i++) statuses.add((await browser.get('/search')).status);
  expect([...statuses]).toEqual([200]);
});

test('every signed-in page has the palette, whose field is a combobox, and the sign-in page has none [D43]', async () => {
  const browser = await signIn(ctx, (await freshAccount(ctx, { domain: false })).account);
  const all = elementsOf((await browser.get('/settings')).text).map(({ attributes }) => attributes);
  const field = all.find(({ role }) => role === 'combobox');
  const list = all.find(({ id }) => id === field?.['aria-controls']);
  const label = all.find((one) => one.for === field?.id);
  expect([label?.class, list?.role, list?.['aria-label']]).toEqual(['unseen', 'listbox', 'Results']);
  expect((await createBrowser(ctx).get('/sign-in')).text).not.toContain('palette');
});
