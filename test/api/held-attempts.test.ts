import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import { capturedAccount } from '../support/captured.ts';
import { collectLog } from '../support/log.ts';
import { sweepOf } from '../support/sweep.ts';

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

test('an email of a suspended account is not attempted again, but once after resume-account [N23]', async () => {
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

test('while sending is stopped for the pauses of SES no attempt is made again [P7]', async () => {
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

test('what fails before SES is called puts the email back at once, and it goes out once [H12]', async () => {
  const { queued, deliver, mails, state } = await unprepared(2);
  const waits: number[] = [];
  for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
    waits.push(next.delay_s);
    await deliver(next.message);
  }
  expect([await state(), mails.length, waits.length]).toEqual(['sent', 1, 3]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(4);
});

test('an email that cannot be prepared waits in its queue, shows as held, and fails after 24 hours [H12, P45]', async () => {
  const { ctx, clock, queued, deliver, mails, state } = await unprepared(Number.POSITIVE_INFINITY);
  const { log, lines } = collectLog();
  ctx.log = log;
  const attempt = async () => {
    const [next] = queued.splice(0);
    if (next === undefined) throw new Error('not queued again');
    clock.advance(next.delay_s * 1000);
    await deliver(next.message);
  };
  for (let i = 0; i < 7; i++) await attempt();
  clock.advance(16 * 60_000);
  lines.splice(0);
  await attempt();
  expect([await state(), queued.length]).toEqual(['queued', 1]);
  const logged = lines.map((line) => JSON.parse(line).message);
  expect(logged).toEqual(expect.arrayContaining(['send_not_prepared', 'email_held']));
  clock.advance(86_400_000);
  await attempt();
  expect([await state(), queued, mails]).toEqual(['failed', [], []]);
});

test('while the content of a scheduled email cannot be read, the sweep adds no message to the one that waits [H12]', async () => {
  const world = await capturedAccount();
  const { ctx, clock, queued, deliver, send, ahead, mails } = world;
  clock.hold();
  const id = await send({ scheduled_at: ahead(60) });
  const { readContent } = ctx.emails;
  ctx.emails = { ...ctx.emails, readContent: async () => Promise.reject(new Error('slow down')) };
  for (let i = 0; i < 4; i++) {
    const waiting = queued.splice(0);
    expect(waiting).toHaveLength(1);
    for (const { message, delay_s } of waiting) {
      clock.advance(delay_s * 1000);
      await deliver(message);
    }
    clock.advance(11 * 60_000);
    await sweepOf(ctx, (found) => found === id);
  }
  ctx.emails = { ...ctx.emails, readContent };
  for (const { message } of queued.splice(0)) await deliver(message);
  expect([mails.length, queued]).toEqual([1, []]);
});
