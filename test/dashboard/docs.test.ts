import { testContext } from '../support/api.ts';
import { builtSite, readDocs } from '../support/docs-site.ts';

const ctx = testContext();
const read = readDocs(ctx);
const { base_url, dashboard_url } = ctx.settings;

test('a page is public, kept for five minutes, without frames, and known by its etag [D47]', async () => {
  const page = await read('/docs/webhooks');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(page.headers.get('cache-control')).toBe('public, max-age=300');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const etag = page.headers.get('etag') ?? '';
  const again = await read('/docs/webhooks', { headers: { 'if-none-match': `"other", ${etag}` } });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await read('/docs/webhooks', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const head = await read('/docs/webhooks', { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
});

test('the values of a page are those of this deployment [D47]', async () => {
  const page = await read('/docs');
  const source = await read('/docs/index.md');
  expect(page.text).toContain(base_url);
  expect({ type: source.headers.get('content-type'), baseUrl: source.text.includes(base_url) }).toEqual({
    type: 'text/markdown; charset=utf-8',
    baseUrl: true,
  });
  for (const path of Object.keys(builtSite().files))
    expect([path, /\{(base_url|dashboard_url|smtp_host|smtp_port)\}/.exec((await read(path)).text)]).toEqual([
      path,
      null,
    ]);
});

test('/llms.txt lists every page with its source, and each is there [D48]', async () => {
  const { text } = await read('/llms.txt');
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .{20,}$/gm)].map(([, url = '']) => url);
  expect(links.length).toBe(text.match(/^- /gm)?.length);
  expect(links.length).toBeGreaterThan(40);
  for (const url of links) {
    expect(url.startsWith(`${dashboard_url}/docs/`)).toBe(true);
    expect([url, (await read(new URL(url).pathname)).status]).toEqual([url, 200]);
  }
});

test('/llms-full.txt has the Markdown of every page below its address, with the values of this deployment [D48]', async () => {
  const { status, headers, text } = await read('/llms-full.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const listed = (await read('/llms.txt')).text.matchAll(/\]\(([^)]+\.md)\)/g);
  const addresses = [...listed].map(([, url = '']) => url);
  expect(addresses.length).toBeGreaterThan(40);
  for (const url of addresses) {
    const page = (await read(new URL(url).pathname)).text.trim();
    expect([url, text.includes(`<!-- ${url} -->\n\n${page}\n`)]).toEqual([url, true]);
  }
  expect(text).toContain(base_url);
});

test('what is not there is a 404 page with a search; other methods are 405 [D48]', async () => {
  const missing = await read('/docs/webhook-retry');
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(missing.text).toContain('<h1>Page not found</h1>');
  expect(missing.text).toMatch(/<form role="search"[^>]*action="\/docs\/search"/);
  expect(missing.text).toContain('href="/docs/webhooks');
  const posted = await read('/docs', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const slash = await read('/docs/webhooks/');
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '/docs/webhooks']);
  for (const path of ['/docs/__proto__', '/docs/constructor', '/docs/../package.json', '/docs//'])
    expect([path, (await read(path)).status]).toEqual([path, 404]);
});

test('a search without script finds sections by words, their beginnings and small errors [D53]', async () => {
  for (const words of ['rotate secret', 'rotat', 'sigature'])
    expect((await read(`/docs/search?q=${encodeURIComponent(words)}`)).text).toContain(
      'href="/docs/webhooks',
    );
  const marked = await read('/docs/search?q=rotate%20secret');
  expect(marked.text).toContain('<mark>Rotate</mark> the <mark>secret</mark>');
  const hostile = await read(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(hostile.text).not.toContain('<script>alert');
  expect(hostile.text).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(JSON.parse((await read('/docs/search.json?q=webhook')).text).sections[0]).toMatchObject({
    id: expect.stringMatching(/^\/docs\//),
    title: expect.any(String),
  });
  expect((await read('/docs/search')).status).toBe(200);
  expect((await read(`/docs/search?q=${'a%20'.repeat(5000)}`)).status).toBe(200);
});

test('pages are compressed as the browser takes it; files with a hash are kept for ever', async () => {
  const site = builtSite();
  const path = site.index;
  const file = await read(path);
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const request = readDocs(ctx);
  const packed = await request('/docs/webhooks', { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('accept-encoding');
});
