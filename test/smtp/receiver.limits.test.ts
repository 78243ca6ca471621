import type { Id } from '../../shared/core/runtime.ts';
import { receiverLimits } from '../../shared/smtp/receiver-options.ts';
import { freshAccount, newTenant } from '../support/api.ts';
import { inboundDomain, inboundWorld, injectAt, receivedIds, talkAt } from '../support/inbound.ts';
import { sendRaw, talk } from '../support/smtp.ts';
import { until } from '../support/until.ts';

type World = Awaited<ReturnType<typeof inboundWorld>>;
let world: World;
const open = async (options: Parameters<typeof inboundWorld>[0] = {}) => {
  world = await inboundWorld(options);
  return world;
};
afterEach(() => world.receiver.drain(0));

const message = 'From: a@x.example\r\nMessage-ID: <1@x.example>\r\n\r\nhi\r\n';

const session = () => talkAt(world.receiver.port);

test('the fifth unknown recipient and each further one is answered late, the tenth closes [R44]', async () => {
  const waits: number[] = [];
  await open();
  const { sleep } = world.ctx.runtime;
  world.ctx.runtime.sleep = async (ms) => {
    waits.push(ms);
  };
  const talking = await talkAt(world.receiver.port, 'a@x.example');
  for (let i = 1; i < 10; i++)
    expect(await talking.say(`RCPT TO:<u${i}@none.example>`)).toMatch(/^550 5\.1\.1 /);
  expect(await talking.say('RCPT TO:<u@none.example>')).toMatch(/^421 4\.7\.0 /);
  await talking.ended();
  expect(waits).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 1_000]);
  world.ctx.runtime.sleep = sleep;
});

test('octets before the greeting are refused [R44]', async () => {
  await open({ limits: { greeting_ms: receiverLimits.greeting_ms } });
  const talking = await talk(world.receiver.port, { greeting: false });
  talking.write('EHLO early\r\n');
  expect((await talking.ended()).join()).toMatch(/^(?:421|554) /);
});

test('Limits: connections of an address at once, by the minute, and of the task', async () => {
  await open({ addressLimits: { at_once: 2, per_minute: 4 }, limits: { connections: 3 } });
  const { port } = world.receiver;
  const held = [await talk(port), await talk(port)];
  const refused = async (from: string) => (await (await talk(port, { greeting: false, from })).next()).join();
  expect(await refused('127.0.0.1')).toMatch(/^421 4\.7\.0 /);
  const third = await talk(port, { from: '127.0.0.2' });
  expect(await refused('127.0.0.3')).toMatch(/^421 4\.3\.2 /);
  for (const talking of [...held, third]) talking.close();
  await until(async () => (world.receiver.sessions() === 0 ? true : undefined), {
    within_ms: 5_000,
    what: 'no session',
  });
  (await talk(port)).close();
  // The fifth of a minute.
  expect(await refused('127.0.0.1')).toMatch(/^421 4\.7\.0 /);
});

test('Limits: messages of a connection, recipients of a message', async () => {
  await open({ limits: { messages: 2 } });
  const talking = await session();
  const to = Array.from({ length: 100 }, (_, i) => `u${i}@${world.domain}`);
  await talking.say('MAIL FROM:<a@x.example>');
  for (const address of to) expect(await talking.say(`RCPT TO:<${address}>`)).toMatch(/^250 /);
  expect(await talking.say(`RCPT TO:<${to[0]?.toUpperCase()}>`)).toMatch(/^250 /);
  expect(await talking.say(`RCPT TO:<u100@${world.domain}>`)).toMatch(/^452 4\.5\.3 /);
  await talking.say('RSET');
  for (let i = 0; i < 2; i++)
    receivedIds(
      await sendRaw(talking, { from: 'a@x.example', to: to.slice(0, 1), message: `X: ${i}\r\n${message}` }),
    );
  expect(await talking.say('MAIL FROM:<a@x.example>')).toMatch(/^421 4\.7\.0 /);
});

