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
