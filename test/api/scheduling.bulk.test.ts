import { capturedAccount } from '../support/captured.ts';
import { sweepOf } from '../support/sweep.ts';

jest.setTimeout(60_000);

type World = Awaited<ReturnType<typeof capturedAccount>>;

/** Emails of one second, and their fires; the clock is held at that second, however slow the machine is. */
async function bulk(world: World, size: number) {
  world.clock.hold();
  const scheduled_at = world.ahead(60);
  const made: string[] = [];
  for (let i = 0; i < size; i++) made.push(await world.send({ scheduled_at }));
  const fires = world.queued.splice(0).map(({ message }) => message);
  expect(fires.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  world.clock.advance(60_000);
  return { made, fires };
}

/** Hands on what waits as SQS would, second by second, until nothing is left; mails handed to SES in each second. */
async function drain(world: World, limit_s: number): Promise<number[]> {
  const waiting: { at: number; message: World['queued'][number]['message'] }[] = [];
  const perSecond: number[] = [];
  for (let second = 0; second <= limit_s; second++) {
    const now = world.clock.runtime.now();
    for (const { message, delay_s } of world.queued.splice(0))
      waiting.push({ at: now + delay_s * 1000, message });
    if (waiting.length === 0) return perSecond;
    world.clock.advance(1000);
    const outbox = waiting.filter(({ at }) => at <= now + 1000);
    for (const one of outbox) waiting.splice(waiting.indexOf(one), 1);
    const before = world.mails.length;
    await Promise.all(outbox.map(({ message }) => world.deliver(message)));
    perSecond.push(world.mails.length - before);
  }
  throw new Error(`${waiting.length} are still waiting`);
}

test("Q16: a bulk of one second lines up at four fifths of SES's rate, each goes out once", async () => {
  const world = await capturedAccount();
  world.sending.rate = 10;
  const { made, fires } = await bulk(world, 40);
  await Promise.all(fires.map((fire) => world.deliver(fire)));
  // SES counts by the second: what has its turn within one goes at once.
  expect(world.mails).toHaveLength(9);
  const perSecond = await drain(world, 10);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(10);
  expect(perSecond.length).toBeLessThanOrEqual(6);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual(made.toSorted());
});

test('mail of others, scheduled for the same second or sent at once, does not stand behind the bulk', async () => {
  const world = await capturedAccount();
  world.sending.rate = 10;
  const { fires } = await bulk(world, 40);
  await Promise.all(fires.map((fire) => world.deliver(fire)));
  const sent = async (id: string) => {
    const found = world.queued.findIndex(({ message }) => message.id === id);
    const [one] = world.queued.splice(found, 1);
    if (one === undefined) throw new Error('not queued');
    await world.deliver(one.message);
    return world.mails.some(({ email_id }) => email_id === id);
  };
  const other = await capturedAccount();
  other.sending.rate = 10;
  const theirs = await bulk(other, 1);
  await other.deliver(theirs.fires[0] as (typeof theirs.fires)[0]);
  expect(other.mails.map(({ email_id }) => email_id)).toEqual(theirs.made);
  expect(await sent(await world.send())).toBe(true);
});

test('a message to many takes as many slots; a rate that SES does not tell keeps nobody waiting', async () => {
  const world = await capturedAccount();
  world.sending.rate = 10;
  const to = Array.from({ length: 40 }, (_, i) => `ada${i}@x.example`);
  await world.send({ to, scheduled_at: world.ahead(60) });
  await world.send({ scheduled_at: world.ahead(60) });
  const [many, one] = world.queued.splice(0).map(({ message }) => message);
  world.clock.advance(60_000);
  if (many === undefined || one === undefined) throw new Error('no fires');
  await world.deliver(many);
  await world.deliver(one);
  expect(world.mails).toHaveLength(1);
  expect(world.queued).toMatchObject([{ message: { id: one.id, slot: expect.any(Number) }, delay_s: 5 }]);
  world.ctx.sending_rate = async () => {
    throw new Error('SES is down');
  };
  await world.deliver(one);
  expect(world.mails).toHaveLength(2);
});

test('Q15: the sweep leaves those in line alone, and finds the one whose message was lost', async () => {
  const world = await capturedAccount();
  world.sending.rate = 0.5;
  const { made, fires } = await bulk(world, 100);
  const [lost, ...others] = fires;
  await Promise.all(others.map((fire) => world.deliver(fire)));
  world.clock.advance(3 * 60_000);
  const before = world.queued.length;
  expect(before).toBeGreaterThan(90);
  expect(await sweepOf(world.ctx, (id) => made.includes(id))).toEqual({ queued: 0, dropped: 0 });
  expect(world.queued).toHaveLength(before);
  await drain(world, 300);
  expect(world.mails).toHaveLength(99);
  world.clock.advance(2 * 60_000);
  expect(await sweepOf(world.ctx, (id) => made.includes(id))).toEqual({ queued: 1, dropped: 0 });
  await drain(world, 10);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual(made.toSorted());
  expect(world.mails.at(-1)?.email_id).toBe(lost?.id);
});

test('beyond 50 of one account and minute emails go by the queue of bulk mail, and stay in it', async () => {
  const world = await capturedAccount();
  const lanes = () => world.queued.map(({ message }) => message.bulk ?? false);
  // One minute, whatever the clock says.
  const scheduled_at = `${world.ahead(300).slice(0, 16)}:30.000Z`;
  for (let i = 0; i < 60; i++) await world.send({ scheduled_at });
  await world.send({ scheduled_at: world.ahead(600) });
  expect(lanes()).toEqual([...Array(50).fill(false), ...Array(10).fill(true), false]);
  await world.send({ scheduled_at: `${world.ahead(7200).slice(0, 16)}:30.000Z` });
  expect([...world.schedules.values()][0]?.message.bulk).toBeUndefined();

  const last = world.queued[59]?.message;
  if (last === undefined) throw new Error('not queued');
  world.ctx.mailer.send = async () => ({ outcome: 'later', reason: 'Throttling' });
  world.clock.advance(400_000);
  world.queued.length = 0;
  await world.deliver(last);
  expect(world.queued).toMatchObject([{ message: { id: last.id, bulk: true, tries: 1 } }]);
});
