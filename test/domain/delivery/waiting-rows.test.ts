import { minuteOf } from '../../../shared/core/days.ts';
import type { Email } from '../../../shared/core/records/emails.ts';
import type { Id } from '../../../shared/core/runtime.ts';
import type { DeliverMessage } from '../../../shared/domain/ports/sending.ts';
import { sweepLostEmails } from '../../../shared/domain/sweep/lost-emails.ts';
import { capturedAccount } from '../../support/captured.ts';
import { indexesCaughtUp } from '../../support/lag.ts';
import { collectLog } from '../../support/log.ts';
import { suppressionOf } from '../../support/records.ts';
import { sweepOf } from '../../support/sweep.ts';

type World = Awaited<ReturnType<typeof capturedAccount>>;

const takeOne = ({ queued }: World) => {
  const [one, ...others] = queued.splice(0);
  if (one === undefined || others.length > 0) throw new Error(`${others.length + 1} messages are queued`);
  return one;
};

const metaOf = async ({ ctx }: World, id: string) => (await ctx.emails.getMeta(id as Id<'msg'>)) as Email;

/** Whether the row that the email names is there. */
async function hasRow(world: World, id: string): Promise<boolean> {
  const { outbox } = await metaOf(world, id);
  return outbox !== null && world.ctx.emails.hasOutboxRow(id, outbox);
}

const sweep = ({ ctx }: World, id: string) => sweepOf(ctx, (row) => row === id);

/** Moves the clock to where the sweep looks at the email's row. */
async function atItsRow(world: World, id: string): Promise<void> {
  const { outbox } = await metaOf(world, id);
  const { clock } = world;
  clock.advance(((outbox ?? 0) + 3) * 60_000 - clock.runtime.now());
}

const mailed = ({ mails }: World) => mails.map(({ email_id }) => email_id);

test('an email has an outbox row until a worker leases it, and its message follows the deciding write [P63]', async () => {
  const world = await capturedAccount();
  const { writeAccept } = world.ctx.emails;
  let before = 0;
  world.ctx.emails.writeAccept = (input) => {
    before = world.queued.length;
    return writeAccept(input);
  };
  const id = await world.send();
  expect({ before, after: world.queued.length, row: await hasRow(world, id) }).toEqual({
    before: 0,
    after: 1,
    row: true,
  });
  const { outbox } = await metaOf(world, id);
  await world.deliver(takeOne(world).message);
  expect({ mailed: mailed(world), row: await world.ctx.emails.hasOutboxRow(id, outbox ?? 0) }).toEqual({
    mailed: [id],
    row: false,
  });
});

test('an email whose message is lost is queued by the sweep [Q15, P63]', async () => {
  const world = await capturedAccount();
  const id = await world.send();
  takeOne(world);
  world.clock.advance(180_000);
  expect(await sweep(world, id)).toEqual({ queued: 1, dropped: 0 });
  await world.deliver(takeOne(world).message);
  expect(mailed(world)).toEqual([id]);
});

test('a refused send leaves neither message nor row [P63]', async () => {
  const world = await capturedAccount();
  await world.ctx.suppressions.add(
    { account: world.account.id, tenant: null },
    suppressionOf(world.ctx, world.email.to),
  );
  const rows: string[] = [];
  const { putDraft } = world.ctx.emails;
  world.ctx.emails.putDraft = (meta, ...rest) => {
    rows.push(`${meta.outbox} ${meta.id}`);
    return putDraft(meta, ...rest);
  };
  expect((await world.call('POST', '/emails', { body: world.email })).status).toBe(422);
  const [minute, id = ''] = rows[0]?.split(' ') ?? [];
  expect(rows).toHaveLength(1);
  expect(await world.ctx.emails.hasOutboxRow(id, Number(minute))).toBe(false);
  expect(world.queued).toEqual([]);
});

test('an email that waits for SES keeps a row behind its wait, and goes out when its message is lost [P63]', async () => {
  const world = await capturedAccount();
  const id = await world.send();
  Object.assign(world.sending, { quota: 1, sent: 1 });
  await world.deliver(takeOne(world).message);
  const { message } = takeOne(world);
  expect(message).toMatchObject({ held: true, row: (await metaOf(world, id)).outbox });
  world.clock.advance(180_000);
  expect(await sweep(world, id)).toEqual({ queued: 0, dropped: 0 });
  Object.assign(world.sending, { quota: null, sent: 0 });
  await atItsRow(world, id);
  expect(await sweep(world, id)).toEqual({ queued: 1, dropped: 0 });
  await world.deliver(takeOne(world).message);
  // The first message comes after all.
  await world.deliver(message);
  expect({ mailed: mailed(world), queued: world.queued }).toEqual({ mailed: [id], queued: [] });
});

