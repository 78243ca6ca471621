import { blockedSenders } from '../../functions/inbound/blocked-senders.ts';
import { inboundRoutes } from '../../functions/inbound/inbound-routes.ts';
import { receivedEmails } from '../../functions/inbound/received-emails.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { createCounts } from '../../shared/smtp/health.ts';
import { freshAccount, inProcess, newTenant } from '../support/api.ts';
import { inboundDomain, inboundWorld, injectAt, receivedIds, talkAt } from '../support/inbound.ts';
import { sendRaw } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof openWorld>>;
const receivers: Awaited<ReturnType<typeof inboundWorld>>['receiver'][] = [];

/** How old rules may be at port 25 (N48). */
const rules_ms = 35_000;

async function openWorld() {
  const counts = createCounts();
  const world = await inboundWorld({ note: counts.note, limits: { unknown_delay_ms: 1 } });
  const call = inProcess(
    world.ctx,
    [...receivedEmails.routes, ...inboundRoutes.routes, ...blockedSenders.routes, ...webhookRoutes],
    world.api_key,
  );
  const post = async (path: string, body: object) => {
    const { status, body: answer, text } = await call('POST', path, { body });
    if (status >= 300) throw new Error(text);
    world.clock.advance(rules_ms);
    return answer;
  };
  const route = (match: string, more: object = {}) =>
    post('/inbound-routes', { match: `${match}@${world.domain}`, ...more });
  const endpoint = async (more: object = {}): Promise<string> => {
    const { webhook } = await post('/webhooks', { url: 'https://hooks.example.com/x', ...more });
    return (webhook as { id: string }).id;
  };
  const block = (sender: string, more: object = {}) => post('/blocked-senders', { sender, ...more });
  const at = (locals: string[]) => locals.map((local) => `${local}@${world.domain}`);
  /** The endpoints that the event of one message to these local parts goes to. */
  const published = async (...locals: string[]) => {
    world.webhooks.splice(0);
    await world.receive(message(`${locals.join()} ${world.clock.runtime.now()}`), at(locals));
    const ids = world.webhooks.splice(0).map((one) => (one.kind === 'delivery' ? one.webhook_id : one.kind));
    return ids.sort();
  };
  receivers.push(world.receiver);
  return { ...world, call, route, endpoint, block, at, published, counts };
}
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.drain(0))));

const message = (subject: string, from = 'Ada <ada@x.example>') =>
  `From: ${from}\r\nSubject: ${subject}\r\n\r\nhi\r\n`;

/** The replies to the recipients of one transaction. */
async function rcpts({ receiver }: World, to: string[], from = 'ada@x.example'): Promise<string[]> {
  const talking = await talkAt(receiver.port, from);
  const replies: string[] = [];
  for (const one of to) replies.push((await talking.say(`RCPT TO:<${one}>`)).slice(0, 9));
  talking.close();
  return replies;
}

const ok = '250 2.1.5';
const unknown = '550 5.1.1';
const blocked = '550 5.7.1';

test('a route refuses at RCPT as an unknown recipient; the most specific one counts [N42]', async () => {
  const world = await openWorld();
  await world.route('*', { action: 'refuse' });
  await world.route('support+*', { action: 'deliver' });
  await world.route('Support+vip', { action: 'refuse' });
  await world.route('sales', { action: 'deliver' });
  const to = [
    'support',
    'SUPPORT+a',
    'support+VIP',
    '"support+vip"',
    'sales',
    'sales+a',
    'other',
    'Postmaster',
  ];
  expect(await rcpts(world, world.at(to))).toEqual([...[ok, ok, unknown, unknown, ok, unknown, unknown], ok]);
  await world.route('postmaster', { action: 'refuse' });
  expect(await rcpts(world, world.at(['postmaster']))).toEqual([unknown]);
});

test('what one route refuses leaves the other recipients of the message [N42]', async () => {
  const world = await openWorld();
  await world.route('noreply', { action: 'refuse' });
  const talking = await talkAt(world.receiver.port, 'ada@x.example');
  for (const to of world.at(['noreply', 'a'])) await talking.say(`RCPT TO:<${to}>`);
  await talking.say('DATA');
  talking.write(`${message('mixed')}.\r\n`);
  receivedIds((await talking.next()).join());
  talking.close();
  expect(world.queued.map(({ rcpt_to }) => rcpt_to)).toEqual([world.at(['a'])]);
});

test('the endpoint of a route alone gets the event, several get it once each, and all where one has no route [N43]', async () => {
  const world = await openWorld();
  const [all, sales, help] = [await world.endpoint(), await world.endpoint(), await world.endpoint()];
  await world.route('sales', { webhook_id: sales });
  await world.route('help', { webhook_id: help });
  await world.route('hilfe', { webhook_id: help });
  await world.route('open', { action: 'deliver' });
  expect(await world.published('sales')).toEqual([sales]);
  expect(await world.published('help', 'hilfe')).toEqual([help]);
  expect(await world.published('help', 'Sales')).toEqual([sales, help].sort());
  expect(await world.published('sales', 'unrouted')).toEqual([all, sales, help].sort());
  expect(await world.published('open')).toEqual([all, sales, help].sort());
});

