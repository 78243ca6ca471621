import type { Context } from '../../../shared/domain/context.ts';
import { suppressionOf } from '../../support/records.ts';
import { sweepOf } from '../../support/sweep.ts';
import { emailsOf, usedToday, world } from './world.ts';

const ports = ['emails', 'batches', 'queues', 'events'] as const;

/**
 * A context whose process dies at its `n`th call to a port, before or after the call has had its effect; whatever
 * it calls afterwards never happens. `calls` names those that were made.
 */
function dying(ctx: Context, n: number, when: 'before' | 'after') {
  const calls: string[] = [];
  const wrap = (port: string, object: object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, call]) => [
        name,
        name === 'place'
          ? call
          : async (...args: unknown[]) => {
              const at = calls.push(`${port}.${name}`) - 1;
              if (at > n || (at === n && when === 'before')) throw new Error('process died');
              const result = await call(...args);
              if (at === n) throw new Error('process died');
              return result;
            },
      ]),
    );
  const wrapped = Object.fromEntries(ports.map((port) => [port, wrap(port, ctx[port])]));
  return { ctx: { ...ctx, ...wrapped } as Context, calls };
}

/** Six items of a free account: one that is suppressed, one from an unknown domain, four that are sound. */
async function sixItems() {
  const w = await world({ plan: 'free' });
  const list = { account: w.account.id, tenant: null };
  await w.ctx.suppressions.raise(list, suppressionOf(w.ctx, 'r1@x.example'));
  const items = [0, 1, 2, 3, 4, 5].map((i) => w.item(i, i === 3 ? { from: 'a@unknown.example' } : {}));
  return { ...w, items };
}

const statuses = ['sent', 'failed', 'sent', 'failed', 'sent', 'sent'];

/** Runs the batch without a crash, to know its calls. */
async function callsOf(key: string | null): Promise<string[]> {
  const { ctx, send, items } = await sixItems();
  const watched = dying(ctx, Number.POSITIVE_INFINITY, 'before');
  await send(watched.ctx, items, key);
  return watched.calls;
}

const points = Array.from({ length: 9 }, (_, n) =>
  (['before', 'after'] as const).map((when) => [n, when] as const),
).flat();

test('the calls of a batch are as many as the crashes that are tried', async () => {
  const calls = await callsOf('key');
  expect(calls).toEqual([
    'emails.readFacts',
    'batches.putDraft',
    'batches.writeBatch',
    'batches.putEmails',
    'emails.putRefused',
    'events.putEvent',
    'queues.deliver',
    'batches.keepFinishedRow',
  ]);
  expect(points.length / 2).toBeGreaterThan(calls.length);
});

