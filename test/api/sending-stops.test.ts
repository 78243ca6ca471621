import type { Domain } from '../../shared/core/records/domains.ts';
import { sendNotice } from '../../shared/domain/accounts/mail-notice.ts';
import type { AttemptOutcome } from '../../shared/domain/ports/sending.ts';
import { capturedAccount } from '../support/captured.ts';
import { collectLog } from '../support/log.ts';
import { sweepOf } from '../support/sweep.ts';

type World = Awaited<ReturnType<typeof capturedAccount>>;

/** SES as it answers now: `answer` null takes the message. Counts the calls. */
function ses(world: World) {
  const state = { answer: null as AttemptOutcome | null, calls: 0 };
  const take = world.ctx.mailer.send;
  world.ctx.mailer.send = async (message) => {
    state.calls++;
    return state.answer ?? take(message);
  };
  return state;
}

/** Hands on what waits as SQS would, a second at a time. */
async function pass(world: World, seconds: number): Promise<void> {
  let waiting: { at: number; message: World['queued'][number]['message'] }[] = [];
  for (let second = 0; second < seconds; second++) {
    const now = world.clock.runtime.now();
    waiting.push(
      ...world.queued.splice(0).map(({ message, delay_s }) => ({ at: now + delay_s * 1000, message })),
    );
    world.clock.advance(1000);
    const due = waiting.filter(({ at }) => at <= now + 1000);
    waiting = waiting.filter(({ at }) => at > now + 1000);
    await Promise.all(due.map(({ message }) => world.deliver(message)));
  }
  world.queued.push(
    ...waiting.map(({ at, message }) => ({
      message,
      delay_s: Math.ceil((at - world.clock.runtime.now()) / 1000),
    })),
  );
}

const paused: AttemptOutcome = { outcome: 'later', reason: 'MessageRejected', cause: 'paused' };

test('SES paused for a minute under 60 sends: it is asked a few times, and every email goes out once after it [P7]', async () => {
  const world = await capturedAccount();
  world.clock.hold();
  const provider = ses(world);
  provider.answer = paused;
  const made: string[] = [];
  for (let i = 0; i < 60; i++) {
    made.push(await world.send());
    // Each of its own, as they come from the queue over time.
    await Promise.all(world.queued.splice(0, 1).map(({ message }) => world.deliver(message)));
  }
  expect(provider.calls).toBe(5);
  expect(world.queued).toHaveLength(60);
  expect(world.mails).toHaveLength(0);
  expect((await world.get(made[0] ?? '')).status).toBe('queued');
  await pass(world, 58);
  expect(provider.calls).toBe(5);
  provider.answer = null;
  await pass(world, 20);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual(made.toSorted());
  expect(world.queued).toEqual([]);
  const states = await Promise.all(made.map(async (id) => (await world.get(id)).status));
  expect(new Set(states)).toEqual(new Set(['sent']));
}, 60_000);

test('SES pauses the tenant of one account: its mail waits, and that of another goes out [P43]', async () => {
  const world = await capturedAccount();
  const other = await capturedAccount({}, world);
  world.clock.hold();
  const provider = { calls: 0, paused: true };
  const take = world.ctx.mailer.send;
  world.ctx.mailer.send = async (message) => {
    if (message.tags.account !== world.account.id || !provider.paused) return take(message);
    provider.calls++;
    return { outcome: 'later', reason: 'SendingPausedException', cause: 'tenant_paused' };
  };
  const held: string[] = [];
  for (let i = 0; i < 8; i++) {
    held.push(await world.send());
    await Promise.all(world.queued.splice(0, 1).map(({ message }) => world.deliver(message)));
  }
  expect(provider.calls).toBe(5);
  const id = await other.send();
  await pass(world, 58);
  expect(world.mails.map(({ email_id }) => email_id)).toEqual([id]);
  expect(provider.calls).toBe(5);
  provider.paused = false;
  await pass(world, 20);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual([...held, id].toSorted());
});

