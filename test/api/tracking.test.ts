import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Domain } from '../../shared/core/records/domains.ts';
import type { WebhookEvent } from '../../shared/core/records/webhooks.ts';
import { type Id, timestamp } from '../../shared/core/runtime.ts';
import { buildApp } from '../../shared/http/app.ts';
import { freshAccount, inProcess, verifiedDomain } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { fieldsOf } from '../support/event-fields.ts';
import { idOf } from '../support/ids.ts';

type Parsed = { html: string; text: string };
const { simpleParser } = jest.requireActual<{ simpleParser: (source: string) => Promise<Parsed> }>(
  'mailparser',
);

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const target = 'https://shop.example/ä?a=1&b=%20#top';
const html = `<body><p>Hi</p><a href="${target.replace('&', '&amp;')}">Shop</a> <a href="mailto:a@shop.example">mail</a></body>`;

/** An account whose domain tracks, and which listens to everything. */
async function setUp(settings: Partial<Domain> = { open_tracking: true, click_tracking: true }) {
  const world = captured();
  const { ctx, clock } = world;
  clock.hold();
  const { account, api_key, domain } = await freshAccount(ctx, { domain: false });
  await verifiedDomain(ctx, account.id, domain, settings);
  const call = inProcess(ctx, [...emailRoutes, ...webhookRoutes], api_key);
  await call('POST', '/webhooks', {
    body: { url: 'https://receiver.invalid/hook', events: ['email.opened', 'email.clicked'] },
  });

  // However slow the machine is, an answer waits until its visit is recorded.
  const patient = { ...ctx, runtime: { ...ctx.runtime, sleep: () => new Promise<void>(() => {}) } };
  const app = buildApp(patient, publicRoutes);
  /** One request of somebody who reads mail. */
  const visit = async (
    url: string,
    { method = 'GET', agent = firefox, address = '192.0.2.7', headers = {} as Record<string, string> } = {},
  ) => {
    const init = { method, headers: { 'user-agent': agent, ...headers } };
    return app.request(`http://localhost/api${url}`, init, { address });
  };

  const send = async (change: Record<string, unknown> = {}) => {
    const body = { from: `shop@${domain}`, to: 'Ada <Ada@x.example>', subject: 'Hello', html, ...change };
    const { status, body: answer } = await call('POST', '/emails', { body });
    expect([status, answer.error]).toEqual([200, undefined]);
    const id = idOf('msg', answer.id);
    await world.deliver({ id, account: account.id });
    const parsed = await simpleParser(world.mails.find(({ email_id }) => email_id === id)?.raw ?? '');
    const paths = [...(parsed.html || '').matchAll(/"([^"]*)(\/t\/[oc]\/[\w-]+)"/g)];
    expect(paths.every(([, base]) => base === ctx.settings.base_url)).toBe(true);
    const found = (kind: string) =>
      paths.map(([, , path]) => path ?? '').find((path) => path.startsWith(kind));
    return { id, ...parsed, pixel: found('/t/o/') ?? '', link: found('/t/c/') ?? '' };
  };

  const delivered = async (id: string) => {
    clock.advance(1_000);
    const at = clock.runtime.now();
    await ctx.events.recordOutcomes({
      email_id: id as Id<'msg'>,
      account: account.id,
      message_id: '<1@ses>',
      sent_at: timestamp(at),
      outcomes: { '0d': at },
      reason: null,
    });
    clock.advance(60_000);
    return timestamp(at);
  };

  const events = () => world.webhooks.map((message) => JSON.parse(message.payload ?? '{}') as WebhookEvent);
  const recipients = async (id: string) => {
    const { body } = await call('GET', `/emails/${id}/recipients`);
    return body.recipients as Record<string, unknown>[];
  };
  const lastEvent = async (id: string) =>
    ((await call('GET', `/emails/${id}`)).body.email as { last_event: string }).last_event;
  return { ...world, account, call, visit, send, delivered, events, recipients, lastEvent };
}

