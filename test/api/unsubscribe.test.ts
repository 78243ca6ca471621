import { unsubscribeUrl } from '../../shared/domain/content/unsubscribe-token.ts';
import { optOutOf } from '../support/records.ts';
import { address, confirmed, form, oneClick, setUp } from '../support/unsubscriber.ts';

const readOnly = { suppression: null, opt_outs: [] };

test('GET and HEAD show a page without script, cookie or redirect, and change nothing [H40, Q21]', async () => {
  const { visit, path, state, events } = await setUp();
  for (const method of ['GET', 'HEAD', 'GET']) {
    const { status, headers, text } = await visit(method, path, { headers: { purpose: 'prefetch' } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('set-cookie')).toBeNull();
    if (method === 'HEAD') expect(text).toBe('');
    else expect(text).toContain('<form method="post">');
    expect(text).not.toMatch(/<script|http-equiv|onload/i);
  }
  expect(await state()).toEqual(readOnly);
  expect(events()).toEqual([]);
});

test.each([
  ['one_click', oneClick],
  ['link', confirmed],
] as const)(
  'product mail is left by category (%s); a repeat is 200 and fires nothing new [Q20]',
  async (source, request) => {
    const { visit, path, state, events, email_id, call, advance } = await setUp();
    const done = await visit('POST', path, request);
    expect([done.status, done.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const after = await state();
    expect(after).toMatchObject({
      suppression: null,
      opt_outs: [{ email: address, category: 'product', email_id, source }],
    });
    const [first] = events();
    expect(first?.data).toEqual({
      email: address,
      source,
      scope: 'category',
      category: 'product',
      category_label: 'Product updates',
      suppression_id: null,
      category_opt_out_id: after?.opt_outs[0]?.id,
      email_id,
    });
    expect((await visit('POST', path, oneClick)).status).toBe(200);
    expect(events()).toHaveLength(1);
    const count = events().length;
    advance(3_600_000);
    expect((await visit('POST', path, oneClick)).status).toBe(200);
    expect(events()).toHaveLength(count);
    expect(await state()).toEqual(after);
    // E45: the email's own last event.
    expect((await call('GET', `/emails/${email_id}`)).body.email).toMatchObject({
      last_event: 'unsubscribed',
    });
    // Q29: its timeline and the recipient whom the link is bound to.
    const { events: timeline } = (await call('GET', `/emails/${email_id}/events`)).body;
    expect((timeline as Record<string, unknown>[])[0]).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'email.unsubscribed',
      recipient: address,
      occurred_at: expect.any(String),
      data: { scope: 'category', category: 'product' },
    });
    const { recipients } = (await call('GET', `/emails/${email_id}/recipients`)).body;
    expect(recipients).toMatchObject([{ email: address, last_event: 'unsubscribed' }]);
    expect((await call('GET', '/opt-outs')).body.opt_outs).toMatchObject([
      { email: address, category: 'product' },
    ]);
  },
);

const example = [
  '---FormBoundaryjWmhtjORrn',
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  '---FormBoundaryjWmhtjORrn--',
].join('\r\n');

test.each([
  ['the example of RFC 8058', 'multipart/form-data; boundary=---FormBoundaryjWmhtjORrn', example],
  ['the same, its boundary in quotes', 'multipart/form-data; boundary="---FormBoundaryjWmhtjORrn"', example],
  ['a field that ends in a line break', form['content-type'], `${oneClick.raw}\r\n`],
])('RFC 8058, Q20: %s counts', async (_name, type, raw) => {
  const { visit, path, state } = await setUp('newsletter');
  expect((await visit('POST', path, { headers: { 'content-type': type }, raw })).status).toBe(200);
  expect((await state())?.opt_outs).toMatchObject([{ category: 'newsletter', source: 'one_click' }]);
});

test.each([
  ['an empty body', { headers: form, raw: '' }],
  ['JSON', { headers: { 'content-type': 'application/json' }, raw: '{"List-Unsubscribe":"One-Click"}' }],
  ['another value', { headers: form, raw: 'List-Unsubscribe=one-click' }],
  ['no type', { raw: new TextEncoder().encode('confirm=1') }],
  [
    'a broken multipart',
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, raw: 'confirm=1' },
  ],
])('a POST of %s is 400 and changes nothing [Q20]', async (_name, request) => {
  const { visit, path, state, events } = await setUp();
  const { status, headers } = await visit('POST', path, request);
  expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect([await state(), events()]).toEqual([readOnly, []]);
});

test.each([
  ['a thousand fields', { ...oneClick, raw: `List-Unsubscribe=One-Click${'&a'.repeat(2050)}` }],
  ['5 MB of fields', { ...oneClick, raw: 'a&'.repeat(2.5 * 1024 * 1024) }],
])('a form over 4 KB is 413 before it is parsed and changes nothing: %s', async (_name, request) => {
  const { visit, path, state, events } = await setUp();
  const { status, body } = await visit('POST', path, request);
  expect([status, body.error]).toMatchObject([
    413,
    { code: 'payload_too_large', message: 'The request body is over 4 KB', details: { limit: 4096 } },
  ]);
  expect([await state(), events()]).toEqual([readOnly, []]);
});

