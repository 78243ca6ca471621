import { randomBytes } from 'node:crypto';
import { compress, decompress } from '../../shared/core/compress.ts';
import { causeOf } from '../../shared/core/errors.ts';
import { clientKey } from '../../shared/core/ip-ranges.ts';
import type { Email } from '../../shared/core/records/emails.ts';
import { derivedId, firstId, type Id, isId, systemRuntime } from '../../shared/core/runtime.ts';
import { idOf } from '../../shared/core/schemas.ts';
import { nameUnseen, splitUnseen } from '../../shared/core/unseen.ts';
import { decide } from '../../shared/smtp/decide.ts';

const runtime = systemRuntime();

test('an id of one prefix is no id of another, for the compiler too', () => {
  const id: Email['id'] = runtime.id('msg');
  // @ts-expect-error: an account's id is no email's
  const wrong: Email['id'] = runtime.id('acc');
  expect({ right: isId('msg', id), wrong: isId('msg', wrong) }).toEqual({ right: true, wrong: false });
  const text: string = firstId('msg', 0);
  // @ts-expect-error: a text may be anything
  const unchecked: Id<'msg'> = text;
  if (isId('msg', unchecked)) expect(unchecked satisfies Id<'msg'>).toBe(text);
  expect(isId('evt', derivedId('evt', 0, 'a'))).toBe(true);
});

test('a message is unreadable if one of its ids is malformed or of the wrong kind', () => {
  const id: Id<'wh'> = idOf('wh').parse(runtime.id('wh'));
  expect(isId('wh', id)).toBe(true);
  for (const wrong of [runtime.id('whd'), 'wh_1', '', null, 5, `${id} `, `${id.slice(0, -1)}#`]) {
    expect(idOf('wh').safeParse(wrong).success).toBe(false);
  }
});

const quoting = () => new TypeError('no mailbox:\nAda <ada@x.example>\n    at home (1:2)');

test('the cause of an error is its name and place, never a line of its message [D81]', () => {
  expect(causeOf(quoting())).toMatch(/^TypeError at .*helpers\.test\.ts:\d+:\d+\)?$/);
  expect([causeOf('text'), causeOf(Object.assign(new Error('x'), { stack: undefined }))]).toEqual([
    'string',
    'Error',
  ]);
});

test("the log line for a message that the relay couldn't process doesn't quote the error either [D81]", async () => {
  const logged: unknown[] = [];
  const ctx = { log: { error: (...line: unknown[]) => void logged.push(line) } };
  const relay = { inTurn: () => Promise.reject(quoting()) };
  const transaction = { caller: { account: { id: 'acc_1' } }, recipients: new Map() };
  const arrived = { state: 'complete', size: 1, discard: async () => {} };
  const { answer } = await decide(ctx as never, relay as never, { transaction, arrived } as never);
  expect(answer.code).toBe(451);
  expect(JSON.stringify(logged)).toContain('TypeError at ');
  expect(JSON.stringify(logged)).not.toContain('ada@x.example');
});

test.each([
  ['::ffff:c000:207', '192.0.2.7', true],
  ['::ffff:192.0.2.7', '192.0.2.7', true],
  ['2001:db8:0:1::1', '2001:DB8:0:1:ffff:0:0:2', true],
  ['fe80::1%eth0', 'fe80::2', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8', false],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
])('the addresses %s and %s are one client: %s [R23]', (one, other, same) => {
  expect(clientKey(one) === clientKey(other)).toBe(same);
});

test("a client that isn't an IP address is its own key", () => {
  expect(clientKey('unknown')).toBe('unknown');
});

test.each([0, 1, 100, 5_000, 16_000, 40_000])('%i octets come back as they were', (length) => {
  for (const octets of [Buffer.alloc(length, 'text '), randomBytes(length)])
    expect(decompress(compress(octets)).equals(octets)).toBe(true);
});

test("compressed small inputs don't hold on to large buffers", () => {
  const kept = Array.from({ length: 200 }, () => compress(Buffer.alloc(1_000, 'text ')));
  const slabs = new Set(kept.map(({ buffer }) => buffer));
  const bytes = [...slabs].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(200 * 3_000);
});

test('unseen characters are named, the first 2,000 of a text [D36]', () => {
  expect(nameUnseen('a\u202eb\tc\u0000')).toBe('aU+202Eb\tcU+0000');
  const pieces = splitUnseen('x\u007f'.repeat(100_000));
  expect(pieces).toHaveLength(4_001);
  expect(pieces.at(-1)).toBe('x\ufffd'.repeat(98_000));
});