test('messages of a domain in a minute; another domain is not held up, and the minute ends [R46]', async () => {
  await open({ limits: { domain_messages_per_minute: 3 } });
  const other = await inboundDomain(world.ctx, world.account.id);
  const inject = (domain: string, n: number) =>
    injectAt(world.receiver.port, { to: [`a@${domain}`], message: `X: ${n}\r\n${message}` });
  for (let i = 0; i < 3; i++) receivedIds(await inject(world.domain, i));
  expect(await inject(world.domain, 3)).toMatch(/^503 /);
  const talking = await talkAt(world.receiver.port, 'a@x.example');
  expect(await talking.say(`RCPT TO:<a@${world.domain}>`)).toMatch(/^451 4\.7\.1 /);
  talking.close();
  receivedIds(await inject(other, 4));
  world.clock.advance(60_000);
  receivedIds(await inject(world.domain, 5));
});

const nul = 'From: a@x.example\r\n\r\n\0\r\n';

/** One message from an address, in a session of its own; the reply. */
async function injectFrom(from: string, body: string, to = `a@${world.domain}`): Promise<string> {
  const talking = await talk(world.receiver.port, { from });
  await talking.say('EHLO mx.x.example');
  const reply = await sendRaw(talking, { from: 'a@x.example', to: [to], message: body });
  talking.close();
  return reply;
}

test('messages that are refused do not close a domain to other senders [R86]', async () => {
  await open({ limits: { domain_messages_per_minute: 100 } });
  const talking = await talk(world.receiver.port);
  const one = `MAIL FROM:<>\r\nRCPT TO:<a@${world.domain}>\r\nDATA\r\n${nul}.\r\n`;
  talking.write(`EHLO x\r\n${one.repeat(30)}`);
  const replies: string[] = [];
  for (let i = 0; i < 121; i++) replies.push((await talking.next()).join());
  expect(replies.filter((reply) => reply.startsWith('554 5.6.0'))).toHaveLength(30);
  for (let i = 0; i < 70; i++) expect(await injectFrom(`127.0.${1 + (i % 3)}.1`, nul)).toMatch(/^554 /);
  await talking.say('MAIL FROM:<>');
  expect(await talking.say(`RCPT TO:<a@${world.domain}>`)).toMatch(/^451 4\.7\.1 .*\[rate_limited\]$/);
  talking.close();
  receivedIds(await injectFrom('127.0.9.1', message));
});

test('of messages that arrive at the same time no more are taken than the rate of the domain [R86]', async () => {
  await open({ limits: { domain_messages_per_minute: 3 } });
  const talks = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => talk(world.receiver.port, { from: `127.0.${n}.1` })),
  );
  for (const [n, talking] of talks.entries()) {
    await talking.say('EHLO mx.x.example');
    await talking.say('MAIL FROM:<a@x.example>');
    await talking.say(`RCPT TO:<a@${world.domain}>`);
    expect(await talking.say('DATA')).toMatch(/^354 /);
    talking.write(`X: ${n}\r\n${message}`);
  }
  const replies = await Promise.all(talks.map((talking) => talking.say('.')));
  expect(replies.map((reply) => reply.slice(0, 9)).sort()).toEqual([
    ...Array(3).fill('250 2.0.0'),
    ...Array(2).fill('451 4.7.1'),
  ]);
  expect(world.queued).toHaveLength(3);
  for (const talking of talks) talking.close();
});

test('one record per account and tenant, each with its own recipients only [R39]', async () => {
  await open();
  const { ctx, account } = world;
  const tenant = await newTenant(ctx, account.id, 'acme');
  const theirs = await inboundDomain(ctx, account.id, { tenant: tenant.id });
  const { account: other } = await freshAccount(ctx, { domain: false });
  const foreign = await inboundDomain(ctx, other.id);
  const to = [`a@${world.domain}`, `b@${theirs}`, `c@${foreign}`, `d@${world.domain}`];
  const ids = receivedIds(await injectAt(world.receiver.port, { to, message }));
  expect(ids).toHaveLength(3);
  await world.work();
  expect(await world.get(ids[0] as string)).toMatchObject({ rcpt_to: [to[0], to[3]] });
  expect(await world.get(ids[1] as string)).toMatchObject({ rcpt_to: [to[1]], tenant: 'acme' });
  expect((await world.call('GET', `/received-emails/${ids[2]}`)).status).toBe(404);
  expect((await world.ctx.received.get(other.id, ids[2] as Id<'inb'>))?.rcpt_to).toEqual([to[2]]);
});

