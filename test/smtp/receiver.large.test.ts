import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Id } from '../../shared/core/runtime.ts';
import { freshAccount } from '../support/api.ts';
import {
  inboundDomain,
  injectAt,
  inboundWorld as openWorld,
  receivedIds,
  talkAt,
} from '../support/inbound.ts';
import { collectLog } from '../support/log.ts';
import { until } from '../support/until.ts';

type World = Awaited<ReturnType<typeof openWorld>>;

const worlds: World[] = [];
async function inboundWorld(options: Parameters<typeof openWorld>[0] = {}): Promise<World> {
  const world = await openWorld(options);
  worlds.push(world);
  return world;
}
afterEach(() => Promise.all(worlds.splice(0).map(({ receiver }) => receiver.drain(0))));

const header = 'From: Ada <ada@x.example>\r\nSubject: Large\r\nContent-Type: text/plain\r\n\r\n';
const line = `${'0123456789abcdef'.repeat(60)}\r\n`;
/** A message of about so many MB. */
const large = (mb: number) => header + line.repeat(Math.ceil((mb * 1024 * 1024) / line.length));

/** What a world's store and queue are asked, in its order. */
function watched({ ctx }: World) {
  const calls: string[] = [];
  const { claimed, putPiece, putRaw } = ctx.received;
  const { enqueue } = ctx.receive_queue;
  const noted =
    <Args extends unknown[], Out>(name: string, run: (...args: Args) => Promise<Out>) =>
    (...args: Args) => {
      calls.push(name);
      return run(...args);
    };
  Object.assign(ctx.received, {
    claimed: noted('claimed', claimed),
    putPiece: noted('piece', putPiece),
    putRaw: noted('raw', putRaw),
  });
  Object.assign(ctx.receive_queue, { enqueue: noted('queue', enqueue) });
  return calls;
}

async function begin({ receiver, domain }: World, more: string[] = []) {
  const talking = await talkAt(receiver.port, 'ada@x.example');
  for (const to of [`support@${domain}`, ...more]) await talking.say(`RCPT TO:<${to}>`);
  await talking.say('DATA');
  return talking;
}

const rawOf = async (world: World, account: Id<'acc'>, id: string) =>
  Buffer.from((await world.ctx.received.getRaw({ account, id: id as Id<'inb'> })) ?? []).toString('latin1');

test('a message over 5 MB goes up in parts while it arrives: two round trips after its last octet [R40, R61]', async () => {
  const world = await inboundWorld();
  const other = await freshAccount(world.ctx, { domain: false });
  const second = `ada@${await inboundDomain(world.ctx, other.account.id)}`;
  const calls = watched(world);
  const message = large(11);
  const talking = await begin(world, [second]);
  talking.write(message.slice(0, 8 * 1024 * 1024));
  await until(async () => calls.length >= 2, { what: 'the first part' });
  expect(calls).toEqual(['piece', 'piece']);
  talking.write(message.slice(8 * 1024 * 1024));
  await until(async () => calls.length >= 4, { what: 'the second part' });
  calls.length = 0;
  const ids = receivedIds(await talking.say('.'));
  expect(ids).toHaveLength(2);
  expect(calls).toEqual(['claimed', 'piece', 'piece', 'queue']);
  talking.close();
  const queued = [...world.queued];
  expect(queued.map(({ pieces, size }) => [pieces?.count, size])).toEqual(Array(2).fill([3, message.length]));
  await world.work();
  for (const { id, account, rcpt_to, pieces } of queued) {
    const raw = await rawOf(world, account, id);
    expect(raw).toMatch(/^Return-Path: <ada@x\.example>\r\nReceived: from mx\.x\.example /);
    expect(raw.slice(0, 300)).toContain(`id ${id};`);
    expect(raw.endsWith(message)).toBe(true);
    expect(rcpt_to).toHaveLength(1);
    const of = { account, id: pieces?.upload ?? ('inb_' as const) };
    expect(await world.ctx.received.getPieces(of, 1)).toBeNull();
  }
  expect(await world.get(ids[0] ?? '')).toMatchObject({
    subject: 'Large',
    size: message.length,
    truncated: true,
  });
}, 60_000);

test('a large message that comes again is the first one, and leaves no parts [R41]', async () => {
  const world = await inboundWorld();
  const to = [`support@${world.domain}`];
  const message = large(6);
  const first = await world.receive(message);
  expect(receivedIds(await injectAt(world.receiver.port, { to, message }))).toEqual([first]);
  expect(world.queued).toEqual([]);
  // A repeat that came before the first was read is found by the worker.
  const other = `${message}end\r\n`;
  const twice = [await injectAt(world.receiver.port, { to, message: other })];
  twice.push(await injectAt(world.receiver.port, { to, message: other }));
  const queued = [...world.queued];
  await world.work();
  const { body } = await world.call('GET', '/received-emails');
  expect(body.received_emails).toHaveLength(2);
  for (const { account, pieces } of queued) {
    const of = { account, id: pieces?.upload ?? ('inb_' as const) };
    expect(await world.ctx.received.getPieces(of, 1)).toBeNull();
  }
  // The worker dies after it joined the parts, and gets the message again.
  for (const message_ of queued) world.queued.push(message_);
  await world.work();
  const again = await world.call('GET', '/received-emails');
  expect(again.body.received_emails).toEqual(body.received_emails);
}, 60_000);