test('a form of 4 KB is read', async () => {
  const { visit, path } = await setUp();
  const raw = `${oneClick.raw}&${'a'.repeat(4096 - oneClick.raw.length - 1)}`;
  expect((await visit('POST', path, { ...oneClick, raw })).status).toBe(200);
});

test('transactional mail is left altogether; the suppression says so [Q20]', async () => {
  const { visit, path, state, events, email_id } = await setUp('transactional');
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  const after = await state();
  expect(after).toMatchObject({
    suppression: { email: address, reason: 'unsubscribe', source: 'one_click', email_id },
    opt_outs: [],
  });
  expect(events()[0]?.data).toEqual({
    email: address,
    source: 'one_click',
    scope: 'all',
    category: null,
    category_label: null,
    suppression_id: after?.suppression?.id,
    category_opt_out_id: null,
    email_id,
  });
});

test('an address with a stronger reason keeps it; its first unsubscribe is emitted [Q20]', async () => {
  const { visit, path, call, events, advance } = await setUp('transactional');
  const made = await call('POST', '/suppressions', { body: { email: address, reason: 'bounce' } });
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  const shown = await call('GET', `/suppressions?email=${address}`);
  expect(shown.body.suppressions).toEqual([made.body.suppression]);
  const id = (made.body.suppression as { id: string }).id;
  expect(events()).toMatchObject([{ data: { scope: 'all', suppression_id: id } }]);
  advance(3_600_000);
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  expect(events()).toHaveLength(1);
});

test('who was told apart from our links as unsubscribed stays so, and nothing is fired [Q20]', async () => {
  const { ctx, visit, path, call, events } = await setUp('transactional');
  const made = await call('POST', '/suppressions', { body: { email: address, reason: 'unsubscribe' } });
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  expect((await call('GET', `/suppressions?email=${address}`)).body.suppressions).toEqual([
    made.body.suppression,
  ]);
  const imported = await setUp('product');
  await imported.ctx.opt_outs.create(imported.list, optOutOf(ctx, address, 'product', { source: 'import' }));
  expect((await imported.visit('POST', imported.path, oneClick)).status).toBe(200);
  expect([...events(), ...imported.events()]).toEqual([]);
});

test('an opt-out of a suppressed address is removed by itself [H26]', async () => {
  const { visit, path, call, state } = await setUp();
  await visit('POST', path, oneClick);
  await call('POST', '/suppressions', { body: { email: address } });
  expect((await call('DELETE', `/opt-outs?email=${address}&category=product`)).status).toBe(200);
  expect(await state()).toMatchObject({ suppression: { reason: 'manual' }, opt_outs: [] });
});

test('after the operator removed the entry, a POST makes it anew and fires again [Q20]', async () => {
  const { visit, path, call, events } = await setUp();
  await visit('POST', path, oneClick);
  expect((await call('DELETE', `/opt-outs?email=${address}&category=product`)).status).toBe(200);
  await visit('POST', path, oneClick);
  expect(events()).toHaveLength(2);
  expect(events()[0]?.id).not.toBe(events()[1]?.id);
});

test('a link works when the record of its email is gone [Q21]', async () => {
  const { ctx, visit, state, account } = await setUp();
  const email_id = ctx.runtime.id('msg');
  const url = await unsubscribeUrl(ctx, {
    account: account.id,
    tenant: null,
    address,
    category: 'product',
    email_id,
  });
  expect((await visit('POST', url.slice(ctx.settings.base_url.length), oneClick)).status).toBe(200);
  expect((await state())?.opt_outs).toMatchObject([{ email_id }]);
  expect(await ctx.emails.getMeta(email_id)).toBeNull();
});

test('bad tokens and tokens of deleted accounts are a 404 page, other methods 405 [H40, Q21]', async () => {
  const { ctx, visit, path } = await setUp();
  const gone = await unsubscribeUrl(ctx, {
    account: ctx.runtime.id('acc'),
    tenant: null,
    address,
    category: 'product',
    email_id: 'msg_x',
  });
  const altered = `${path.slice(0, -3)}${path.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  const bad = ['/unsubscribe/preview', altered, path.replace('/1.', '/2.'), `${path}x`];
  for (const one of [...bad, gone.slice(ctx.settings.base_url.length)]) {
    for (const [method, request] of [
      ['GET', {}],
      ['POST', oneClick],
    ] as const) {
      const { status, headers } = await visit(method, one, request);
      expect([one, status, headers.get('content-type')]).toEqual([one, 404, 'text/html; charset=utf-8']);
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
  }
  for (const method of ['PUT', 'PATCH', 'DELETE']) expect((await visit(method, path)).status).toBe(405);
});

test('neither the address nor any id can be read in the link, and the page shows it escaped [Q21]', async () => {
  const { ctx, visit, account } = await setUp();
  const hostile = `"<script>alert(1)</script>"@x.example`;
  const url = await unsubscribeUrl(ctx, {
    account: account.id,
    tenant: null,
    address: hostile,
    category: 'product',
    email_id: 'msg_x',
  });
  const opened = Buffer.from(url.split('.').at(-1) ?? '', 'base64url').toString('latin1');
  expect(opened).not.toContain('x.example');
  expect(opened).not.toContain(account.id);
  const { text } = await visit('GET', url.slice(ctx.settings.base_url.length));
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toContain('<script');
});
