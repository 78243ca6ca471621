import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, signIn } from '../support/browser.ts';
import { inboundDomain } from '../support/inbound.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { optOutOf } from '../support/records.ts';

const ctx = testContext();

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202Egnp';

async function world() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const browser = await signIn(ctx, account);
  const own = { account: account.id };
  return { account, api_key, domain, browser, own };
}

/** No element of a page comes from outside. */
function expectText(html: string) {
  const elements = elementsOf(html);
  expect(elements.filter(({ name }) => name === 'script')).toHaveLength(2);
  expect(elements.filter(({ name }) => name === 'img' || name === 'base')).toEqual([]);
  // A field keeps what is to be edited as it is.
  const shown = html.replace(/ value="[^"]*"|<textarea[^>]*>[^<]*/g, '');
  expect(shown).not.toContain('\u202E');
}

test('templates: written, previewed, compared, published, copied, tried and deleted by the pages', async () => {
  const { api_key, domain, browser, own, account } = await world();
  const form = {
    ...own,
    name: 'Receipt',
    alias: 'receipt',
    subject: 'Hello {{name}}',
    html: '<p>{{name}}</p>',
    text: 'Hi {{name}}',
  };
  const made = await browser.post('/templates/new', form);
  expect(made.location).toBe('/templates/receipt?done=saved');
  expect((await browser.get('/templates')).text).toContain('href="/templates/receipt"');
  expect((await browser.post('/templates/receipt/publish', own)).location).toBe(
    '/templates/receipt?done=published',
  );
  await browser.post('/templates/receipt/save', {
    ...form,
    text: 'Dear {{name}}',
    'default-name': 'Ada',
  });
  const shown = (await browser.get('/templates/receipt')).text;
  expect({
    changed: shown.includes('<del><bdi>Hi</bdi></del><ins><bdi>Dear</bdi></ins><bdi> {{name}}</bdi></pre>'),
    rendered: shown.includes('Dear Ada'),
  }).toEqual({ changed: true, rendered: true });
  const frame = await browser.get('/templates/receipt/content');
  expect({
    text: frame.text,
    sandboxed: frame.headers.get('content-security-policy')?.startsWith('sandbox;'),
  }).toEqual({ text: '<p>Ada</p>', sandboxed: true });
  const tooLong = { 'default-name': 'x'.repeat(65_536) };
  const bad = await browser.post('/templates/receipt/save', { ...form, ...tooLong });
  const field = elementsOf(bad.text).find(({ attributes }) => attributes.id === 'default-name');
  expect([bad.status, field?.attributes['aria-invalid']]).toEqual([400, 'true']);
  const page = await browser.get('/templates/receipt');
  const values = { ...fieldsOf(page.text), ...own, from: `a@${domain}`, 'sample-name': 'Eve' };
  for (let i = 0; i < 2; i++) {
    const tried = await browser.post('/templates/receipt/test', values);
    expect(tried.location).toBe('/templates/receipt?done=tested');
  }
  const { body } = await inProcess(ctx, emailRoutes, api_key)('GET', '/emails');
  expect(body).toMatchObject({
    emails: [{ subject: 'Hello Eve', to: [account.email], source: 'dashboard' }],
  });
  expect((await browser.post('/templates/receipt/duplicate', own)).location).toBe(
    '/templates/receipt-copy?done=duplicated',
  );
  expect((await browser.post('/templates/receipt/unpublish', own)).status).toBe(303);
  expect((await browser.get('/templates/receipt/delete')).text).toContain('can’t be undone');
  expect((await browser.post('/templates/receipt/delete', own)).location).toBe('/templates?done=deleted');
  expect((await browser.get('/templates/receipt')).status).toBe(404);
});

test('the content of a template is text on its page, and without live links in its frame [D35, D36]', async () => {
  const { api_key, browser } = await world();
  const html = `<a href="https://evil.test/x">go</a>${hostile}`;
  await inProcess(ctx, templateRoutes, api_key)('POST', '/templates', {
    body: { name: hostile, alias: 'h', subject: hostile, html, text: hostile, publish: true },
  });
  for (const path of ['/templates', '/templates/h']) expectText((await browser.get(path)).text);
  expect((await browser.get('/templates/h')).text).toContain('<li><bdi>https://evil.test/x</bdi></li>');
  expect((await browser.get('/templates/h/content')).text).toContain('<a href="#">go</a>');
});

