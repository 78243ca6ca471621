import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Category } from '../../shared/core/records.ts';
import type { Context } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import type { WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { unsubscribeUrl } from '../../shared/domain/unsubscribe/token.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';

type Parsed = { headers: Map<string, unknown>; html: string; text?: string; subject: string };
const { simpleParser } = jest.requireActual<{ simpleParser: (source: string) => Promise<Parsed> }>(
  'mailparser',
);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = { headers: form, raw: 'List-Unsubscribe=One-Click' };
const confirmed = { headers: form, raw: 'confirm=1' };
const address = 'ada@x.example';

/** An account that listens to everything, and a sent email of it with its link. */
async function setUp(category: Category = 'product') {
  const clock = testClock();
  const told: WebhookMessage[] = [];
  const real = testContext({ runtime: clock.runtime });
  const webhooks = async (messages: WebhookMessage[]) => void told.push(...messages);
  const ctx: Context = { ...real, queues: { deliver: async () => {}, webhooks } };
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, [...emailRoutes, ...suppressionRoutes, ...webhookRoutes], api_key);
  await call('POST', '/webhooks', { body: { url: 'https://receiver.invalid/hook' } });
  const email = { from: `shop@${domain}`, to: address, subject: 'Hello', text: 'Hi', category };
  const sent = await call('POST', '/emails', { body: { ...email, unsubscribe: true } });
  const email_id = String(sent.body.id);
  const token = { account: account.id, tenant: null, address, category, email_id };
  const url = await unsubscribeUrl(ctx, token);
  const path = url.slice(ctx.settings.base_url.length);
  const visit = inProcess(ctx, publicRoutes, null);
  const events = () =>
    told
      .map(
        ({ payload }) =>
          JSON.parse(payload ?? '{}') as { id: string; type: string; data: Record<string, unknown> },
      )
      .filter(({ type }) => type === 'contact.unsubscribed');
  const list = { account: account.id, tenant: null };
  const state = async () => (await ctx.suppressions.readStates(list, [address]))[0];
  return { ...clock, ctx, account, call, email, email_id, path, visit, events, list, state, told };
}

const readOnly = { suppression: null, opt_outs: [] };

