import { capturedAccount } from '../support/captured.ts';
import { sweepOf } from '../support/sweep.ts';

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

/** Delivers what waits as SQS would, second by second, until nothing waits; the mails that SES got in each second. */
async function drain(
  world: World,
  limit_s: number,
  eachSecond: (second: number) => Promise<void> = async () => {},
): Promise<number[]> {
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
    await eachSecond(second);
  }
  throw new Error(`${waiting.length} are still waiting`);
}

test("a burst of one second goes out at SES's rate, each once [P16, Q16]", async () => {
  const world = await capturedAccount();
  world.sending.rate = 10;
  const { made, fires } = await bulk(world, 40);
  await Promise.all(fires.map((fire) => world.deliver(fire)));
  // Half a second of credit, and what may be taken ahead.
  expect(world.mails.length).toBeLessThanOrEqual(17);
  const perSecond = await drain(world, 20);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(14);
  expect(perSecond.length).toBeLessThanOrEqual(8);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual(made.toSorted());
});

test('mail of another account, scheduled for the same second or sent at once, comes through the burst [P16]', async () => {
  const world = await capturedAccount();
  world.sending.rate = 10;
  const { fires } = await bulk(world, 40);
  const other = await capturedAccount({}, world);
  const theirs = [await other.send(), await other.send({ scheduled_at: other.ahead(1) })];
  const theirMessages = world.queued.splice(-2).map(({ message }) => message);
  await Promise.all(fires.map((fire) => world.deliver(fire)));
  world.clock.advance(1000);
  await Promise.all(theirMessages.map((message) => world.deliver(message)));
  expect(world.mails.map(({ email_id }) => email_id)).toEqual(expect.arrayContaining(theirs));
});

test('batch items beyond the tenth go by the bulk queue and leave slots to single emails [P16]', async () => {
  const world = await capturedAccount();
  world.clock.hold();
  world.sending.rate = 10;
  const emails = Array.from({ length: 40 }, () => world.email);
  const { body } = await world.call('POST', '/emails/batch', { body: { emails } });
  const made = (body.data as { id: string }[]).map(({ id }) => id);
  const items = world.queued.splice(0).map(({ message }) => message);
  expect(items.map(({ bulk }) => bulk ?? false)).toEqual([...Array(10).fill(false), ...Array(30).fill(true)]);
  world.queued.push(...items.map((message) => ({ message, delay_s: 0 })));
  const single = async () => {
    const id = await world.send();
    const [last] = world.queued.splice(-1);
    if (last === undefined) throw new Error('not queued');
    await world.deliver(last.message);
    return world.mails.some(({ email_id }) => email_id === id);
  };
  // The tens that go first are single emails, too.
  const perSecond = await drain(world, 30, async (second) => {
    if (second > 1) expect(await single()).toBe(true);
  });
  expect(perSecond.length).toBeLessThanOrEqual(12);
  expect(world.mails.map(({ email_id }) => email_id)).toEqual(expect.arrayContaining(made));
  expect(new Set(world.mails.map(({ email_id }) => email_id)).size).toBe(world.mails.length);
});

test('an email to many takes as many slots [P16]', async () => {
  const world = await capturedAccount();
  world.clock.hold();
  world.sending.rate = 10;
  const to = Array.from({ length: 40 }, (_, i) => `ada${i}@x.example`);
  await world.send({ to });
  await world.send();
  const [many, one] = world.queued.splice(0).map(({ message }) => message);
  if (many === undefined || one === undefined) throw new Error('not queued');
  await world.deliver(many);
  await world.deliver(one);
  expect(world.mails).toHaveLength(1);
  expect(world.queued).toMatchObject([{ message: { id: one.id, held: true, slot: expect.any(Number) } }]);
  const perSecond = await drain(world, 10);
  expect(perSecond.findIndex((mails) => mails > 0)).toBeGreaterThanOrEqual(2);
});

test('the sweep leaves those that wait for their slot alone, and finds the one whose message was lost [Q15]', async () => {
  const world = await capturedAccount();
  world.sending.rate = 0.5;
  const { made, fires } = await bulk(world, 60);
  const [lost, ...others] = fires;
  await Promise.all(others.map((fire) => world.deliver(fire)));
  const before = world.queued.length;
  expect(before).toBeGreaterThan(50);
  world.clock.advance(3 * 60_000);
  expect(await sweepOf(world.ctx, (id) => made.includes(id))).toEqual({ queued: 1, dropped: 0 });
  expect(world.queued.map(({ message }) => message.id)).toContain(lost?.id);
  expect(world.queued).toHaveLength(before + 1);
  await drain(world, 400);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual(made.toSorted());
});

test('at 90 % of the 24-hour quota bulk waits, at 100 % everything; it goes when the quota moves [P17]', async () => {
  const world = await capturedAccount();
  world.clock.hold();
  const emails = Array.from({ length: 12 }, () => world.email);
  await world.call('POST', '/emails/batch', { body: { emails } });
  const items = world.queued.splice(0).map(({ message }) => message);
  Object.assign(world.sending, { quota: 1000, sent: 900 });
  await Promise.all(items.map((message) => world.deliver(message)));
  expect(world.mails).toHaveLength(10);
  expect(world.queued).toHaveLength(2);
  for (const { message, delay_s } of world.queued) {
    expect(message).toMatchObject({ bulk: true, held: true });
    expect(delay_s).toBeGreaterThanOrEqual(300);
  }
  world.sending.sent = 1000;
  const single = await world.send();
  const [last] = world.queued.splice(-1);
  if (last === undefined) throw new Error('not queued');
  await world.deliver(last.message);
  expect(world.queued.at(-1)).toMatchObject({ message: { id: single, held: true } });
  expect((await world.get(single)).status).toBe('queued');
  world.sending.sent = 100;
  await drain(world, 700);
  expect(new Set(world.mails.map(({ email_id }) => email_id)).size).toBe(13);
  expect(world.mails).toHaveLength(13);
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
