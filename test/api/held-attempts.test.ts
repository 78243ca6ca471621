import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { capturedAccount } from '../support/captured.ts';

/** An email whose first attempt ended without an answer of SES, which did not take it. */
async function setUp() {
  const world = await capturedAccount();
  world.clock.hold();
  const take = world.ctx.mailer.send;
  let calls = 0;
  world.ctx.mailer.send = async (message) => {
    calls++;
    return calls === 1 ? { outcome: 'unknown', reason: 'TimeoutError' } : take(message);
  };
  const id = await world.send();
  /** Hands the worker the one message that waits, at its time. */
  const next = async () => {
    const [waiting, ...more] = world.queued.splice(0);
    if (waiting === undefined || more.length > 0) throw new Error(`${more.length} messages more`);
    world.clock.advance(waiting.delay_s * 1000);
    await world.deliver(waiting.message);
  };
  await next();
  const state = async () => (await world.ctx.emails.getMeta(id))?.state;
  return { ...world, id, next, state, calls: () => calls };
}

test('N23: an email of a suspended account is not attempted again, but once after resume-account', async () => {
  const { ctx, account, clock, next, state, calls, mails, queued } = await setUp();
  await suspendAccount(ctx, account.id);
  clock.advance(30_000);
  for (let i = 0; i < 5; i++) await next();
  expect([calls(), await state(), queued.length]).toEqual([1, 'sending', 1]);
  await resumeAccount(ctx, account.id);
  clock.advance(30_000);
  await next();
  expect([mails.length, await state(), queued]).toEqual([1, 'sent', []]);
});

test('P7: while sending is stopped for the pauses of SES no attempt is made again', async () => {
  const { ctx, clock, next, state, calls, queued } = await setUp();
  const [waiting] = queued;
  if (waiting === undefined) throw new Error('not queued again');
  clock.advance(waiting.delay_s * 1000);
  for (let i = 0; i < 5; i++) await ctx.sending_state.countPause(clock.runtime.now());
  waiting.delay_s = 0;
  await next();
  expect([calls(), await state()]).toEqual([1, 'sending']);
  await next();
  expect([calls(), await state(), queued]).toEqual([2, 'sent', []]);
});

/** An email whose worker the bucket or the table refuses so many times before SES is called. */
async function unprepared(failures: number) {
  const world = await capturedAccount();
  world.clock.hold();
  const { get } = world.ctx.domains;
  let left = failures;
  world.ctx.domains = {
    ...world.ctx.domains,
    get: async (name) => {
      if (left-- > 0) throw Object.assign(new Error('slow down'), { name: 'SlowDown' });
      return get(name);
    },
  };
  const id = await world.send();
  const state = async () => (await world.ctx.emails.getMeta(id))?.state;
  return { ...world, state };
}

test('H12: what fails before SES is called puts the email back at once, and it goes out once', async () => {
  const { queued, deliver, mails, state } = await unprepared(2);
  const waits: number[] = [];
  for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
    waits.push(next.delay_s);
    await deliver(next.message);
  }
  expect([await state(), mails.length, waits.length]).toEqual(['sent', 1, 3]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(4);
});

test('H12: an email that cannot be prepared is left to the redelivery of its message, and so to the dead letters', async () => {
  const { queued, deliver, mails } = await unprepared(Number.POSITIVE_INFINITY);
  const attempt = async () => {
    const [next] = queued.splice(0);
    if (next === undefined) throw new Error('not queued again');
    await deliver(next.message);
  };
  for (let i = 0; i < 5; i++) await attempt();
  await expect(attempt()).rejects.toThrow('slow down');
  expect([queued, mails]).toEqual([[], []]);
});