test('no link of a mail is live in its frame, tracked or not [D35]', async () => {
  const { api_key, browser } = await world();
  const links = [
    '<a data-no-track href="https://evil.test/1">1</a>',
    '<noscript><a href="https://evil.test/2">2</a></noscript>',
    '<svg><a xlink:href="https://evil.test/3"><text>3</text></a></svg>',
    '<map><area href="https://evil.test/4"></map>',
    '<a href="https://evil.test/5" xlink:href=https://evil.test/6>5</a>',
  ];
  const body = { name: 'L', alias: 'l', subject: 'x', html: links.join(''), text: 'x', publish: true };
  await inProcess(ctx, templateRoutes, api_key)('POST', '/templates', { body });
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

test('tenants: created, changed, paused, resumed and deleted by the pages', async () => {
  const { browser, own } = await world();
  const made = await browser.post('/tenants/new', {
    ...own,
    external_id: 'cust:1',
    name: hostile.slice(0, 60),
    daily_limit: '50',
  });
  expect(made.location).toBe('/tenants/cust%3A1?done=created');
  expectText((await browser.get('/tenants')).text);
  const { text } = await browser.get('/tenants/cust%3A1');
  expectText(text);
  const id = /ten_[0-9a-z]{26}/.exec(text)?.[0] ?? '';
  expect(
    (await browser.post(`/tenants/${id}/save`, { ...own, name: 'Shop', daily_limit: 'many' })).status,
  ).toBe(400);
  expect((await browser.post(`/tenants/${id}/save`, { ...own, name: 'Shop', daily_limit: '' })).status).toBe(
    303,
  );
  expect((await browser.post(`/tenants/${id}/pause`, { ...own, reason: 'unpaid' })).status).toBe(303);
  expect((await browser.get(`/tenants/${id}`)).text).toContain('unpaid');
  expect((await browser.get('/tenants?status=paused')).text).toContain('Shop');
  expect((await browser.post(`/tenants/${id}/resume`, own)).status).toBe(303);
  expect((await browser.post(`/tenants/${id}/delete`, { ...own, confirm: 'shop' })).status).toBe(400);
  expect((await browser.post(`/tenants/${id}/delete`, { ...own, confirm: 'Shop' })).location).toBe(
    '/tenants?done=deleted',
  );
  expect((await browser.get(`/tenants/${id}`)).status).toBe(404);
});

test('SMTP credentials: made with bounds, listed and deleted by the pages', async () => {
  const { browser, own } = await world();
  const form = { ...own, request: 'r'.repeat(43), name: 'printer', allowed_ips: '192.0.2.0/24' };
  const made = await browser.post('/smtp-credentials/new', form);
  expect({ status: made.status, password: made.text.includes('svcsmtp_') }).toEqual({
    status: 200,
    password: true,
  });
  const list = (await browser.get('/smtp-credentials')).text;
  expect({ name: list.includes('printer'), password: list.includes('svcsmtp_') }).toEqual({
    name: true,
    password: false,
  });
  const id = /smtpc_[0-9a-z]{26}/.exec(list)?.[0] ?? '';
  expect(
    (await browser.post('/smtp-credentials/new', { ...form, request: 'x'.repeat(43), allowed_ips: 'x' }))
      .status,
  ).toBe(400);
  expect((await browser.post(`/smtp-credentials/${id}/delete`, own)).location).toBe(
    '/smtp-credentials?done=deleted',
  );
});

test('suppressions: a file is imported, what is wrong is shown, and the list is exported', async () => {
  const { account, browser } = await world();
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
  const { account, browser, own } = await world();
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

test('routes and blocked senders are added, refused with their fault, listed and deleted by the pages [N42, N46]', async () => {
  const { account, api_key, browser, own } = await world();
  const domain = await inboundDomain(ctx, account.id);
  const body = { url: 'https://hooks.example.com/x' };
  const made = await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', { body });
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

  const blocked = await browser.post('/blocked-senders/add', { ...own, sender: 'Spam.example', domain });
  expect(blocked.location).toBe('/blocked-senders?done=added');
  const wrong = await browser.post('/blocked-senders/add', { ...own, sender: hostile });
  expect({ status: wrong.status, issue: wrong.text.includes('must be an address or a domain') }).toEqual({
    status: 400,
    issue: true,
  });
  expectText(wrong.text);
  const senders = (await browser.get('/blocked-senders')).text;
  expect(senders).toContain('spam.example');
  const [, block_id] = /\/blocked-senders\/(bsn_\w+)\/delete/.exec(senders) ?? [];
  expect((await browser.get(`/blocked-senders/${block_id}/delete`)).text).toContain('spam.example');
  const other = await signIn(ctx, (await freshAccount(ctx)).account);
  expect((await other.get(`/blocked-senders/${block_id}/delete`)).status).toBe(404);
  const free = await browser.post(`/blocked-senders/${block_id}/delete`, own);
  expect(free.location).toBe('/blocked-senders?done=deleted');
  expect((await browser.get('/blocked-senders')).text).not.toContain('spam.example');
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
  const { account, browser, own } = await world();
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
