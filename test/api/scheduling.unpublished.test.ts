import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { minuteOf } from '../../shared/core/days.ts';
import type { Id } from '../../shared/core/runtime.ts';
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
    async (row) => (await ctx.emails.getMeta(row as Id<'msg'>))?.account === world.account.id,
    minuteOf(clock.runtime.now()) - 1,
  );
  const change = async (id: string, body: object) => {
    expect((await world.call('PATCH', `/emails/${id}`, { body })).status).toBe(200);
    clock.advance(3 * 60_000);
    return sweep();
  };
  return { ...world, sweep, change, told: () => webhooks.map(({ event_type }) => event_type) };
}

type World = Awaited<ReturnType<typeof listening>>;

/** An email that was accepted by a function that died before email.scheduled; a replay tells its id. */
async function unpublished({ ctx, call, email, ahead, told }: World): Promise<string> {
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
  return body.id as Id<'msg'>;
}

test.each([
  ['far ahead', 7200],
  ['near', 300],
])(
  'the same where the email is moved to a time %s since, and it goes out once [E8]',
  async (_what, seconds) => {
    const world = await listening();
    const { ahead, clock, queued, schedules, mails, deliver } = world;
    const id = await unpublished(world);
    await world.change(id, { scheduled_at: ahead(seconds) });
    expect(world.told()).toEqual(['email.scheduled']);
    clock.advance(seconds * 1000);
    const messages = [...schedules.values(), ...queued].map(({ message }) => message);
    for (const message of messages) await deliver(message);
    expect(mails.map(({ email_id }) => email_id)).toEqual([id]);
    expect(world.told()).toEqual(['email.scheduled', 'email.sent']);
  },
);

test('email.scheduled that was emitted is not emitted again by a reschedule or a cancel [E8]', async () => {
  const { send, ahead, schedules, change, told } = await listening();
  const id = await send({ scheduled_at: ahead(3600) });
  for (const seconds of [7200, 600, 7200])
    expect(await change(id, { scheduled_at: ahead(seconds) })).toEqual({ queued: 0, dropped: 0 });
  expect(await change(id, { cancel: true })).toEqual({ queued: 0, dropped: 0 });
  expect([told(), schedules.size]).toEqual([['email.scheduled'], 0]);
});

test('email.scheduled that is published after the email was moved says its first time [P36]', async () => {
  const world = await listening();
  const id = await unpublished(world);
  const first = (await world.ctx.emails.getMeta(id as Id<'msg'>))?.scheduled_at;
  await world.change(id, { scheduled_at: world.ahead(7200) });
  const [{ payload } = { payload: '' }] = world.webhooks;
  expect(JSON.parse(String(payload)).data).toMatchObject({ scheduled_at: first, message_id: null });
});

test('email.scheduled that the sweep cannot publish in the last minute either is emitted once the email has gone out [E8]', async () => {
  const { clock, down, send, queued, deliver, told, sweep } = await listening();
  clock.hold();
  // The beginning of a minute: the sweep looks in the minute of the email's time, before that time.
  clock.advance(60_000 - (clock.runtime.now() % 60_000));
  const at = clock.runtime.now() + 2 * 60_000 + 30_000;
  down.webhooks = true;
  await send({ scheduled_at: new Date(at).toISOString() });
  clock.advance(2 * 60_000);
  expect(await sweep()).toEqual({ queued: 1, dropped: 0 });
  down.webhooks = false;
  clock.advance(60_000);
  for (const { message } of queued.splice(0)) await deliver(message);
  expect(told()).toEqual(['email.sent']);
  clock.advance(2 * 60_000);
  expect(await sweep()).toEqual({ queued: 0, dropped: 1 });
  expect(told()).toEqual(['email.sent', 'email.scheduled']);
  expect(await sweep()).toEqual({ queued: 0, dropped: 0 });
});

test('the same where the email is late, and goes out by its own message before the sweep looks again [E8]', async () => {
  const { clock, down, send, ahead, queued, deliver, told, sweep } = await listening();
  clock.hold();
  down.webhooks = true;
  await send({ scheduled_at: ahead(60) });
  clock.advance(5 * 60_000);
  expect(await sweep()).toEqual({ queued: 0, dropped: 0 });
  down.webhooks = false;
  for (const { message } of queued.splice(0)) await deliver(message);
  expect(told()).toEqual(['email.sent']);
  clock.advance(14 * 60_000);
  expect(await sweep()).toEqual({ queued: 0, dropped: 1 });
  expect(told()).toEqual(['email.sent', 'email.scheduled']);
});

test('the same where the email is moved to a time before the sweep looks again [E8]', async () => {
  const { clock, call, down, send, ahead, queued, deliver, told, sweep } = await listening();
  clock.hold();
  clock.advance(60_000 - (clock.runtime.now() % 60_000));
  down.webhooks = true;
  const id = await send({ scheduled_at: ahead(3600) });
  clock.advance(2 * 60_000);
  expect(await sweep()).toEqual({ queued: 1, dropped: 0 });
  down.webhooks = false;
  expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(30) } })).status).toBe(200);
  clock.advance(30_000);
  for (const { message } of queued.splice(0)) await deliver(message);
  expect(told()).toEqual(['email.sent']);
  clock.advance(4 * 60_000);
  expect(await sweep()).toEqual({ queued: 0, dropped: 1 });
  expect(told()).toEqual(['email.sent', 'email.scheduled']);
});

test('the same where a late email is moved [E8]', async () => {
  const { clock, call, down, send, ahead, queued, told, sweep } = await listening();
  clock.hold();
  down.webhooks = true;
  const id = await send({ scheduled_at: ahead(60) });
  clock.advance(5 * 60_000);
  expect(await sweep()).toEqual({ queued: 0, dropped: 0 });
  down.webhooks = false;
  queued.length = 0;
  expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(3600) } })).status).toBe(200);
  for (let minute = 0; minute < 60; minute++) {
    clock.advance(60_000);
    await sweep();
  }
  expect(told()).toEqual(['email.scheduled']);
});
