import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { minuteOf } from '../../shared/core/days.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { ownSweep } from '../support/sweep.ts';

/** An account with an endpoint, and a sweep of its scheduled email alone. */
async function listening() {
  const world = await capturedAccount();
  const { ctx, api_key, clock, webhooks } = world;
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/x' },
  });
  const sweep = ownSweep(
    ctx,
    async (row) => (await ctx.emails.getMeta(row))?.account === world.account.id,
    minuteOf(clock.runtime.now()) - 1,
  );
  const cancel = async (id: string) => {
    const { status } = await world.call('PATCH', `/emails/${id}`, { body: { cancel: true } });
    expect(status).toBe(200);
    clock.advance(3 * 60_000);
    return sweep();
  };
  return { ...world, cancel, told: () => webhooks.map(({ event_type }) => event_type) };
}

test('E8: email.scheduled of a function that died before it is emitted though the email is cancelled since', async () => {
  const world = await listening();
  const { ctx, call, email, ahead, cancel, told } = world;
  const queue = ctx.queues.webhooks;
  const dead = new Promise<void>((died) => {
    ctx.queues.webhooks = () => {
      ctx.queues.webhooks = queue;
      died();
      return new Promise(() => {});
    };
  });
  const request = { body: { ...email, scheduled_at: ahead(3600) }, headers: { 'idempotency-key': 'k' } };
  void call('POST', '/emails', request);
  await dead;
  const { body } = await call('POST', '/emails', request);
  expect([body.status, told()]).toEqual(['scheduled', []]);
  expect(await cancel(body.id as string)).toEqual({ queued: 0, dropped: 1 });
  expect(told()).toEqual(['email.scheduled']);
});

test('E8: email.scheduled that was emitted is not emitted again by a cancel', async () => {
  const { send, ahead, schedules, cancel, told } = await listening();
  const id = await send({ scheduled_at: ahead(3600) });
  expect(await cancel(id)).toEqual({ queued: 0, dropped: 0 });
  expect([told(), schedules.size]).toEqual([['email.scheduled'], 0]);
});
