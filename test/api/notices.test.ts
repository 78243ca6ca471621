import { AppError } from '../../shared/core/errors.ts';
import { sendNotice } from '../../shared/domain/accounts/mail-notice.ts';
import { mailOwner } from '../../shared/domain/accounts/mail-owner.ts';
import type { AttemptOutcome } from '../../shared/domain/ports/sending.ts';
import { sweepDeadLetters } from '../../shared/domain/sweep/dead-letters.ts';
import { freshAccount } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { collectLog } from '../support/log.ts';

/** An account with one queued notice, and what SES answers to it. */
async function noticed() {
  const world = captured();
  const { log, lines } = collectLog();
  world.ctx.log = log;
  const { account } = await freshAccount(world.ctx, { domain: false });
  const send = world.ctx.mailer.send;
  const provider = { answer: null as AttemptOutcome | null };
  world.ctx.mailer.send = async (message) => provider.answer ?? send(message);
  const about = `webhook ${world.ctx.runtime.id('wh')} disabled`;
  const notice = {
    about,
    subject: 'A webhook endpoint was disabled',
    text: 'why',
    fields: { webhook_id: 'wh_x' },
  };
  await mailOwner(world.ctx, account.id, notice);
  const [message] = world.notices;
  if (message === undefined) throw new Error('not queued');
  return { ...world, account, provider, notice, message, lines };
}

test('a notice that SES puts off is mailed by a later try, once, however often its message comes [E51]', async () => {
  const { ctx, account, provider, notify, notices, mails, message } = await noticed();
  provider.answer = { outcome: 'later', reason: 'Throttling' };
  for (let i = 0; i < 3; i++) await notify();
  expect([notices.length, mails.length]).toEqual([1, 0]);
  provider.answer = null;
  await notify();
  await Promise.all([sendNotice(ctx, message), sendNotice(ctx, message)]);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.raw).toContain(`To: ${account.email}`);
});

test('notices go at SES’s rate, and without a slot where none comes soon [P16]', async () => {
  const { ctx, clock, account, sending, notice, notify, mails } = await noticed();
  clock.hold();
  clock.skipSleeps();
  sending.rate = 1;
  const send = ctx.mailer.send;
  const times: number[] = [];
  ctx.mailer.send = async (message) => {
    times.push(clock.runtime.now());
    return send(message);
  };
  for (const about of ['b', 'c'])
    await mailOwner(ctx, account.id, { ...notice, about: notice.about + about });
  await notify();
  const [first = 0, second = 0, third = 0] = times;
  expect({ second: second - first >= 500, third: third - second >= 500 }).toEqual({
    second: true,
    third: true,
  });
  // Others hold the slots of the next half minute.
  await ctx.slots.take({ rate: 1, want: 30, ahead_ms: 60_000 });
  await mailOwner(ctx, account.id, { ...notice, about: `${notice.about} d` });
  await notify();
  expect(mails).toHaveLength(4);
});

test('a notice goes without a slot where the table refuses to give one [E51, P16]', async () => {
  const { ctx, mails, message, lines } = await noticed();
  ctx.slots.take = () => Promise.reject(new AppError('unavailable', 'Too many concurrent changes'));
  await sendNotice(ctx, message);
  expect(mails).toHaveLength(1);
  expect(lines.join('\n')).toContain('notice_not_paced');
});

test('two copies of a message at the same time are one mail [E51]', async () => {
  const { ctx, mails, message } = await noticed();
  await Promise.all([1, 2, 3, 4].map(() => sendNotice(ctx, message)));
  expect(mails).toHaveLength(1);
});

test('what is queued twice for one thing is one mail, for two things two [E51]', async () => {
  const { ctx, account, notify, mails, notice } = await noticed();
  await mailOwner(ctx, account.id, notice);
  await mailOwner(ctx, account.id, { ...notice, about: `${notice.about} again` });
  await notify();
  expect(mails).toHaveLength(2);
});

test.each<AttemptOutcome>([
  { outcome: 'unknown', reason: 'timeout' },
  { outcome: 'refused', reason: 'MessageRejected' },
])('a notice that ends as $outcome is not sent again, and told in the log [E51]', async (answer) => {
  const { ctx, account, provider, notify, notices, mails, message, lines } = await noticed();
  provider.answer = answer;
  await notify();
  provider.answer = null;
  await sendNotice(ctx, message);
  expect([notices.length, mails.length]).toEqual([0, 0]);
  const told = lines.map((line) => JSON.parse(line)).filter((line) => line.message === 'owner_not_notified');
  expect(told).toEqual([
    expect.objectContaining({ account: account.id, webhook_id: 'wh_x', outcome: answer.outcome }),
  ]);
});

test('a queue that is down fails nothing, and is told in the log [E51]', async () => {
  const { ctx, account, down, notice, lines } = await noticed();
  down.queue = true;
  await mailOwner(ctx, account.id, notice);
  expect(lines.join('\n')).toContain('owner_not_notified');
});

test('a dead notice goes back to its queue for a day; a dead sign-in is over [E51, P10]', async () => {
  const { ctx, clock, notices, message, lines } = await noticed();
  const dead = async (body: object) => {
    notices.splice(0);
    const drain: typeof ctx.dead_letters.drain = async (queue, handle) => {
      if (queue === 'notices') await handle(JSON.stringify(body));
      return { done: 1, failed: 0 };
    };
    await sweepDeadLetters({ ...ctx, dead_letters: { ...ctx.dead_letters, drain } });
    return [...notices];
  };
  expect(await dead(message)).toEqual([message]);
  expect(await dead({ kind: 'sign_in', token: 'x' })).toEqual([]);
  clock.advance(86_400_001);
  expect(await dead(message)).toEqual([]);
  expect(lines.filter((line) => line.includes('notice_not_mailed'))).toHaveLength(2);
});