test('parts that cannot be stored are 451 4.3.0 after the dot, and the session goes on [R40]', async () => {
  const world = await inboundWorld();
  const { putPiece, removePieces } = world.ctx.received;
  let removed = 0;
  let parts = 0;
  const broken: typeof putPiece = async (...args) => {
    if (++parts > 1) throw new Error('the bucket is down');
    return putPiece(...args);
  };
  const counting: typeof removePieces = async (...args) => {
    removed++;
    return removePieces(...args);
  };
  Object.assign(world.ctx.received, { putPiece: broken, removePieces: counting });
  const talking = await begin(world);
  talking.write(large(16));
  expect(await talking.say('.')).toBe('451 4.3.0 The message was not stored, try again [unavailable]');
  expect(world.queued).toEqual([]);
  await until(async () => removed > 0, { what: 'the removal of the parts' });
  expect(await talking.say('NOOP')).toMatch(/^250 /);
  talking.close();
}, 60_000);

test('a large message that the queue may have taken keeps its parts [R40]', async () => {
  const world = await inboundWorld();
  const { enqueue } = world.ctx.receive_queue;
  const silent: typeof enqueue = async (messages) => {
    await enqueue(messages);
    throw new Error('no answer');
  };
  Object.assign(world.ctx.receive_queue, { enqueue: silent });
  const talking = await begin(world);
  talking.write(large(6));
  expect(await talking.say('.')).toBe('451 4.3.0 The message was not stored, try again [unavailable]');
  talking.close();
  expect(world.queued).toHaveLength(1);
  await world.work();
  const { body } = await world.call('GET', '/received-emails');
  const ids = (body.received_emails as { id: string }[]).map(({ id }) => id);
  expect(ids).toHaveLength(1);
  expect((await rawOf(world, world.account.id, String(ids))).endsWith(large(6))).toBe(true);
}, 60_000);

test('a bare LF at the end of a large message leaves nothing [R30]', async () => {
  const world = await inboundWorld();
  const talking = await begin(world);
  talking.write(`${large(6)}bare\nend\r\n`);
  expect(await talking.say('.')).toMatch(/^554 5\.6\.0 /);
  talking.close();
  expect(world.queued).toEqual([]);
}, 60_000);

describe('a client that leaves in the middle of a large message leaves nothing [R40, R61]', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spool-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** A receiver whose parts wait in storage until `letGo`, and the parts that it removed. */
  async function slowWorld() {
    const world = await inboundWorld({ folder });
    const { log, lines } = collectLog();
    Object.assign(world.ctx, { log });
    const { putPiece, removePieces } = world.ctx.received;
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const parts = { stored: 0, removed: 0 };
    const slow: typeof putPiece = async (...args) => {
      parts.stored++;
      await held;
      return putPiece(...args);
    };
    const counting: typeof removePieces = async (...args) => {
      await removePieces(...args);
      parts.removed++;
    };
    Object.assign(world.ctx.received, { putPiece: slow, removePieces: counting });
    return { world, parts, letGo, lines };
  }

  test.each([
    ['before the dot', ''],
    ['after the dot', '.\r\n'],
  ])(
    '%s',
    async (_, dot) => {
      const { world, parts, letGo, lines } = await slowWorld();
      const talking = await begin(world);
      talking.write(large(5.02) + dot);
      await until(async () => parts.stored > 0, { what: 'the first part' });
      expect(readdirSync(folder)).toHaveLength(1);
      talking.close();
      letGo();
      await until(async () => lines.some((line) => line.includes('inbound_session')), {
        what: 'the end of the session',
      });
      await until(async () => parts.removed > 0 || world.queued.length > 0, { what: 'what becomes of it' });
      await until(async () => readdirSync(folder).length === 0, { what: 'the removal of the file' });
      // Whole, it may have been taken before the client was seen to leave.
      expect([parts.removed, world.queued.length]).toEqual(parts.removed > 0 ? [1, 0] : [0, 1]);
      if (dot === '') expect(world.queued).toEqual([]);
    },
    60_000,
  );
});

test('a large message that was deleted does not come back with the next run of its worker [R57]', async () => {
  const world = await inboundWorld();
  const { ctx, call, domain, receiver } = world;
  await injectAt(receiver.port, { to: [`support@${domain}`], message: large(6) });
  const queued = [...world.queued];
  const { removePieces } = ctx.received;
  ctx.received.removePieces = () => Promise.reject(new Error('SlowDown'));
  await expect(world.work()).rejects.toThrow('SlowDown');
  ctx.received.removePieces = removePieces;
  const listed = async () =>
    ((await call('GET', '/received-emails')).body.received_emails as { id: string }[]).map(({ id }) => id);
  const seen = await listed();
  for (const id of seen) await call('DELETE', `/received-emails/${id}`);
  world.queued.push(...queued);
  await world.work();
  expect([...seen, ...(await listed())]).toHaveLength(1);
});
