import { elementsOf, fieldsOf, markedIn, signIn } from '../support/browser.ts';
import { type ImportWorld, importWorld } from '../support/import-world.ts';
import { stopReceivers } from '../support/receiver.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld('sendgrid', 0.1);
  const { clock, ctx } = world;
  const { get } = ctx.providers;
  // Two answers fill a request, however quick the machine is.
  ctx.providers.get = async (request) => {
    clock.advance(50);
    return get(request);
  };
});
afterAll(async () => {
  await stopReceivers();
  await world.cloud.drop();
});

/** The form of the next request: what it does with an answer of 5xx, and with a field of the key that is empty. */
function sentByItself(html: string) {
  const form = elementsOf(html).find(({ attributes }) => attributes['hx-trigger']?.startsWith('load'));
  return Object.fromEntries(
    Object.entries(form?.attributes ?? {}).filter(([name]) => /^(hx-status:5|novalidate)/.test(name)),
  );
}

test('an import is previewed, done in as many requests as it takes, and reported; its key is in no page', async () => {
  const { ctx, account, body } = world;
  const browser = await signIn(ctx, account);
  const key = String(body.api_key);
  const form = { account: account.id, provider: 'sendgrid', api_key: key };
  const pages: string[] = [];
  const resumed: Record<string, string>[] = [];
  const run = async (asked: 'preview' | 'import') => {
    let answer = await browser.post('/imports/new', { ...form, do: asked });
    pages.push(answer.text);
    while (answer.text.includes('The import isn’t finished yet.')) {
      const next = fieldsOf(answer.text);
      expect(next.api_key).toBe('');
      expect(sentByItself(answer.text)).toEqual({ novalidate: '' });
      const left = /\/imports\/mig_\w+/.exec(answer.text)?.[0];
      if (left !== undefined) resumed.push(fieldsOf((await browser.get(left)).text));
      // Slices this short make more requests than an account has in an hour (M5).
      world.clock.advance(300_000);
      answer = await browser.post('/imports/continue', { ...next, api_key: key });
      pages.push(answer.text);
    }
    expect(answer.status).toBe(200);
    return answer.text;
  };
  expect(await run('preview')).toContain('This is what an import would do.');
  expect((await browser.get('/imports')).text).toContain('No imports yet.');
  const done = await run('import');
  expect([done.includes('The import is finished.'), done.includes('Changes to your code')]).toEqual([
    true,
    true,
  ]);
  // The page of an import that was left has the form that goes on with it.
  expect(resumed[0]).toMatchObject({ provider: 'sendgrid', do: 'import', api_key: '' });
  const path = /\/imports\/mig_\w+/.exec(done)?.[0] ?? '';
  expect((await browser.get('/imports')).text).toContain(path);
  const shown = await browser.get(path);
  pages.push(shown.text);
  expect([shown.status, elementsOf(shown.text).filter(({ name }) => name === 'img')]).toEqual([200, []]);
  const csv = await browser.get(`${path}/report`);
  expect([csv.headers.get('content-type'), csv.text.split('\r\n')[0]]).toEqual([
    'text/csv; charset=utf-8',
    'resource,name,status,reason,detail,created_id',
  ]);
  expect(pages.filter((page) => page.includes(key))).toEqual([]);
});

test('a request without the key, with another provider or cursor is refused with the form again [M13]', async () => {
  const { ctx, account, body } = world;
  const browser = await signIn(ctx, account);
  const form = { account: account.id, provider: 'sendgrid', api_key: String(body.api_key), do: 'preview' };
  const invalid = async (path: string, change: Record<string, string>) => {
    const { status, text } = await browser.post(path, { ...form, ...change });
    return [status, markedIn(text)];
  };
  expect(await invalid('/imports/new', { api_key: '' })).toEqual([400, ['api_key']]);
  expect(await invalid('/imports/new', { provider: 'other' })).toEqual([400, ['provider']]);
  expect((await browser.post('/imports/continue', { ...form, cursor: 'x' })).status).toBe(400);
  expect((await browser.get('/imports/mig_00000000000000000000000000')).status).toBe(404);
});

test('a request that is refused in the midst of an import keeps its place: another key goes on with it [M13, D31]', async () => {
  const { ctx, account, body } = world;
  world.clock.advance(3_600_000);
  const browser = await signIn(ctx, account);
  const api_key = String(body.api_key);
  const begun = await browser.post('/imports/new', {
    account: account.id,
    provider: 'sendgrid',
    api_key,
    do: 'import',
  });
  const next = fieldsOf(begun.text);
  expect(next.cursor).toMatch(/^[\w.-]+$/);
  const refused = await browser.post('/imports/continue', { ...next, api_key: `${api_key}x` });
  expect({ status: refused.status, alert: refused.text.includes('role="alert"') }).toEqual({
    status: 400,
    alert: true,
  });
  expect(fieldsOf(refused.text)).toEqual(next);
  expect(markedIn(refused.text)).toEqual(['api_key']);
  expect(refused.text).toContain('action="/imports/continue"');
  const done = await browser.post('/imports/continue', { ...fieldsOf(refused.text), api_key });
  expect(done.status).toBe(200);
});

test('a preview that was cut short says so [M28]', async () => {
  const { ctx, account, body, clock, stand } = world;
  clock.advance(3_600_000);
  const browser = await signIn(ctx, account);
  const form = { account: account.id, provider: 'sendgrid', api_key: String(body.api_key), do: 'preview' };
  const short = await browser.post('/imports/new', form);
  expect(short.text).toContain(
    'This is what an import would do. The import may include more, because a preview reads',
  );
  stand.faults.push({ when: /./, reply: { status: 429, body: {}, headers: { 'retry-after': '100' } } });
  const { text } = await browser.post('/imports/new', form);
  stand.faults.splice(0);
  expect(text).toContain(
    'The preview stopped early because the provider limits requests. Try again in 100 s.',
  );
});

test.each([true, false])(
  'the page of an import has the DNS plan of each domain; DNS is read: %s [D24, M34]',
  async (read) => {
    const { ctx, account, body, clock } = world;
    clock.advance(3_600_000);
    const { dns } = ctx;
    const old = 'v=spf1 include:sendgrid.net -all';
    const live: typeof dns.ask = async (type) => (type === 'TXT' ? [old] : []);
    ctx.dns = { ...dns, ask: read ? live : async () => null };
    const browser = await signIn(ctx, account);
    const api_key = String(body.api_key);
    const form = { account: account.id, provider: 'sendgrid', api_key, resources: 'domains', do: 'import' };
    let answer = await browser.post('/imports/new', form);
    while (answer.text.includes('The import isn’t finished yet.')) {
      clock.advance(300_000);
      answer = await browser.post('/imports/continue', { ...fieldsOf(answer.text), api_key });
    }
    ctx.dns = dns;
    const { text } = await browser.get(/\/imports\/mig_\w+/.exec(answer.text)?.[0] ?? '');
    expect(text).toContain('<h3>DNS plan for ');
    expect(text).toContain('until you stop sending through SendGrid');
    expect(text.includes('We couldn’t read your DNS')).toBe(!read);
    // Both records in one where the old one is known; a second one would make both void.
    expect(/v=spf1 include:sendgrid\.net include:\S+ -all/.test(text)).toBe(read);
    expect(/v=spf1 include:(?!sendgrid)\S+ ~all/.test(text)).toBe(!read);
  },
);
