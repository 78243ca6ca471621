import { testClock, testContext } from '../support/api.ts';
import { elementsOf, formOf } from '../support/browser.ts';
import { declared, pathOf, peopled } from '../support/dashboard-world.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

/** Headings that skip a level, and how many h1 and main there are. */
function outlineFaults(html: string): unknown[] {
  const names = elementsOf(html).map(({ name }) => name);
  const levels = names.filter((name) => /^h[1-6]$/.test(name)).map((name) => Number(name[1]));
  const skips = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);
  const count = (wanted: string) => names.filter((name) => name === wanted).length;
  return count('h1') === 1 && count('main') === 1 && skips.length === 0 ? [] : [levels, count('main')];
}

/** Controls that are seen and have no name. */
function unnamed(html: string): string[] {
  const all = elementsOf(html);
  const labelled = all.filter(({ name }) => name === 'label').map(({ attributes }) => attributes.for);
  const controls = all.filter(({ name }) => /^(input|select|textarea)$/.test(name));
  return controls.flatMap(({ attributes: { type, id, name = '', 'aria-label': label } }) =>
    type === 'hidden' || label || labelled.includes(id) ? [] : [name],
  );
}

/** Links to places of the same page that are not there. */
function deadLinks(html: string): string[] {
  const all = elementsOf(html).map(({ attributes }) => attributes);
  const ids = all.map(({ id }) => id);
  return all.flatMap(({ href = '' }) => (href.startsWith('#') && !ids.includes(href.slice(1)) ? [href] : []));
}

/** Ids that appear twice on a page. */
function doubled(html: string): unknown[] {
  const ids = elementsOf(html).flatMap(({ attributes }) => attributes.id ?? []);
  return ids.filter((id, i) => ids.indexOf(id) !== i);
}

/** Inline scripts, styles, and handlers, which the page's headers forbid. */
const inline = (html: string): string[] =>
  elementsOf(html).flatMap(({ name, attributes }) => [
    ...Object.keys(attributes).filter((one) => /^on|^style$/.test(one)),
    ...(name === 'style' || (name === 'script' && attributes.src === undefined) ? [name] : []),
  ]);

const faultsOf = (html: string) =>
  [outlineFaults, unnamed, deadLinks, doubled, inline].flatMap((find) => find(html));

const headersOfPages = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
};

test('every page has its response headers, one main, one h1, headings in order, labeled fields, and no inline code [D34, D43]', async () => {
  const { browser, ids } = await peopled(ctx, 'ours');
  const found: unknown[] = [];
  for (const { path } of await declared(ctx, 'GET')) {
    clock.advance(1_000);
    const { text, headers } = await browser.get(pathOf(path, ids));
    const isPage = headers.get('content-type')?.startsWith('text/html') && !path.endsWith('/content');
    if (!isPage) continue;
    found.push(...faultsOf(text).map((fault) => [path, fault]));
    expect([path, Object.fromEntries(headers)]).toEqual([path, expect.objectContaining(headersOfPages)]);
  }
  expect(found).toEqual([]);
});

test('a fault of a field leads to it; one of the whole form leads nowhere [D31]', async () => {
  const { browser, ids } = await peopled(ctx, 'ours');
  const refused: [string, string][] = [
    ['/automations/new', '/automations/new'],
    ['/tenants/new', '/tenants/new'],
    [`/emails/${ids.emails}/cancel`, '/cancel'],
  ];
  const found: unknown[] = [];
  for (const [page, ending] of refused) {
    const { action, fields } = formOf((await browser.get(page)).text, ending);
    const emptied = Object.keys(fields).filter((name) => !/^(account|request|do|s\d+-type)$/.test(name));
    const answer = await browser.post(action, {
      ...fields,
      ...Object.fromEntries(emptied.map((name) => [name, ''])),
      do: 'save',
    });
    const isFault = answer.text.includes('Please check:');
    found.push([page, answer.status >= 400 && isFault, faultsOf(answer.text)]);
  }
  expect(found).toEqual(refused.map(([page]) => [page, true, []]));
});