test('H40, Q21: GET and HEAD show a page without script, cookie or redirect, and change nothing', async () => {
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
  'Q20: product mail is left by category (%s); a repeat is 200 and fires nothing new',
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
    // E8: soon after, the same event may be told again, in case the first run died; later never.
    expect(new Set(events().map((event) => JSON.stringify(event))).size).toBe(1);
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

test('RFC 8058, Q20: multipart is a form too', async () => {
  const { visit, path, state } = await setUp('newsletter');
  const data = new FormData();
  data.set('List-Unsubscribe', 'One-Click');
  const request = new Request('http://x.example', { method: 'POST', body: data });
  const type = request.headers.get('content-type') ?? '';
  const raw = new Uint8Array(await request.arrayBuffer());
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
])('Q20: a POST of %s is 400 and changes nothing', async (_name, request) => {
  const { visit, path, state, events } = await setUp();
  const { status, headers } = await visit('POST', path, request);
  expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect([await state(), events()]).toEqual([readOnly, []]);
});

test('Q20: transactional mail is left altogether; the suppression says so', async () => {
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

test('Q20: an address suppressed for another reason stays as it is; its first unsubscribe is told', async () => {
  const { visit, path, call, events, advance } = await setUp('transactional');
  const made = await call('POST', '/suppressions', { body: { email: address, reason: 'manual' } });
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  const shown = await call('GET', `/suppressions?email=${address}`);
  expect(shown.body.suppressions).toEqual([made.body.suppression]);
  const id = (made.body.suppression as { id: string }).id;
  expect(events()).toMatchObject([{ data: { scope: 'all', suppression_id: id } }]);
  advance(3_600_000);
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  expect(events()).toHaveLength(1);
});

test('Q20: after the operator removed the entry, a POST makes it anew and fires again', async () => {
  const { visit, path, call, events } = await setUp();
  await visit('POST', path, oneClick);
  expect((await call('DELETE', `/opt-outs?email=${address}&category=product`)).status).toBe(200);
  await visit('POST', path, oneClick);
  expect(events()).toHaveLength(2);
  expect(events()[0]?.id).not.toBe(events()[1]?.id);
});

test('E8: an event that was lost on the way to the queue is told by the repeat of the click', async () => {
  const { visit, path, ctx, events } = await setUp();
  const queue = ctx.queues.webhooks;
  ctx.queues.webhooks = async () => {
    throw new Error('down');
  };
  expect((await visit('POST', path, oneClick)).status).toBe(500);
  ctx.queues.webhooks = queue;
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  expect(events()).toHaveLength(1);
});

test.each(['product', 'transactional'] as const)(
  'Q20: 20 clicks at once are one entry and one event (%s)',
  async (category) => {
    const { visit, path, events, state } = await setUp(category);
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit('POST', path, oneClick)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(events().map((event) => JSON.stringify(event))).size).toBe(1);
    const { suppression, opt_outs } = (await state()) ?? readOnly;
    expect((suppression === null ? 0 : 1) + opt_outs.length).toBe(1);
  },
);

test('Q21: a link works when the record of its email is gone', async () => {
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

test('H40, Q21: bad tokens and tokens of deleted accounts are a 404 page, other methods 405', async () => {
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

test('Q21: neither the address nor any id can be read in the link, and the page shows it escaped', async () => {
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

describe('rules 6 and 11, Q17: sends to who opted out', () => {
  test('the category is refused with its details, other categories and transactional mail are not', async () => {
    const { visit, path, call, email, told } = await setUp('product');
    await visit('POST', path, oneClick);
    told.length = 0;
    const to = ['ok@x.example', `Ada <${address.toUpperCase()}>`];
    const refused = await call('POST', '/emails', { body: { ...email, to } });
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'validation_error']);
    const email_id = refused.body.error?.details?.email_id;
    expect(refused.body.error?.details).toEqual({
      category_unsubscribed: [address],
      category: 'product',
      email_id: expect.stringMatching(/^msg_/),
    });
    expect((await call('GET', `/emails/${email_id}`)).body.email).toMatchObject({
      status: 'failed',
      last_event: 'suppressed',
      failure_reason: 'category_unsubscribed',
    });
    expect(told.map(({ payload }) => JSON.parse(payload ?? '{}'))).toMatchObject([
      {
        type: 'email.suppressed',
        data: {
          email_id,
          suppressed: [{ email: address, reason: 'unsubscribe', scope: 'category', suppression_id: null }],
        },
      },
    ]);
    for (const category of ['transactional', 'newsletter']) {
      expect((await call('POST', '/emails', { body: { ...email, category } })).status).toBe(200);
    }
  });

  test('one answer names both lists; who is on both stands only in suppressed', async () => {
    const { visit, path, call, email, ctx, list } = await setUp('product');
    await visit('POST', path, oneClick);
    await ctx.opt_outs.create(list, {
      id: ctx.runtime.id('opt'),
      email: 'both@x.example',
      category: 'product',
      tenant: null,
      email_id: null,
      source: 'import',
      created_at: new Date().toISOString(),
    });
    for (const one of ['both@x.example', 'bad@x.example'])
      await call('POST', '/suppressions', { body: { email: one } });
    const body = { ...email, to: ['bad@x.example', 'both@x.example'], bcc: [address] };
    const refused = await call('POST', '/emails', { body });
    expect(refused.status).toBe(422);
    expect(refused.body.error?.details).toEqual({
      suppressed: ['bad@x.example', 'both@x.example'],
      category_unsubscribed: [address],
      category: 'product',
      email_id: expect.stringMatching(/^msg_/),
    });
    const email_id = refused.body.error?.details?.email_id;
    expect((await call('GET', `/emails/${email_id}`)).body.email).toMatchObject({
      failure_reason: 'suppressed',
    });
  });
});

describe('delivery', () => {
  const handedOver = (ctx: Context, given: { id: string; account: string }) => {
    const handed: string[] = [];
    const mailer: Context['mailer'] = {
      send: async ({ raw }) => {
        handed.push(Buffer.from(raw).toString('latin1'));
        return { outcome: 'accepted', message_id: 'x' };
      },
    };
    return deliverEmail({ ...ctx, mailer }, given, { receive_count: 1 }).then(() => handed);
  };

  test('rule 11, Q19: who opted out while the email waited does not get it', async () => {
    const { ctx, visit, path, email, account, advance, call, told } = await setUp();
    const waiting = String((await call('POST', '/emails', { body: email })).body.id);
    await visit('POST', path, oneClick);
    told.length = 0;
    advance(6 * 60_000);
    expect(await handedOver(ctx, { id: waiting, account: account.id })).toEqual([]);
    expect((await call('GET', `/emails/${waiting}`)).body.email).toMatchObject({
      status: 'failed',
      last_event: 'suppressed',
      failure_reason: 'category_unsubscribed',
    });
    expect(told.map(({ payload }) => JSON.parse(payload ?? '{}'))).toMatchObject([
      { type: 'email.suppressed', data: { email_id: waiting, suppressed: [{ scope: 'category' }] } },
    ]);
  });

  test('rule 10, Q6: each message has a link of its own, escaped in html; values of the caller stay', async () => {
    const { ctx, call, email, account } = await setUp();
    const base_url = 'https://mail.example/a&b';
    const body = {
      ...email,
      subject: 'Leave {{unsubscribe_url}}',
      html: '<a href="{{ unsubscribe_url }}">out</a> {{other}}',
      text: 'out: {{unsubscribe_url}} {{unsubscribe_url',
      unsubscribe: true,
      headers: { 'X-Own': '{{unsubscribe_url}}' },
    };
    const links = await Promise.all(
      [1, 2].map(async () => {
        const { id } = (await call('POST', '/emails', { body })).body;
        const settings = { ...ctx.settings, base_url };
        const [message = ''] = await handedOver(
          { ...ctx, settings },
          { id: String(id), account: account.id },
        );
        const { headers, html, text, subject } = await simpleParser(message);
        const link = /<([^>]+)>/.exec(message.slice(message.indexOf('List-Unsubscribe:')))?.[1] ?? '';
        expect(link.startsWith(`${base_url}/unsubscribe/1.`)).toBe(true);
        expect(headers.get('x-own')).toBe('{{unsubscribe_url}}');
        expect(subject).toBe(`Leave ${link}`);
        expect(html).toBe(`<a href="${link.replaceAll('&', '&amp;')}">out</a> {{other}}`);
        expect(text?.trim()).toBe(`out: ${link} {{unsubscribe_url`);
        return link;
      }),
    );
    expect(new Set(links).size).toBe(2);
  });

  test('rule 10: off by default, for every category', async () => {
    const { ctx, call, email, account } = await setUp('newsletter');
    const { id } = (await call('POST', '/emails', { body: email })).body;
    const [message] = await handedOver(ctx, { id: String(id), account: account.id });
    expect(message).not.toMatch(/list-unsubscribe/i);
  });
});

test('Q24: off, the placeholder stays as written; Q6: on, records show it and never a link', async () => {
  const { call, email, ctx } = await setUp();
  const subject = 'Leave: {{unsubscribe_url}}';
  for (const unsubscribe of [true, false]) {
    const sent = await call('POST', '/emails', { body: { ...email, subject, unsubscribe } });
    expect(sent.status).toBe(200);
    expect((await call('GET', `/emails/${sent.body.id}`)).body.email).toMatchObject({ subject });
    const stored = await ctx.emails.getMeta(String(sent.body.id));
    expect(stored?.subject.includes('\0')).toBe(unsubscribe);
  }
});
