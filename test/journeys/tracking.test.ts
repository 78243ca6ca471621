import { stopSubscribers, verifiedByStripe } from './subscriber.ts';
import { newCustomer, send, sourceOf, subscribe, withStatus } from './world.ts';

afterEach(stopSubscribers);

type Parsed = { html: string; text: string };
const { simpleParser } = jest.requireActual<{ simpleParser: (source: Buffer) => Promise<Parsed> }>(
  'mailparser',
);

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const target = 'https://shop.example/cart?a=1&b=%20#top';

/** How often to repeat a timed visit. TRACKING_VISITS=200 prints the figures. */
const visits = Number(process.env.TRACKING_VISITS ?? 3);

async function timed(url: string) {
  const times: number[] = [];
  for (let i = 0; i < visits; i++) {
    const began = performance.now();
    const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': agent } });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (i === visits - 1) {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      return { answer, p50_ms: at(0.5), p99_ms: at(0.99) };
    }
  }
  throw new Error('no visit');
}

test('the pixel and the link of a delivered email are answered by the deployed edge, and open and click reach the webhook [H16]', async () => {
  const { call, domain } = await newCustomer();
  const { body } = await call('GET', '/domains');
  const [own] = body.domains as { id: string }[];
  const settings = { open_tracking: true, click_tracking: true };
  expect((await call('PATCH', `/domains/${own?.id}`, { body: settings })).status).toBe(200);
  const { receiver, secret } = await subscribe(call, ['email.opened', 'email.clicked']);

  const html = `<body><p>Hi</p><a href="${target.replace('&', '&amp;')}">Shop</a></body>`;
  const id = await send(call, { from: `shop@${domain}`, to: 'ada@acme.test', subject: 'Hello', html });
  await withStatus(call, id, 'delivered');
  const { source } = await sourceOf(id);
  const links = [
    ...((await simpleParser(source)).html || '').matchAll(/"(https?:[^"]*\/t\/([oc])\/[\w-]+)"/g),
  ];
  const [click, open] = ['c', 'o'].map((kind) => links.find(([, , of]) => of === kind)?.[1] ?? '');

  const opened = await timed(open ?? '');
  expect([opened.answer.status, opened.answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
  const clicked = await timed(click ?? '');
  expect([clicked.answer.status, clicked.answer.headers.get('location')]).toEqual([302, target]);
  if (visits > 3) {
    const figures = ({ p50_ms, p99_ms }: typeof opened) => ({ p50_ms, p99_ms });
    process.stderr.write(`${JSON.stringify({ open: figures(opened), click: figures(clicked) })}\n`);
  }

  for (const [type, data] of [
    ['email.opened', { email_id: id, machine: false, first: true }],
    // E47: no person clicks a link within ten seconds of the delivery.
    ['email.clicked', { email_id: id, url: target, machine: true, first: true }],
  ] as const) {
    const post = await receiver.event(type, id);
    expect(verifiedByStripe(post, secret)).toMatchObject({ type, data });
  }
  const { body: found } = await call('GET', `/emails/${id}/recipients`);
  expect(found.recipients).toMatchObject([{ email: 'ada@acme.test', status: 'delivered' }]);
  // Another token of the same length reports nothing and redirects nowhere.
  const changed = `${click?.slice(0, -1)}${click?.endsWith('A') ? 'B' : 'A'}`;
  const refused = await fetch(changed, { redirect: 'manual' });
  expect([refused.status, refused.headers.get('location')]).toEqual([404, null]);
});
