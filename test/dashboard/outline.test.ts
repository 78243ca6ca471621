import { testClock, testContext } from '../support/api.ts';
import { elementsOf, formsOf } from '../support/browser.ts';
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

const faultsOf = (html: string) => [...outlineFaults(html), ...unnamed(html), ...deadLinks(html)];

test('every page has one main, one h1, headings in their order and a label for each field [D43]', async () => {
  const { browser, ids } = await peopled(ctx, 'ours');
  const found: unknown[] = [];
  for (const { path } of await declared(ctx, 'GET')) {
    clock.advance(1_000);
    const { text, headers } = await browser.get(pathOf(path, ids));
    const isPage = headers.get('content-type')?.startsWith('text/html') && !path.endsWith('/content');
    if (isPage) found.push(...faultsOf(text).map((fault) => [path, fault]));
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
    const { action = '', fields = {} } =
      formsOf((await browser.get(page)).text).find((one) => one.action.endsWith(ending)) ?? {};
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
