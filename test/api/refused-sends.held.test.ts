import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { AttemptOutcome, Mailer } from '../../shared/domain/ports/sending.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { collectLog } from '../support/log.ts';

/** What the metrics say of an email that SES answered so, a second, 4 and 16 minutes after it was accepted. */
async function holdsOf(send: Mailer['send'], { sandbox = false } = {}) {
  const world = await capturedAccount();
  world.clock.hold();
  world.ctx.mailer.send = send;
  const { log, metrics } = collectLog();
  world.ctx.log = log;
  const from = `hello@${world.ctx.settings.sandbox_domain}`;
  await world.send(sandbox ? { from, to: world.account.email } : {});
  for (const minutes of [0, 4, 12]) {
    world.clock.advance(minutes * 60_000 + 1000);
    const [waiting] = world.queued.splice(0);
    if (waiting === undefined) throw new Error('not queued');
    await world.deliver(waiting.message);
  }
  const holds = metrics.filter(({ times }) => times?.hold_age !== undefined);
  return holds.map(({ counts, times, by }) => [
    counts?.emails_held_late,
    Math.floor((times?.hold_age ?? 0) / 60_000),
    by?.of,
  ]);
}

const late = [
  [0, 4, 'single'],
  [1, 16, 'single'],
];

test.each([
  ['a configuration set that is gone', { outcome: 'later', reason: 'NotFoundException' }],
  ['throttling', { outcome: 'later', reason: 'TooManyRequestsException', cause: 'throttled' }],
  ['a missing right', { outcome: 'later', reason: 'AccessDeniedException', cause: 'denied' }],
  ['a call without an answer', { outcome: 'unknown', reason: 'TimeoutError' }],
] as const)('%s that keeps mail from SES is seen in the age of what waits [P45]', async (_what, answer) => {
  expect(await holdsOf(async () => answer)).toEqual(late);
});

const unverified = (...identities: string[]): AttemptOutcome => ({
  outcome: 'later',
  reason: 'MessageRejected',
  cause: 'unverified',
  identities,
});

test('mail of a domain that SES does not know as verified is its owner’s matter [P45]', async () => {
  expect(await holdsOf(async ({ source }) => unverified(source))).toEqual([]);
});

test('mail of a sandbox domain that SES does not know as verified is seen in the age of what waits [P45]', async () => {
  expect(await holdsOf(async ({ source }) => unverified(source), { sandbox: true })).toEqual(late);
});

test('mail whose recipient SES refuses in its sandbox is seen in the age of what waits [P45]', async () => {
  expect(await holdsOf(async ({ destinations }) => unverified(...destinations))).toEqual(late);
});

test('email.delivery_delayed is published once while SES answers nothing, from the second attempt on [H12]', async () => {
  const { ctx, clock, api_key, queued, webhooks, deliver, send } = await capturedAccount();
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', { body: { url: 'https://x.example/y' } });
  clock.hold();
  ctx.mailer.send = async () => ({ outcome: 'unknown', reason: 'TimeoutError' });
  const id = await send();
  for (let i = 0; i < 12; i++) {
    const [waiting] = queued.splice(0);
    if (waiting === undefined) throw new Error('not queued');
    clock.advance(waiting.delay_s * 1000);
    await deliver(waiting.message);
  }
  const told = webhooks.map(({ event_type, email_id }) => [event_type, email_id]);
  expect(told).toEqual([['email.delivery_delayed', id]]);
});
