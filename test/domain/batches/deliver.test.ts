import { brotliDecompressSync } from 'node:zlib';
import type { Id } from '../../../shared/core/runtime.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { deliverEmail } from '../../../shared/domain/delivery/deliver-email.ts';
import { sweepOf } from '../../support/sweep.ts';
import { emailsOf, world } from './world.ts';

/** A world whose workers lose no time while they wait for their slots at SES (P16). */
async function unhurried() {
  const made = await world();
  made.skipSleeps();
  return made;
}

/** Delivers every queued message; what SES would have been given, by recipient. */
async function deliverAll(ctx: Context, messages: Parameters<Context['queues']['deliver']>[0]) {
  const handed = new Map<string, string>();
  const mailer: Context['mailer'] = {
    send: async ({ raw, destinations }) => {
      const to = destinations.join();
      if (handed.has(to)) throw new Error('handed over twice');
      handed.set(to, Buffer.from(raw).toString('utf8'));
      return { outcome: 'accepted', message_id: `ses-${to}` };
    },
  };
  for (const message of messages) await deliverEmail({ ...ctx, mailer }, message, { receive_count: 1 });
  return handed;
}

test.each([
  ['together in an item', 10],
  ['together in the bucket', 20_000],
])('each email of a batch has its own content and nobody else’s: %s', async (_name, length) => {
  const { ctx, account, queued, item, send } = await unhurried();
  const words = [0, 1, 2, 3].map(() => ctx.runtime.secret(length, 'base62').replace(/.{60}/g, '$&\n'));
  const items = words.map((text, i) => item(i, { text, headers: { 'X-No': String(i) } }));
  // An item that is refused leaves a gap between index and place.
  items[1] = item(1, { from: 'a@unknown.example' });
  await send(ctx, items, null);
  expect(queued).toHaveLength(3);
  const handed = await deliverAll(ctx, queued);
  for (const i of [0, 2, 3]) {
    const raw = handed.get(`r${i}@x.example`) ?? '';
    const heads = words.map((text) => raw.includes(text.split('\n')[0] as string));
    expect(heads).toEqual(words.map((_, at) => at === i));
    expect(raw).toContain(`X-No: ${i}`);
  }
  expect((await emailsOf(ctx, account)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
});

test('a hundred times a large template: kept in parts, of which a worker unpacks one, and finished after a crash', async () => {
  const { ctx, queued, item, send, isMine, advance } = await unhurried();
  const html = (i: number) => `<p>Only ${i}</p>${'<p>The same for all</p>'.repeat(80_000)}`;
  const dying = { ...ctx.batches, putEmails: async () => Promise.reject(new Error('process died')) };
  const items = Array.from({ length: 5 }, (_, i) => item(i, { html: html(i) }));
  const { data } = await send({ ...ctx, batches: dying }, items, null);
  advance(3 * 60_000);
  await sweepOf(ctx, isMine);
  expect(queued.map(({ id }) => id).sort()).toEqual(data.map(({ id }) => id).sort());
  const unpacked: number[] = [];
  const readContent: Context['emails']['readContent'] = async (...asked) => {
    const packed = await ctx.emails.readContent(...asked);
    if (packed) unpacked.push(brotliDecompressSync(packed.subarray(4)).length);
    return packed;
  };
  const handed = await deliverAll({ ...ctx, emails: { ...ctx.emails, readContent } }, queued);
  for (const [to, raw] of handed) expect(raw).toContain(`Only ${to.slice(1, 2)}`);
  expect(handed.size).toBe(5);
  // Once each, from where the message says it is, and no more than fits a part.
  expect(unpacked).toHaveLength(5);
  expect(Math.max(...unpacked)).toBeLessThan(5 * 1024 * 1024);
});

test('a message that lost its batch, or names another, still finds the right content', async () => {
  const { ctx, queued, item, send } = await unhurried();
  await send(ctx, [item(0)], null);
  await send(ctx, [item(1)], null);
  const [one, two] = queued as [(typeof queued)[0], (typeof queued)[0]];
  const { batch: _lost, ...bare } = one;
  const handed = await deliverAll(ctx, [bare, { ...two, batch: one.batch as Id<'bat'> as Id<'bat'> }]);
  expect(handed.get('r0@x.example')).toContain('Text of 0.');
  expect(handed.get('r1@x.example')).toContain('Text of 1.');
});
