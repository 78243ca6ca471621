import { readFileSync } from 'node:fs';
import { render } from '../../infra/docs/markdown.ts';
import { docPages } from '../../infra/docs/pages.ts';
import { elementsOf } from '../support/browser.ts';
import { builtSite } from '../support/docs-site.ts';

const site = builtSite();
const pages = Object.entries(site.files).filter(([, { type }]) => type.startsWith('text/html'));
const idsOf = new Map(
  pages.map(([path, { text }]) => [path, elementsOf(text).flatMap(({ attributes }) => attributes.id ?? [])]),
);

/** Where a link of a page leads: a path of this site and an anchor; null for other sites and the dashboard. */
function within(path: string, href: string): { page: string; anchor: string } | null {
  if (!/^(#|\/docs|\/llms)/.test(href)) return null;
  const { pathname, hash } = new URL(href, `http://docs${path}`);
  return { page: pathname, anchor: decodeURIComponent(hash.slice(1)) };
}

test('no link and no anchor within the docs is broken [D53]', () => {
  const broken = pages.flatMap(([path, { text }]) =>
    elementsOf(text).flatMap(({ attributes }) => {
      const href = attributes.href ?? attributes.src;
      const target = href === undefined ? null : within(path, href);
      if (target === null || target.page === '/docs/search') return [];
      const ids = idsOf.get(target.page);
      const found = ids === undefined ? site.files[target.page] && target.anchor === '' : true;
      const anchored = target.anchor === '' || ids?.includes(target.anchor);
      return found && anchored ? [] : [`${path}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});

test.each(pages.map(([path, { text }]) => [path, text] as const))(
  '%s has one h1, landmarks, distinct ids, captions, and nothing inline [D34, D43]',
  (_path, text) => {
    const elements = elementsOf(text);
    const count = (name: string) => elements.filter((one) => one.name === name).length;
    expect([count('h1'), count('main'), count('header'), count('style')]).toEqual([1, 1, 1, 0]);
    expect(count('caption')).toBe(count('table'));
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const inline = elements
      .flatMap(({ attributes }) => Object.keys(attributes))
      .filter((name) => /^on|^style$/.test(name));
    expect(inline).toEqual([]);
    expect(elements.filter(({ name, attributes }) => name === 'script' && !attributes.src)).toEqual([]);
    expect(elements.filter(({ name, attributes }) => name === 'img' && !attributes.alt)).toEqual([]);
  },
);

test('html in a page is text, but for anchors; a block says its language by classes [D47]', () => {
  const page = render(
    '# A\n\n## Alarm: b\n\n<a id="alarm-b-1"></a><b onclick="x()">x</b> [run](javascript:alert(1))\n\n```sh\ncurl "{base_url}/health" # x\n```\n',
    'docs/a.md',
    [],
  );
  const html = `${page.html}`;
  expect(page.headings.map(({ id }) => id)).toEqual(['a', 'alarm-b']);
  expect(html).toContain('<a id="alarm-b-1"></a>&lt;b onclick');
  expect(html).not.toContain('<b');
  expect(html).not.toContain('href="javascript');
  expect(html).toContain('{base_url}/health');
  expect(html).toContain('<span class="hljs-comment"># x</span>');
});

test.each([
  ['webhooks.md#answer', '<a href="/docs/webhooks#answer">'],
  ['../CHANGELOG.md', '<a href="/docs/changelog">'],
  ['openapi.json', '<a href="{base_url}/openapi.json">'],
  ['https://example.com/x', '<a href="https://example.com/x">'],
  ['{base_url}/health', '<a href="{base_url}/health">'],
  // What only the repository has is text.
  [
    'internals/decisions/0001-accept-writes.md',
    '<a class="repository" title="In the repository: docs/internals/decisions/0001-accept-writes.md">',
  ],
])('a link to %s is one between pages, or text', (href, tag) => {
  expect(`${render(`[x](${href})`, 'docs/sending.md', docPages()).html}`).toContain(`${tag}x</a>`);
});

test('no page shows a comment of its source, and no code is without its language', () => {
  expect(
    pages.filter(([, { text }]) => /<p>&lt;!--|class="language-"/.test(text)).map(([path]) => path),
  ).toEqual([]);
});

test('a value of the deployment in a page is never cut in two', () => {
  const values = /\{(?:base_url|dashboard_url|smtp_host|smtp_port)\}/g;
  for (const { path, source } of docPages()) {
    const written = readFileSync(source, 'utf8').match(values)?.length ?? 0;
    expect({ path, complete: (site.files[path]?.text.match(values)?.length ?? 0) >= written }).toEqual({
      path,
      complete: true,
    });
  }
});

test('a request in a guide shows sample values, and a block names its file', () => {
  const sending = site.files['/docs/sending']?.text ?? '';
  expect(sending).toContain('PATCH /emails/msg_');
  expect(sending).not.toMatch(/\{(?:email|in_two_days|template)\}/);
  expect(site.files['/docs/recipes/rails']?.text).toContain('<div class="bar"><span>.env</span></div>');
});

test('each release in the changelog has its date, newest first', () => {
  const [unreleased, ...releases] = readFileSync('CHANGELOG.md', 'utf8').match(/^## .*/gm) ?? [];
  const dates = releases.map((heading) => /^## \d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d)\)$/.exec(heading)?.[1]);
  expect(unreleased).toBe('## Unreleased');
  expect(dates.length).toBeGreaterThan(0);
  expect(dates).toEqual(
    dates
      .filter((date) => date !== undefined)
      .sort()
      .reverse(),
  );
});