test('the pixel of an opened email is a gif, and makes email.opened [H17, H40]', async () => {
  const { send, delivered, visit, events, recipients, lastEvent, clock } = await setUp();
  const { id, pixel } = await send({ tags: [{ name: 'order', value: '7' }] });
  await delivered(id);
  const opened_at = timestamp(clock.runtime.now());
  const answer = await visit(pixel);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const gif = Buffer.from(await answer.arrayBuffer());
  expect([gif.toString('latin1', 0, 6), gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual(['GIF89a', 1, 1]);
  expect(events()).toMatchObject([
    {
      id: expect.stringMatching(/^evt_/),
      type: 'email.opened',
      data: {
        email_id: id,
        status: 'delivered',
        recipient: 'Ada@x.example',
        occurred_at: opened_at,
        subject: 'Hello',
        tags: [{ name: 'order', value: '7' }],
        category: 'transactional',
        opened_at,
        ip: '192.0.2.7',
        user_agent: firefox,
        machine: false,
        first: true,
      },
    },
  ]);
  expect(Object.keys(events()[0]?.data ?? {}).sort()).toEqual(fieldsOf('email.opened'));
  expect(await recipients(id)).toMatchObject([{ opened_at, opens: 1, clicked_at: null, clicks: 0 }]);
  expect(await lastEvent(id)).toBe('opened');
});

test('a link goes to its address and nowhere else, and makes email.clicked and no open [H40, E19]', async () => {
  const { send, delivered, visit, events, recipients, lastEvent } = await setUp();
  const { id, link } = await send();
  await delivered(id);
  const answer = await visit(link);
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    'https://shop.example/%C3%A4?a=1&b=%20#top',
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(events()).toMatchObject([
    { type: 'email.clicked', data: { url: target, machine: false, first: true, recipient: 'Ada@x.example' } },
  ]);
  expect(Object.keys(events()[0]?.data ?? {}).sort()).toEqual(fieldsOf('email.clicked'));
  expect(await recipients(id)).toMatchObject([{ opens: 0, clicks: 1, clicked_at: expect.any(String) }]);
  expect(await lastEvent(id)).toBe('clicked');
});

test('a bad token is 404 without a location, a bad pixel still a gif, and neither makes an event [E19]', async () => {
  const { send, visit, events } = await setUp();
  const { link, pixel } = await send();
  const bad = [
    `${link}A`,
    link.slice(0, -2),
    pixel.replace('/o/', '/c/'),
    '/t/c/x',
    `/t/c/${'A'.repeat(9_000)}`,
  ];
  for (const path of bad) {
    const answer = await visit(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
  }
  for (const path of ['/t/o/x', link.replace('/c/', '/o/'), `${pixel}A`]) {
    const answer = await visit(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
  }
  expect(events()).toEqual([]);
});

test('HEAD, OPTIONS and what a browser loads ahead make no event; nor does the same load within 10 s [E14]', async () => {
  const { send, delivered, visit, events, clock } = await setUp();
  const { id, link, pixel } = await send();
  await delivered(id);
  const ahead = { headers: { 'sec-purpose': 'prefetch;prerender' } };
  expect((await visit(link, { method: 'HEAD' })).status).toBe(302);
  expect((await visit(link, ahead)).status).toBe(302);
  expect((await visit(pixel, { method: 'HEAD' })).status).toBe(200);
  expect((await visit(pixel, { method: 'OPTIONS' })).status).toBe(405);
  expect(events()).toEqual([]);
  for (let i = 0; i < 3; i++) await visit(pixel);
  clock.advance(10_001);
  await visit(pixel, { address: '192.0.2.8' });
  expect(events().map(({ data }) => data.first)).toEqual([true, false]);
});

test('of loads at the same moment each is judged with the others seen, and one is first [E14]', async () => {
  const { send, delivered, visit, events } = await setUp();
  const { id, pixel } = await send();
  await delivered(id);
  const agents = ['a', 'a', 'b', 'b', 'c', 'c'].map((name) => `${firefox} ${name}`);
  await Promise.all(agents.map((agent) => visit(pixel, { agent })));
  const made = events();
  expect(made.map(({ data }) => data.user_agent).sort()).toEqual([...new Set(agents)].sort());
  expect(made.filter(({ data }) => data.first)).toHaveLength(1);
  expect(new Set(made.map(({ id: event }) => event)).size).toBe(3);
});

test('a machine that opens is said to be one, and counts nowhere [E46, E47]', async () => {
  const { send, delivered, visit, events, recipients, lastEvent } = await setUp();
  const { id, pixel } = await send();
  await delivered(id);
  await visit(pixel, { agent: 'Mozilla/5.0' });
  await visit(pixel, { address: '198.51.100.1' });
  expect(events().map(({ data: { machine, first } }) => [machine, first])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(await recipients(id)).toMatchObject([{ opens: 1 }]);
  expect(await lastEvent(id)).toBe('opened');
});

test('of several recipients nobody is named, and first counts per email [E12]', async () => {
  const { send, delivered, visit, events, recipients } = await setUp();
  const { id, pixel, link } = await send({ to: ['ada@x.example', 'bob@x.example'] });
  await delivered(id);
  await visit(pixel);
  await visit(link, { address: '198.51.100.1' });
  const made = events();
  expect(made.map(({ type, data }) => [type, data.first, 'recipient' in data])).toEqual([
    ['email.opened', true, false],
    ['email.clicked', true, false],
  ]);
  expect(await recipients(id)).toMatchObject([
    { opens: 0, clicks: 0, opened_at: null },
    { opens: 0, clicks: 0, opened_at: null },
  ]);
});

test('what the domain asks for when the email is accepted is what happens [E15, E68]', async () => {
  const none = await setUp({ open_tracking: false, click_tracking: false });
  const plain = await none.send();
  expect([plain.pixel, plain.link]).toEqual(['', '']);
  expect(plain.html.trim()).toBe(html);
  const opens = await (await setUp({ open_tracking: true, click_tracking: false })).send();
  expect({ noPixel: opens.pixel === '', link: opens.link }).toEqual({ noPixel: false, link: '' });
  const clicks = await (await setUp({ open_tracking: false, click_tracking: true })).send();
  expect({ pixel: clicks.pixel, noLink: clicks.link === '' }).toEqual({ pixel: '', noLink: false });
});

test('stored content and text part are the sender’s own [E55]', async () => {
  const { send, call } = await setUp();
  const { id, text } = await send({ text: `Shop: ${target}` });
  expect(text.trim()).toBe(`Shop: ${target}`);
  const { body } = await call('GET', `/emails/${id}?include=content`);
  expect(body.email).toMatchObject({ html, text: `Shop: ${target}` });
});

test('the unsubscribe link of a tracked email works as it is [E18]', async () => {
  const { send, ctx } = await setUp();
  const leave = `${html}<a href="{{unsubscribe_url}}">Leave</a>`;
  const { html: sent } = await send({ html: leave, category: 'newsletter', unsubscribe: true });
  expect(sent).toContain(`<a href="${ctx.settings.base_url}/unsubscribe/`);
  expect(sent.match(/\/t\/c\//g)).toHaveLength(1);
});

test('links of an email whose record is gone still lead where they did, and make no event [E19]', async () => {
  const { send, visit, events, ctx, clock } = await setUp();
  const { link, pixel } = await send();
  clock.advance((ctx.settings.retention.email + 2) * 86_400_000);
  expect((await visit(link)).headers.get('location')).toBe('https://shop.example/%C3%A4?a=1&b=%20#top');
  expect((await visit(pixel)).status).toBe(200);
  expect(events()).toEqual([]);
});

test('a link leads on when nothing can be written down', async () => {
  const { send, ctx } = await setUp();
  const { link } = await send();
  const broken = { ...ctx, visits: { ...ctx.visits, read: () => Promise.reject(new Error('down')) } };
  const answer = await buildApp(broken, publicRoutes).request(`http://localhost/api${link}`);
  expect(answer.status).toBe(302);
  const slow = { ...ctx, visits: { ...ctx.visits, read: () => new Promise<never>(() => {}) } };
  expect((await buildApp(slow, publicRoutes).request(`http://localhost/api${link}`)).status).toBe(302);
});
