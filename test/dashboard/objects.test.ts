import { freshAccount, testContext } from '../support/api.ts';
import { elementsOf, signIn } from '../support/browser.ts';
import { inboundDomain } from '../support/inbound.ts';
import { owner } from '../support/owner.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { optOutOf } from '../support/records.ts';

const ctx = testContext();

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202Egnp';

/** No element of a page comes from outside. */
function expectText(html: string) {
  const elements = elementsOf(html);
  expect(elements.filter(({ name }) => name === 'script')).toHaveLength(2);
  expect(elements.filter(({ name }) => name === 'img' || name === 'base')).toEqual([]);
  // A field keeps what is to be edited as it is.
  const shown = html.replace(/ value="[^"]*"|<textarea[^>]*>[^<]*/g, '');
  expect(shown).not.toContain('\u202E');
}

test('the pages publish, unpublish, copy, and delete templates', async () => {
  const { browser, own } = await owner(ctx);
  await browser.post('/templates/new', {
    ...own,
    name: 'Receipt',
    alias: 'receipt',
    subject: 's',
    text: 't',
  });
  const press = async (action: string) => (await browser.post(`/templates/receipt/${action}`, own)).location;
  expect(await press('publish')).toBe('/templates/receipt?done=published');
  expect(await press('unpublish')).toBe('/templates/receipt?done=unpublished');
  expect(await press('duplicate')).toBe('/templates/receipt-copy?done=duplicated');
  expect((await browser.get('/templates/receipt/delete')).text).toContain('can’t be undone');
  expect(await press('delete')).toBe('/templates?done=deleted');
  expect((await browser.get('/templates/receipt')).status).toBe(404);
});

test('no link of a mail is live in its frame, tracked or not [D35]', async () => {
  const { call, browser } = await owner(ctx);
  const links = [
    '<a data-no-track href="https://evil.test/1">1</a>',
    '<noscript><a href="https://evil.test/2">2</a></noscript>',
    '<svg><a xlink:href="https://evil.test/3"><text>3</text></a></svg>',
    '<map><area href="https://evil.test/4"></map>',
    '<a href="https://evil.test/5" xlink:href=https://evil.test/6>5</a>',
  ];
  const body = { name: 'L', alias: 'l', subject: 'x', html: links.join(''), text: 'x', publish: true };
  await call('POST', '/templates', { body });
  const shown = (await browser.get('/templates/l/content')).text;
  const targets = elementsOf(shown).flatMap(({ attributes: { href, ...rest } }) => [
    ...(href === undefined ? [] : [href]),
    ...(rest['xlink:href'] === undefined ? [] : [rest['xlink:href']]),
  ]);
  expect({ shown: shown.includes('evil.test'), targets }).toEqual({
    shown: false,
    targets: ['#', '#', '#', '#', '#'],
  });
  const page = (await browser.get('/templates/l')).text;
  expect(page.match(/<li><bdi>https:\/\/evil\.test\/\d<\/bdi><\/li>/g)?.length).toBe(6);
});

test('suppressions: a file is imported, what is wrong is shown, and the list is exported', async () => {
  const { account, browser } = await owner(ctx);
  const upload = async (csv: string) => {
    const form = new FormData();
    form.set('account', account.id);
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'list.csv');
    return browser.upload('/suppressions/import', form);
  };
  const answer = await upload(
    'reason,email\r\nmanual,"a@acme.test"\r\nmanual,b@acme.test\r\nmanual,nobody\r\nmanual,a@acme.test\r\n',
  );
  expect(answer.text).toContain('The import is finished.');
  expect([/<dt>Added<\/dt><dd>(\d+)/.exec(answer.text)?.[1], answer.text.includes('nobody')]).toEqual([
    '2',
    true,
  ]);
  const exported = await browser.get('/suppressions/export');
  expect([exported.headers.get('content-type'), exported.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="suppressions.csv"',
  ]);
  expect({ a: exported.text.includes('a@acme.test'), b: exported.text.includes('b@acme.test') }).toEqual({
    a: true,
    b: true,
  });
  expect(/<dt>Added<\/dt><dd>(\d+)/.exec((await upload(exported.text)).text)?.[1]).toBe('0');
  expect((await upload('email\r\n')).location).toBe('/suppressions?done=nothing');
  const support = await signIn(ctx, account, 'support');
  expect((await support.get('/suppressions/new')).text).toContain('Import CSV');
});