test('a route whose endpoint is deleted, disabled or no longer subscribed is as if it were not there [N43]', async () => {
  const world = await openWorld();
  const [all, one] = [await world.endpoint(), await world.endpoint()];
  await world.route('*', { webhook_id: one });
  const change = (body: object) => world.call('PATCH', `/webhooks/${one}`, { body });
  expect(await world.published('a')).toEqual([one]);
  await change({ events: ['email.sent'] });
  expect(await world.published('a')).toEqual([all]);
  await change({ events: null, enabled: false });
  expect(await world.published('a')).toEqual([all]);
  await change({ enabled: true });
  expect(await world.published('a')).toEqual([one]);
  await world.call('DELETE', `/webhooks/${one}`);
  expect(await world.published('a')).toEqual([all]);
});

test('MAIL FROM is refused at RCPT by address, by domain and below it; bounces never are [N46]', async () => {
  const world = await openWorld();
  await world.block('ada@spam.example');
  await world.block('junk.example');
  const to = world.at(['a']);
  const answers: [from: string, reply: string][] = [
    ['Ada@SPAM.example', blocked],
    ['bob@spam.example', ok],
    ['x@junk.example', blocked],
    ['x@a.b.junk.example', blocked],
    ['x@junk.example.', blocked],
    ['x@notjunk.example', ok],
    ['mailer-daemon@junk.example', ok],
    ['', ok],
  ];
  for (const [from, reply] of answers) expect([from, await rcpts(world, to, from)]).toEqual([from, [reply]]);
  expect(world.counts.take().refusals).toEqual([['blocked_sender', 4]]);
});

test('a block counts for the account, the domain or the tenant that it names, and for nobody else [N46, N47]', async () => {
  const world = await openWorld();
  const { ctx, account, domain } = world;
  const acme = await newTenant(ctx, account.id);
  const owned = await inboundDomain(ctx, account.id, { tenant: acme.id });
  const second = await inboundDomain(ctx, account.id);
  const other = await freshAccount(ctx, { domain: false });
  const theirs = await inboundDomain(ctx, other.account.id);
  await world.block('all.example');
  await world.block('one.example', { domain: second });
  await world.block('acme.example', { tenant: acme.external_id });
  const to = [domain, second, owned, theirs].map((name) => `a@${name}`);
  expect(await rcpts(world, to, 'x@all.example')).toEqual([blocked, blocked, blocked, ok]);
  expect(await rcpts(world, to, 'x@one.example')).toEqual([ok, blocked, ok, ok]);
  expect(await rcpts(world, to, 'x@acme.example')).toEqual([ok, ok, blocked, ok]);
});

test('From is looked at once the message is read: nothing is stored for those who block it [N46]', async () => {
  const world = await openWorld();
  const { ctx, account, domain, receiver } = world;
  const second = await inboundDomain(ctx, account.id);
  const other = await freshAccount(ctx, { domain: false });
  const theirs = await inboundDomain(ctx, other.account.id);
  await world.block('eve@x.example', { domain });
  const by = (from: string, to: string[]) =>
    injectAt(receiver.port, { from: 'bounces@x.example', to, message: message('x', from) });
  for (const from of [
    'Eve <EVE@x.example>',
    'ada@x.example, eve@x.example',
    'Ada <a@x.example>\r\nFrom: eve@x.example',
    'Eve <eve@x.example.>',
    'eve@x.example.',
    '=?utf-8?q?eve=40x.example?=',
    '<eve@x.example>>',
    `"${'Eve '.repeat(500)}" <eve@x.example>`,
    `${'Eve\r\n '.repeat(500)}<eve@x.example> (${'x\r\n '.repeat(500)})`,
  ])
    expect(await by(from, [`a@${domain}`])).toMatch(/^550 5\.7\.1 /);
  expect(world.queued).toEqual([]);
  receivedIds(await by('eve@x.example', [`a@${domain}`, `b@${second}`, `c@${theirs}`]));
  expect(world.queued.map(({ rcpt_to }) => rcpt_to).sort()).toEqual(
    [[`b@${second}`], [`c@${theirs}`]].sort(),
  );
  receivedIds(await by('ada@x.example', [`a@${domain}`]));
  expect(world.counts.take()).toMatchObject({ refusals: [['blocked_sender', 10]], accepted: 2 });
});