/** A world whose SES is paused and whose workers have stopped. */
async function stopped() {
  const world = await capturedAccount();
  world.clock.hold();
  for (let i = 0; i < 5; i++) await world.ctx.sending_state.countPause(world.clock.runtime.now());
  const id = await world.send();
  const [first] = world.queued.splice(0);
  if (first === undefined) throw new Error('not queued');
  await world.deliver(first.message);
  return { ...world, id };
}

test('an email that is held has its message alone: the sweep does not queue it a second time [P7]', async () => {
  const world = await stopped();
  expect(world.queued).toMatchObject([{ message: { id: world.id, held: true } }]);
  world.clock.advance(180_000);
  expect(await sweepOf(world.ctx, (id) => id === world.id)).toEqual({ queued: 0, dropped: 0 });
  const [held] = world.queued.splice(0);
  if (held === undefined) throw new Error('not held');
  // SQS delivers a message twice: still one email.
  await Promise.all([world.deliver(held.message), world.deliver(held.message, 2)]);
  expect(world.mails).toHaveLength(1);
});

test('the fire of a time that was changed is not held, and leaves the outbox row of the new time alone [P7, Q16]', async () => {
  const { send, call, queued, deliver, clock, sending, schedules, mails, ahead, ctx } =
    await capturedAccount();
  const id = await send({ scheduled_at: ahead(60) });
  const [stale] = queued.splice(0).map(({ message }) => message);
  if (stale === undefined) throw new Error('no fire');
  expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(3600) } })).status).toBe(200);
  clock.advance(61_000);
  Object.assign(sending, { quota: 1, sent: 1 });
  await deliver(stale);
  expect(queued).toEqual([]);
  // The new fire is lost: only the row finds the email.
  schedules.clear();
  Object.assign(sending, { quota: null, sent: 0 });
  clock.advance(3_600_000 + 3 * 60_000);
  expect(await sweepOf(ctx, (row) => row === id)).toMatchObject({ queued: 1 });
  await Promise.all(queued.splice(0).map(({ message }) => deliver(message)));
  expect(mails.map(({ email_id }) => email_id)).toEqual([id]);
});

test('held for 15 minutes emits email.delivery_delayed once; after 24 hours the email fails [P7, H12]', async () => {
  const world = await stopped();
  const { log, metrics } = collectLog();
  world.ctx.log = log;
  const stop = async () => {
    for (let i = 0; i < 5; i++) await world.ctx.sending_state.countPause(world.clock.runtime.now());
  };
  for (const minutes of [16, 16, 16]) {
    world.clock.advance(minutes * 60_000);
    await stop();
    const [held] = world.queued.splice(0);
    if (held === undefined) throw new Error('not held');
    await world.deliver(held.message);
  }
  const { body } = await world.call('GET', `/emails/${world.id}/events`);
  const types = (body.events as { type: string }[]).map(({ type }) => type);
  expect(types.filter((type) => type === 'email.delivery_delayed')).toHaveLength(1);
  // P45: each hold has the age, and is late from 15 minutes on.
  const holds = metrics.filter(({ times }) => times?.hold_age !== undefined);
  expect(
    holds.map(({ counts, times, by }) => [counts, Math.floor((times?.hold_age ?? 0) / 60_000), by]),
  ).toEqual([16, 32, 48].map((minutes) => [{ emails_held_late: 1 }, minutes, { of: 'single' }]));
  world.clock.advance(24 * 3_600_000);
  await stop();
  const [held] = world.queued.splice(0);
  if (held === undefined) throw new Error('not held');
  await world.deliver(held.message);
  expect((await world.get(world.id)).status).toBe('failed');
  expect(world.mails).toHaveLength(0);
});