test('recipients of more than 10 accounts or tenants are 452 [R39]', async () => {
  await open();
  const { ctx, account } = world;
  const tenants = await Promise.all(
    Array.from({ length: 10 }, (_, i) => newTenant(ctx, account.id, `t${i}`)),
  );
  const domains = await Promise.all(
    tenants.map(({ id: tenant }) => inboundDomain(ctx, account.id, { tenant })),
  );
  const talking = await talkAt(world.receiver.port, 'a@x.example');
  for (const domain of domains) expect(await talking.say(`RCPT TO:<a@${domain}>`)).toMatch(/^250 /);
  expect(await talking.say(`RCPT TO:<a@${world.domain}>`)).toMatch(/^452 4\.5\.3 /);
  talking.close();
});

test('what a sender repeats within a day is one message, and the answer names the first id [R41]', async () => {
  await open();
  const to = [`a@${world.domain}`, `b@${world.domain}`];
  const inject = (given: Partial<Parameters<typeof injectAt>[1]> = {}) =>
    injectAt(world.receiver.port, { to, message, ...given }).then(receivedIds);
  const [first] = await inject();
  // Twice in the queue before the worker has one of them.
  await inject();
  expect(world.queued).toHaveLength(2);
  await world.work();
  const listed = async () =>
    ((await world.call('GET', '/received-emails')).body.received_emails as { id: string }[]).map(
      ({ id }) => id,
    );
  expect(await listed()).toEqual([first]);
  expect(await inject({ to: [...to].reverse() })).toEqual([first]);
  expect(world.queued).toEqual([]);
  for (const other of [{ from: 'b@x.example' }, { to: to.slice(1) }, { message: `X: y\r\n${message}` }])
    expect(await inject(other)).not.toEqual([first]);
  world.clock.advance(24 * 3600 * 1000 + 1_000);
  expect(await inject()).not.toEqual([first]);
  await world.work();
  expect(await listed()).toHaveLength(5);
});

test('without the queue or the bucket it is 451 and nothing is listed [R40]', async () => {
  await open();
  world.down.queue = true;
  const to = [`a@${world.domain}`];
  expect(await injectAt(world.receiver.port, { to, message })).toMatch(/^451 4\.3\.0 /);
  world.down.queue = false;
  const { putRaw } = world.ctx.received;
  world.ctx.received.putRaw = async () => {
    throw new Error('the bucket is down');
  };
  expect(await injectAt(world.receiver.port, { to, message })).toMatch(/^451 4\.3\.0 /);
  world.ctx.received.putRaw = putRaw;
  expect(world.queued).toEqual([]);
  receivedIds(await injectAt(world.receiver.port, { to, message }));
});

test('a session that is too old and an idle session are closed', async () => {
  await open({ limits: { session_ms: 60_000, idle_ms: 1_500 } });
  const idle = await session();
  expect((await idle.ended()).join()).toMatch(/^421 4\.4\.2 /);
  const old = await session();
  world.clock.advance(61_000);
  expect(await old.say('NOOP')).toMatch(/^421 4\.4\.2 /);
});

test('26,214,400 octets are taken, one more is 552 and the session goes on [R27]', async () => {
  await open();
  const talking = await session();
  const head = 'From: a@x.example\r\n\r\n';
  const line = `${'x'.repeat(998)}\r\n`;
  const of = (size: number) => {
    const body = Buffer.from(line.repeat(Math.floor((size - head.length) / line.length)));
    const rest = size - head.length - body.length;
    return Buffer.concat([Buffer.from(head), body, Buffer.from(`${'y'.repeat(rest - 2)}\r\n`)]);
  };
  const to = [`a@${world.domain}`];
  expect(await sendRaw(talking, { from: 'a@x.example', to, message: of(26_214_401) })).toMatch(
    /^552 5\.3\.4 /,
  );
  receivedIds(await sendRaw(talking, { from: 'a@x.example', to, message: of(26_214_400) }));
  talking.close();
  expect(world.queued[0]?.size).toBe(26_214_400);
}, 60_000);

test('draining ends idle sessions with 421 and lets a transaction come to its reply [R67]', async () => {
  await open();
  const idle = await session();
  const busy = await session();
  await busy.say('MAIL FROM:<a@x.example>');
  await busy.say(`RCPT TO:<a@${world.domain}>`);
  await busy.say('DATA');
  const drained = world.receiver.drain(10_000);
  expect((await idle.next()).join()).toMatch(/^421 4\.3\.2 /);
  busy.write(message);
  receivedIds(await busy.say('.'));
  expect((await busy.next()).join()).toMatch(/^421 4\.3\.2 /);
  await drained;
});
