import { emailRoutes } from '../../functions/emails/routes.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { collectLog } from '../support/log.ts';

/** A world whose log lines show the metrics that they carry. */
async function measured() {
  const world = await capturedAccount();
  const { log, metrics } = collectLog();
  Object.assign(world.ctx, { log });
  return { ...world, metrics, call: inProcess(world.ctx, emailRoutes, world.api_key) };
}

test('emails accepted are counted once, a replay is none [P12]', async () => {
  const { call, email, metrics } = await measured();
  const single = { body: email, headers: { 'idempotency-key': 'one' } };
  await call('POST', '/emails', single);
  await call('POST', '/emails', single);
  await call('POST', '/emails/batch', { body: { emails: [email, email, { ...email, to: 'nope' }] } });
  expect(metrics).toEqual([{ counts: { emails_accepted: 1 } }, { counts: { emails_accepted: 2 } }]);
});

test('refusals are counted by code [P12]', async () => {
  const { call, email, metrics } = await measured();
  await call('POST', '/emails', { body: { ...email, to: 'nope' } });
  await call('GET', '/emails/msg_0000000000000000000000000a');
  expect(metrics).toEqual(
    ['validation_error', 'not_found'].map((code) => ({ counts: { requests_refused: 1 }, by: { code } })),
  );
});

test('what SES took is counted with its age, what it throttled without [P12]', async () => {
  const { ctx, clock, send, queued, deliver, metrics } = await measured();
  await send();
  const [first] = queued.splice(0);
  if (first === undefined) throw new Error('not queued');
  const take = ctx.mailer.send;
  ctx.mailer.send = async () => ({ outcome: 'later', reason: 'Throttling', cause: 'throttled' });
  await deliver(first.message);
  ctx.mailer.send = take;
  clock.advance(5_000);
  const [again] = queued.splice(0);
  if (again === undefined) throw new Error('not queued');
  metrics.splice(0, 1);
  await deliver(again.message);
  expect(metrics).toEqual([
    { counts: { emails_throttled: 1 } },
    { counts: { emails_sent: 1 }, times: { send_delay: expect.any(Number) } },
  ]);
  expect(metrics[1]?.times?.send_delay).toBeGreaterThanOrEqual(5_000);
});

test('only single mail that was not scheduled is counted with its age [P55]', async () => {
  const { ctx, clock, send, queued, deliver, metrics } = await measured();
  const sent = async (more: Record<string, unknown>, bulk: object = {}) => {
    await send(more);
    const [first] = queued.splice(0);
    if (first === undefined) throw new Error('not queued');
    metrics.splice(0);
    clock.advance(200_000);
    await deliver({ ...first.message, ...bulk });
    return metrics.map(({ times }) => (times?.send_delay ?? -1) >= 0);
  };
  expect(await sent({})).toEqual([true]);
  expect(await sent({}, { bulk: true })).toEqual([false]);
  const scheduled_at = new Date(ctx.runtime.now() + 180_000).toISOString();
  expect(await sent({ scheduled_at })).toEqual([false]);
});