test('SES refuses an unverified identity: the email stays queued, the domain is failing, its owner is notified once [P7]', async () => {
  const world = await capturedAccount();
  const provider = ses(world);
  const sender = `shop@${world.domain}`;
  provider.answer = {
    outcome: 'later',
    reason: 'MessageRejected',
    cause: 'unverified',
    identities: [`Shop <${sender}>`, sender],
  };
  const ids = [await world.send(), await world.send()];
  for (const { message } of world.queued.splice(0)) await world.deliver(message);
  expect((await world.get(ids[0] ?? '')).status).toBe('queued');
  // Workers may read it from their memory for some seconds.
  world.clock.advance(10_000);
  expect((await world.ctx.domains.get(world.domain))?.status).toBe('failing');
  expect([provider.calls, world.notices.length]).toEqual([2, 1]);
  // SES takes no notice either: its message comes again.
  await world.notify();
  expect([provider.calls, world.notices.length]).toEqual([3, 1]);
  provider.answer = null;
  const [repeated] = world.notices;
  await world.notify();
  await pass(world, 5);
  if (repeated) await sendNotice(world.ctx, repeated);
  expect(world.mails.map(({ email_id }) => email_id).toSorted()).toEqual(['', ...ids].toSorted());
  expect(world.mails.filter(({ raw }) => raw.includes('can no longer send'))).toHaveLength(1);
});

test('a refused domain whose event could not be queued is notified by the message that comes again, once [P7, N25]', async () => {
  const world = await capturedAccount();
  ses(world).answer = {
    outcome: 'later',
    reason: 'MessageRejected',
    cause: 'unverified',
    identities: [`shop@${world.domain}`],
  };
  world.down.webhooks = true;
  await world.send();
  const [{ message } = { message: null }] = world.queued.splice(0);
  if (message === null) throw new Error('not queued');
  await expect(world.deliver(message)).rejects.toThrow('down');
  world.down.webhooks = false;
  // Workers may read it from their memory for some seconds.
  world.clock.advance(60_000);
  await world.deliver(message, 2);
  const { failing_since } = (await world.ctx.domains.get(world.domain)) as Domain;
  const notified = () => world.webhooks.map(({ event_type, created_at }) => [event_type, created_at]);
  expect(notified()).toEqual([['domain.failing', failing_since]]);
  expect(world.notices.map(({ about }) => about)).toEqual([expect.stringContaining(failing_since as string)]);
  for (const queued of world.queued.splice(0)) await world.deliver(queued.message);
  expect([notified().length, world.notices.length]).toEqual([1, 1]);
});

test('a domain that SES refuses is checked within ten minutes, although its next check was a day away [P7, A29]', async () => {
  const world = await capturedAccount();
  const { ctx, clock, domain: name, account } = world;
  const day = new Date(clock.runtime.now() + 86_400_000).toISOString();
  const { domain: verified } = (await ctx.domains.read(name)) ?? {};
  await ctx.domains.saveSettings(verified as Domain, { next_check_at: day, updated_at: day });
  ses(world).answer = {
    outcome: 'later',
    reason: 'MessageRejected',
    cause: 'unverified',
    identities: [`shop@${name}`],
  };
  await world.send();
  for (const { message } of world.queued.splice(0)) await world.deliver(message);
  const { domain } = (await ctx.domains.read(name)) ?? {};
  const wait = Date.parse(domain?.next_check_at ?? '') - clock.runtime.now();
  expect({ status: domain?.status, over9min: wait > 9 * 60_000, within10min: wait <= 10 * 60_000 }).toEqual({
    status: 'failing',
    over9min: true,
    within10min: true,
  });
  const minute = Math.floor(Date.parse(domain?.next_check_at ?? '') / 60_000);
  const tasks = (await ctx.domains.listTasks(minute)).filter(({ id }) => id === domain?.id);
  expect(tasks).toEqual([{ task: 'check', id: domain?.id, name, account: account.id }]);
});

test("a recipient whom SES's sandbox does not know says nothing of the sender's domain [P7]", async () => {
  const world = await capturedAccount();
  const provider = ses(world);
  provider.answer = {
    outcome: 'later',
    reason: 'MessageRejected',
    cause: 'unverified',
    identities: ['ada@x.example'],
  };
  await world.send();
  for (const { message } of world.queued.splice(0)) await world.deliver(message);
  expect(world.queued).toHaveLength(1);
  world.clock.advance(10_000);
  expect((await world.ctx.domains.get(world.domain))?.status).toBe('verified');
});