test('a header is looked at as it is stored, and an author who cannot be read whole is blocked [R82]', async () => {
  const world = await openWorld();
  const { ctx, domain, account } = world;
  const other = await freshAccount(ctx, { domain: false });
  const theirs = await inboundDomain(ctx, other.account.id);
  await world.block('spam.example');
  const tries: [head: string, blocked: boolean][] = [
    [' x: y\r\nFrom: x@spam.example', true],
    ['\tfold\r\n more\r\nFrom: x@spam.example', true],
    ['From x\r\n y\r\nFrom: x@spam.example', false],
    ...[983, 998].map((size): [string, boolean] => [`From: @${'a'.repeat(size)}:x@spam.example`, true]),
    [`From: "${'a '.repeat(10_000)}" <a@x.example>`, true],
    [`From: a@x.example\r\n${'X-A: b\r\n'.repeat(1_000)}X-B: c`, true],
    [' x: y\r\nFrom: a@x.example', false],
  ];
  for (const [head, isBlocked] of tries) {
    world.queued.splice(0);
    const to = [`a@${domain}`, `b@${theirs}`];
    receivedIds(await injectAt(world.receiver.port, { to, message: `${head}\r\nSubject: s\r\n\r\nhi\r\n` }));
    const owners = world.queued.map((one) => one.account);
    expect([head.slice(0, 40), owners.includes(account.id)]).toEqual([head.slice(0, 40), !isBlocked]);
    expect(owners).toContain(other.account.id);
  }
});

test('a bounce passes, whoever sends it: an empty sender with a report [R82]', async () => {
  const world = await openWorld();
  await world.block('spam.example');
  const to = [`a@${world.domain}`];
  const send = (from: string, type: string) =>
    injectAt(world.receiver.port, {
      from,
      to,
      message: `From: Postmaster <postmaster@spam.example>\r\nContent-Type: ${type}\r\n\r\n--b--\r\n`,
    });
  receivedIds(await send('', 'multipart/report; report-type=delivery-status; boundary=b'));
  receivedIds(await send('', 'Multipart/Report'));
  expect(await send('', 'multipart/mixed; boundary=b')).toMatch(/^550 5\.7\.1 /);
  expect(await send('', 'multipart/reporter')).toMatch(/^550 5\.7\.1 /);
  expect(await send('a@x.example', 'multipart/report; boundary=b')).toMatch(/^550 5\.7\.1 /);
});

test('what arrived in pieces of those who block its author is removed [N46]', async () => {
  const world = await openWorld();
  const { ctx, domain, receiver } = world;
  const other = await freshAccount(ctx, { domain: false });
  const theirs = await inboundDomain(ctx, other.account.id);
  await world.block('eve@x.example');
  const put: string[] = [];
  const removed: string[] = [];
  const { putPiece, removePieces } = ctx.received;
  ctx.received.putPiece = async (of, ...rest) => {
    put.push(`${of.account} ${of.id}`);
    return putPiece(of, ...rest);
  };
  ctx.received.removePieces = async (of, ...rest) => {
    removed.push(`${of.account} ${of.id}`);
    return removePieces(of, ...rest);
  };
  const large = message('large', 'eve@x.example') + `${'x'.repeat(70)}\r\n`.repeat(90_000);
  const to = [`a@${domain}`, `b@${theirs}`];
  receivedIds(await injectAt(receiver.port, { from: 'b@x.example', to, message: large }));
  const mine = put.filter((of) => of.startsWith(world.account.id));
  expect(mine).toHaveLength(1);
  expect(removed).toEqual(mine);
  expect(put.filter((of) => of.startsWith(other.account.id))).toHaveLength(2);
  expect(world.queued.map(({ account }) => account)).toEqual([other.account.id]);
});

test('a rule counts 35 seconds after its answer, and its end, too [N48]', async () => {
  const world = await openWorld();
  const to = world.at(['a']);
  expect(await rcpts(world, to)).toEqual([ok]);
  const { inbound_route } = await world.route('a', { action: 'refuse' });
  expect(await rcpts(world, to)).toEqual([unknown]);
  await world.call('DELETE', `/inbound-routes/${(inbound_route as { id: string }).id}`);
  world.clock.advance(rules_ms);
  expect(await rcpts(world, to)).toEqual([ok]);
});

test('rules that cannot be read are no answer: 451, and the sender tries again [N42]', async () => {
  const world = await openWorld();
  const { inbound_routes, blocked_senders } = world.ctx;
  const talking = await talkAt(world.receiver.port, 'ada@x.example');
  const [to] = world.at(['a']);
  const { of: routes } = inbound_routes;
  inbound_routes.of = () => Promise.reject(new Error('down'));
  expect(await talking.say(`RCPT TO:<${to}>`)).toMatch(/^451 4\.3\.0 /);
  inbound_routes.of = routes;
  const { of: blocks } = blocked_senders;
  blocked_senders.of = () => Promise.reject(new Error('down'));
  expect(await talking.say(`RCPT TO:<${to}>`)).toMatch(/^451 4\.3\.0 /);
  blocked_senders.of = blocks;
  expect(await talking.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
  await talking.say('RSET');
  expect(await sendRaw(talking, { from: '', to: world.at(['a']), message: message('x') })).toMatch(/^250 /);
  talking.close();
});