test('a message that is held again and again reads and moves the row about twice an hour [P63]', async () => {
  const world = await capturedAccount();
  const id = await world.send();
  Object.assign(world.sending, { quota: 1, sent: 1 });
  const { moveOutboxRow } = world.ctx.emails;
  let moves = 0;
  world.ctx.emails.moveOutboxRow = (...input) => {
    moves++;
    return moveOutboxRow(...input);
  };
  const from = world.clock.runtime.now();
  while (world.clock.runtime.now() < from + 3 * 3_600_000) {
    const { message, delay_s } = takeOne(world);
    world.clock.advance(delay_s * 1000);
    await world.deliver(message);
    expect(await hasRow(world, id)).toBe(true);
  }
  expect(moves).toBeLessThanOrEqual(7);
});

test('an email that SES throttled has its row again, and goes out when its message is lost [P63]', async () => {
  const world = await capturedAccount();
  const { send } = world.ctx.mailer;
  world.ctx.mailer.send = async () => ({ outcome: 'later', reason: 'Throttling', cause: 'throttled' });
  const id = await world.send();
  await world.deliver(takeOne(world).message);
  takeOne(world);
  expect({ state: (await metaOf(world, id)).state, row: await hasRow(world, id) }).toEqual({
    state: 'queued',
    row: true,
  });
  world.ctx.mailer.send = send;
  await atItsRow(world, id);
  expect(await sweep(world, id)).toEqual({ queued: 1, dropped: 0 });
  await world.deliver(takeOne(world).message);
  expect(mailed(world)).toEqual([id]);
});

test('emails of a batch whose messages are lost are queued by the row of their batch [P63]', async () => {
  const world = await capturedAccount();
  const { body } = await world.call('POST', '/emails/batch', {
    body: { emails: [world.email, world.email] },
  });
  const [first = '', second = ''] = (body.data as { id: string }[]).map(({ id }) => id);
  const batch = (await metaOf(world, first)).batch?.id ?? '';
  const [seen] = world.queued.splice(0);
  if (seen !== undefined) await world.deliver(seen.message);
  expect(mailed(world)).toEqual([first]);
  world.clock.advance(14 * 60_000);
  expect(await sweep(world, batch)).toEqual({ queued: 1, dropped: 0 });
  await world.deliver(takeOne(world).message);
  expect(mailed(world)).toEqual([first, second]);
  world.clock.advance(12 * 60_000);
  expect(await sweep(world, batch)).toEqual({ queued: 0, dropped: 0 });
  world.clock.advance(12 * 60_000);
  const later: string[] = [];
  await sweepOf(world.ctx, (row) => row === batch && later.push(row) > 0);
  expect(later).toEqual([]);
});

test.each(['read', 'moveOutboxRow'] as const)(
  'a batch whose request died is finished, though the first sweep failed at %s [P10, P63]',
  async (failing) => {
    const world = await capturedAccount();
    const { ctx, clock, account, email } = world;
    const { batches } = ctx;
    const broken = async () => {
      throw new Error('throttled');
    };
    ctx.batches = { ...batches, putEmails: broken };
    const { body } = await world.call('POST', '/emails/batch', { body: { emails: [email] } });
    const [id = ''] = (body.data as { id: string }[]).map((one) => one.id);
    expect([await ctx.emails.getMeta(id as Id<'msg'>), world.queued]).toEqual([null, []]);
    ctx.batches = batches;
    const isRow = async (row: string) =>
      row.startsWith('bat_') && (await batches.read(row as Id<'bat'>))?.batch.account === account.id;
    clock.advance(4 * 60_000);
    await sweepOf({ ...ctx, batches: { ...batches, [failing]: broken } }, isRow);
    expect(world.queued).toEqual([]);
    clock.advance(13 * 60_000);
    expect((await sweepOf(ctx, isRow)).queued).toBe(1);
    await world.deliver(takeOne(world).message);
    expect(mailed(world)).toEqual([id]);
  },
);