test('received mail shows its parts as text, its pictures from within, and no others unless asked [D35]', async () => {
  const { account, browser, own } = await owner(ctx);
  const id = ctx.runtime.id('inb');
  const picture = Buffer.from('not really a picture').toString('base64');
  const html =
    '<a href="https://evil.test/x">go</a><img src="cid:logo@x"><img src="cid:map%40x"><img src="https://evil.test/pixel.gif">';
  const file = {
    filename: 'logo.png',
    content_type: 'image/png',
    size: 20,
    content_id: 'logo@x',
    disposition: 'inline' as const,
  };
  const attachments = [file, { ...file, content_id: 'map@x' }];
  await ctx.received.create(
    receivedEmail({
      account: account.id,
      id,
      subject: hostile,
      from: hostile,
      files: 2,
      attachment_count: 2,
      attachments,
    }),
    {
      ...receivedContent,
      html,
      text: hostile,
      headers: [{ name: 'X-Mark', value: hostile }],
      attachments,
    },
    attachments.map(() => Buffer.from(picture, 'base64')),
  );
  const views = ['', ...['text', 'html', 'headers', 'attachments'].map((view) => `?view=${view}`)];
  for (const path of ['/received', ...views.map((query) => `/received/${id}${query}`)])
    expectText((await browser.get(path)).text);
  expect((await browser.get(`/received/${id}?view=attachments`)).text).toContain('20 bytes');
  const frame = await browser.get(`/received/${id}/content`);
  expect({
    link: frame.text.includes('<a href="#">go</a>'),
    pictures: frame.text.split(`<img src="data:image/png;base64,${picture}">`).length - 1,
  }).toEqual({ link: true, pictures: 2 });
  const images = async (path: string) =>
    /img-src ([^;]*)/.exec((await browser.get(path)).headers.get('content-security-policy') ?? '')?.[1];
  expect(await images(`/received/${id}/content`)).toBe('data:');
  expect(await images(`/received/${id}/content?images=1`)).toBe('data: https:');
  expect((await browser.get('/received?from=nobody@x.example')).text).not.toContain(id);
  expect((await browser.post(`/received/${id}/delete`, own)).location).toBe('/received?done=deleted');
  expect((await browser.get(`/received/${id}`)).status).toBe(404);
  const other = await signIn(ctx, (await freshAccount(ctx)).account);
  expect((await other.get(`/received/${id}`)).status).toBe(404);
});

test('the pages add, list, and delete routes, and refuse an invalid one with its error [N42]', async () => {
  const { account, call, browser, own } = await owner(ctx);
  const domain = await inboundDomain(ctx, account.id);
  const body = { url: 'https://hooks.example.com/x' };
  const made = await call('POST', '/webhooks', { body });
  const webhook_id = (made.body.webhook as { id: string }).id;
  const route = { ...own, match: `Support@${domain}`, action: 'deliver', webhook_id };
  expect((await browser.post('/inbound-routes/add', route)).location).toBe('/inbound-routes?done=added');
  const twice = await browser.post('/inbound-routes/add', { ...route, action: 'refuse', webhook_id: '' });
  expect({ status: twice.status, taken: twice.text.includes('already has a route') }).toEqual({
    status: 409,
    taken: true,
  });
  const faulty = await browser.post('/inbound-routes/add', { ...own, match: hostile, action: 'refuse' });
  expect({
    status: faulty.status,
    issue: faulty.text.includes('must be an address, local+*@domain'),
  }).toEqual({ status: 400, issue: true });
  expectText(faulty.text);
  const routes = (await browser.get('/inbound-routes?done=added')).text;
  expect(routes).toContain(`support@${domain}`);
  expect(routes).toContain(`href="/webhooks/${webhook_id}"`);
  const [, route_id] = /\/inbound-routes\/(irt_\w+)\/delete/.exec(routes) ?? [];
  expect((await browser.get(`/inbound-routes/${route_id}/delete`)).text).toContain(`support@${domain}`);
  const ended = await browser.post(`/inbound-routes/${route_id}/delete`, own);
  expect(ended.location).toBe('/inbound-routes?done=deleted');
  expect((await browser.get('/inbound-routes')).text).not.toContain(`support@${domain}`);
});

test('an export of opt-outs is one request of the account, however many pages it reads [H5]', async () => {
  const { account } = await freshAccount(ctx, { domain: false, requests_per_second: 2 });
  const browser = await signIn(ctx, account);
  const list = { account: account.id, tenant: null };
  for (let i = 0; i < 600; i++)
    await ctx.opt_outs.create(list, optOutOf(ctx, `off${i}@acme.test`, 'newsletter'));
  const csv = await browser.get('/opt-outs/export');
  expect([csv.status, csv.text.split('\r\n').length]).toEqual([200, 602]);
});

test('opt-outs: listed, and removed by who may', async () => {
  const { account, browser, own } = await owner(ctx);
  const list = { account: account.id, tenant: null };
  await ctx.opt_outs.create(list, optOutOf(ctx, 'off@acme.test', 'newsletter'));
  expect((await browser.get('/opt-outs')).text).toContain('off@acme.test');
  const csv = await browser.get('/opt-outs/export?email=off%40acme.test');
  expect([csv.headers.get('content-type'), csv.text.split('\r\n')[0]]).toEqual([
    'text/csv; charset=utf-8',
    'email,category,tenant,email_id,created_at',
  ]);
  expect(csv.text).toContain('\r\noff@acme.test,');
  for (const filter of ['email=other%40acme.test', 'category=product']) {
    expect((await browser.get(`/opt-outs?${filter}`)).text).toContain(`href="/opt-outs/export?${filter}"`);
    const none = (await browser.get(`/opt-outs/export?${filter}`)).text.split('\r\n');
    expect([filter, none.length]).toEqual([filter, 2]);
  }
  const removed = await browser.post('/opt-outs/remove', {
    ...own,
    email: 'off@acme.test',
    category: 'newsletter',
  });
  expect(removed.location).toBe('/opt-outs?done=removed');
  expect((await browser.get('/opt-outs')).text).not.toContain('off@acme.test');
});