test.each(points)(
  'a run that dies at call %i (%s): a retry with its key has one answer, no hole, no double',
  async (n, when) => {
    const w = await sixItems();
    const { ctx, account, queued, send, items, advance } = w;
    const first = await send(dying(ctx, n, when).ctx, items, 'key').catch(() => null);
    advance(46_000);
    const retry = await send(ctx, items, 'key');
    expect(retry.data.map(({ status }) => status)).toEqual(statuses);
    if (first) expect(retry.data).toEqual(first.data);
    const ids = retry.data.flatMap(({ id }) => id ?? []);
    const emails = await emailsOf(ctx, account);
    expect(
      emails
        .filter(({ state }) => state === 'queued')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
    expect(emails.filter(({ state }) => state === 'failed')).toHaveLength(1);
    expect(await usedToday(ctx, account.id)).toBe(4);
    // What was not queued still has its outbox row.
    await settle(w);
    expect([...new Set(queued.map(({ id }) => id))].sort()).toEqual(ids);
  },
);

test.each(points)(
  'a run that dies at call %i (%s) without a key: the sweep sends all of it or nothing (Q49)',
  async (n, when) => {
    const w = await sixItems();
    const { ctx, account, queued, send, items } = w;
    const first = await send(dying(ctx, n, when).ctx, items, null).catch(() => null);
    await settle(w);
    const emails = (await emailsOf(ctx, account)).filter(({ state }) => state === 'queued');
    expect([0, 4]).toContain(emails.length);
    if (first)
      expect(emails.map(({ id }) => id).sort()).toEqual(first.data.flatMap(({ id }) => id ?? []).sort());
    expect([...new Set(queued.map(({ id }) => id))].sort()).toEqual(emails.map(({ id }) => id).sort());
    expect(await usedToday(ctx, account.id)).toBe(emails.length);
  },
);

/** Minutes later, until no outbox row is left. */
async function settle({ ctx, isMine, advance }: Awaited<ReturnType<typeof world>>) {
  advance(3 * 60_000);
  await sweepOf(ctx, isMine);
}

test('a run that dies within its writes: what is on its way already is not written again', async () => {
  const { ctx, account, queued, send, items, advance } = await sixItems();
  const half: Context = {
    ...ctx,
    batches: {
      ...ctx.batches,
      putEmails: async (emails, shards) => {
        await ctx.batches.putEmails(emails.slice(0, 2), shards);
        throw new Error('process died');
      },
    },
  };
  const first = await send(half, items, 'key');
  expect(queued).toEqual([]);
  const begun = (await emailsOf(ctx, account)).filter(({ state }) => state === 'queued');
  expect(begun).toHaveLength(2);
  const now = ctx.runtime.now();
  for (const { id } of begun) await ctx.emails.lease({ id, lease_until: now + 60_000, dead_before: 0 });
  advance(46_000);
  expect((await send(ctx, items, 'key')).data).toEqual(first.data);
  const after = await emailsOf(ctx, account);
  expect(after.map(({ state }) => state).sort()).toEqual([
    'failed',
    'queued',
    'queued',
    'sending',
    'sending',
  ]);
  const again = queued.map(({ id }) => id);
  expect(again).toHaveLength(2);
  expect(again).not.toEqual(expect.arrayContaining(begun.map(({ id }) => id)));
});

test('a retry finishes a batch also after a sweep that could not, and that moved its outbox row', async () => {
  const w = await sixItems();
  const { ctx, account, send, items } = w;
  const atPutEmails = 3;
  await send(dying(ctx, atPutEmails, 'before').ctx, items, 'key').catch(() => null);
  w.advance(3 * 60_000);
  const down = { ...ctx.batches, putMissing: async () => Promise.reject(new Error('table down')) };
  await sweepOf({ ...ctx, batches: down }, w.isMine);
  const waiting = async () => (await emailsOf(ctx, account)).filter(({ state }) => state === 'queued');
  expect(await waiting()).toEqual([]);
  const { data, replayed } = await send(ctx, items, 'key');
  const ids = data.flatMap(({ id }) => id ?? []).sort();
  expect({ replayed, waiting: (await waiting()).map(({ id }) => id).sort() }).toEqual({
    replayed: true,
    waiting: ids,
  });
  expect(w.queued.map(({ id }) => id).sort()).toEqual(ids);
  expect(await sweepOf(ctx, w.isMine)).toMatchObject({ queued: 0 });
});

test('batches that are finished at the same time are counted whole', async () => {
  const w = await sixItems();
  const atPutEmails = 3;
  for (const _ of [1, 2])
    await w.send(dying(w.ctx, atPutEmails, 'before').ctx, w.items, null).catch(() => null);
  w.advance(3 * 60_000);
  expect(await sweepOf(w.ctx, w.isMine)).toMatchObject({ queued: 8 });
  expect(w.queued).toHaveLength(8);
});

test('a queue that is down loses nothing: 200, and the sweep queues all of it once', async () => {
  const w = await sixItems();
  const { ctx, queued, send, items } = w;
  const down = { ...ctx.queues, deliver: async () => Promise.reject(new Error('queue down')) };
  const { data } = await send({ ...ctx, queues: down }, items, null);
  expect(queued).toEqual([]);
  await settle(w);
  expect(queued.map(({ id }) => id).sort()).toEqual(data.flatMap(({ id }) => id ?? []).sort());
  await settle(w);
  expect(queued).toHaveLength(4);
});

test('while the table is down the whole answer is an error, nothing is accepted and the key is free [Q8]', async () => {
  const { ctx, account, send, items } = await sixItems();
  const unavailable = Object.assign(new Error('down'), { $fault: 'server' });
  const down = { ...ctx.batches, writeBatch: async () => Promise.reject(unavailable) };
  await expect(send({ ...ctx, batches: down }, items, 'key')).rejects.toBe(unavailable);
  expect(await emailsOf(ctx, account)).toEqual([]);
  expect((await send(ctx, items, 'key')).replayed).toBe(false);
});

test('a replay waits until the emails of a running batch can be read', async () => {
  const { ctx, send, items } = await sixItems();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  const { promise: decided, resolve: reached } = Promise.withResolvers<void>();
  const slow: Context = {
    ...ctx,
    batches: {
      ...ctx.batches,
      putEmails: async (...args) => {
        reached();
        await held;
        return ctx.batches.putEmails(...args);
      },
    },
  };
  const first = send(slow, items, 'key');
  await decided;
  let answered = false;
  const twin = send(ctx, items, 'key').finally(() => {
    answered = true;
  });
  for (let reads = 0; reads < 3; reads++) await ctx.emails.readSweep();
  expect(answered).toBe(false);
  go();
  expect((await twin).data).toEqual((await first).data);
  expect((await twin).replayed).toBe(true);
});

test('a replay whose clock is seconds ahead leaves the emails to the run that is still writing them', async () => {
  const { ctx, queued, send, items, advance } = await sixItems();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  const { promise: decided, resolve: reached } = Promise.withResolvers<void>();
  const putEmails: Context['batches']['putEmails'] = async (...args) => {
    reached();
    await held;
    return ctx.batches.putEmails(...args);
  };
  const first = send({ ...ctx, batches: { ...ctx.batches, putEmails } }, items, 'key');
  await decided;
  // The function of the first one ends at 29 s.
  advance(28_000);
  const haveEmails: Context['batches']['haveEmails'] = (ids) => {
    setImmediate(go);
    return ctx.batches.haveEmails(ids);
  };
  const runtime = { ...ctx.runtime, now: () => ctx.runtime.now() + 5_000 };
  const twin = await send({ ...ctx, runtime, batches: { ...ctx.batches, haveEmails } }, items, 'key');
  expect(twin.data).toEqual((await first).data);
  // Both would write them: whichever is later would make what was sent meanwhile queued again.
  expect(queued).toHaveLength(4);
});