describe('emails queued for over an hour without row or message [P58]', () => {
  /** Searches the world's account at a full hour, `hours` later; what was logged. */
  async function search(world: World, { hours = 2, checked = null as number | null } = {}) {
    const { clock, ctx, account } = world;
    clock.hold();
    clock.advance(hours * 3_600_000);
    clock.advance(3_600_000 - (clock.runtime.now() % 3_600_000));
    await indexesCaughtUp();
    const { log, lines } = collectLog();
    const written: number[] = [];
    await sweepLostEmails({
      ...ctx,
      log,
      accounts: { ...ctx.accounts, list: async () => ({ entries: [account], next: null }) },
      emails: {
        ...ctx.emails,
        readChecked: async () => checked,
        writeChecked: async (until) => void written.push(until),
      },
    });
    return { found: lines.map((line) => JSON.parse(line)).map((line) => line.email_id), written };
  }

  test('are found by the list of their account and queued again, with a row', async () => {
    const world = await capturedAccount();
    const id = await world.send();
    const { outbox } = await metaOf(world, id);
    takeOne(world);
    await world.ctx.emails.deleteOutboxRow(id, outbox ?? 0);
    const { found, written } = await search(world);
    expect(found).toEqual([id]);
    expect(written).toEqual([world.clock.runtime.now() - 3_600_000]);
    expect(await hasRow(world, id)).toBe(true);
    await world.deliver(takeOne(world).message);
    expect(mailed(world)).toEqual([id]);
  });

  test('are queued together: after a rollback they are thousands, and the search has seconds', async () => {
    const world = await capturedAccount();
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.send()));
    world.queued.splice(0);
    for (const id of ids) await world.ctx.emails.deleteOutboxRow(id, (await metaOf(world, id)).outbox ?? 0);
    const { deliver } = world.ctx.queues;
    const calls: number[] = [];
    world.ctx.queues.deliver = (messages, ...rest) => {
      calls.push(messages.length);
      return deliver(messages, ...rest);
    };
    expect((await search(world)).found.sort()).toEqual(ids.sort());
    expect(calls).toEqual([12]);
  });

  test('are not those whose row was moved, or that were leased, since they were listed', async () => {
    const world = await capturedAccount();
    const [moved, leased] = [await world.send(), await world.send()];
    world.queued.splice(0);
    const { list } = world.ctx.emails;
    world.ctx.emails.list = async (input) => {
      const listed = await list(input);
      const { emails } = world.ctx;
      const now = world.clock.runtime.now();
      const { outbox } = await metaOf(world, moved);
      await emails.moveOutboxRow(await metaOf(world, moved), outbox ?? 0, (outbox ?? 0) + 300);
      await emails.lease({ id: leased, lease_until: now + 35_000, dead_before: now - 180_000 });
      await emails.deleteOutboxRow(leased, (await metaOf(world, leased)).outbox ?? 0);
      return listed;
    };
    expect((await search(world)).found).toEqual([]);
    expect(world.queued).toEqual([]);
  });

  test('are found after a lease that ended long ago', async () => {
    const world = await capturedAccount();
    const id = await world.send();
    takeOne(world);
    const now = world.clock.runtime.now();
    await world.ctx.emails.lease({ id, lease_until: now + 35_000, dead_before: now - 180_000 });
    expect((await search(world)).found).toEqual([id]);
    await world.deliver(takeOne(world).message);
    expect(mailed(world)).toEqual([id]);
  });

  test('are not those that have a row, that were sent, or that were looked at before', async () => {
    const world = await capturedAccount();
    const waiting = await world.send();
    takeOne(world);
    const sent = await world.send();
    await world.deliver(takeOne(world).message);
    expect((await search(world)).found).toEqual([]);
    await world.ctx.emails.deleteOutboxRow(waiting, (await metaOf(world, waiting)).outbox ?? 0);
    const checked = world.clock.runtime.now();
    expect((await search(world, { checked })).found).toEqual([]);
    expect({ sent, mailed: mailed(world) }).toEqual({ sent, mailed: [sent] });
  });

  test('are searched at the full hour only', async () => {
    const world = await capturedAccount();
    world.clock.hold();
    world.clock.advance(3_600_000 - (world.clock.runtime.now() % 3_600_000) + 60_000);
    let read = false;
    const emails = {
      ...world.ctx.emails,
      readChecked: async () => {
        read = true;
        return null;
      },
    };
    await sweepLostEmails({ ...world.ctx, emails });
    expect({ read, minute: minuteOf(world.clock.runtime.now()) % 60 }).toEqual({ read: false, minute: 1 });
  });
});

test('a held message of a batch email that is already being sent names no outbox row [P63]', async () => {
  const { ctx, call, email, queued, sending, deliver } = await capturedAccount();
  const takeOne = () => queued.splice(0)[0]?.message as DeliverMessage;
  ctx.mailer.send = async () => ({ outcome: 'unknown', reason: 'TimeoutError' });
  await call('POST', '/emails/batch', { body: { emails: [email] } });
  await deliver(takeOne());
  Object.assign(sending, { quota: 1, sent: 1 });
  await deliver(takeOne());
  const { id, held, row } = takeOne();
  expect({ held, row }).toEqual({ held: true, row: undefined });
  expect(await ctx.emails.getMeta(id)).toMatchObject({ state: 'sending', outbox: null });
});
