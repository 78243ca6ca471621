import type { Context } from '../../../shared/domain/context.ts';
import { DeliverMessage, fromWire, wireOf } from '../../../shared/domain/ports/sending.ts';
import { capturedAccount } from '../../support/captured.ts';
import { sweepOf } from '../../support/sweep.ts';

type World = Awaited<ReturnType<typeof capturedAccount>>;

/** An account whose deciding writes wait for `decide`; `slots` counts the slots that were taken at SES. */
async function undecided() {
  const world = await capturedAccount();
  const { ctx } = world;
  const { writeAccept } = ctx.emails;
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  ctx.emails.writeAccept = async (input) => {
    asked.resolve();
    await gate.promise;
    return writeAccept(input);
  };
  return { ...world, decide: gate.resolve, asked: asked.promise, slots: slotsOf(ctx) };
}

function slotsOf(ctx: Context) {
  const { take } = ctx.slots;
  const taken = { count: 0 };
  ctx.slots.take = (request) => {
    taken.count++;
    return take(request);
  };
  return taken;
}

const takeOne = ({ queued }: World) => {
  const [one, ...others] = queued.splice(0);
  if (one === undefined || others.length > 0) throw new Error(`${others.length + 1} messages are queued`);
  return one;
};

const suppress = ({ ctx, account }: World, email: string) =>
  ctx.suppressions.add(
    { account: account.id, tenant: null },
    {
      id: ctx.runtime.id('sup'),
      email,
      reason: 'manual',
      source: 'api',
      tenant: null,
      email_id: null,
      note: null,
      created_at: new Date().toISOString(),
    },
  );

test('0032: a worker that comes before the deciding write puts the message back, and sends after it', async () => {
  const world = await undecided();
  const answer = world.call('POST', '/emails', { body: world.email });
  await world.asked;
  const early = takeOne(world);
  expect(early).toMatchObject({ delay_s: 0, message: { ahead: 0 } });
  await world.deliver(early.message);
  expect([world.mails, world.slots.count]).toEqual([[], 0]);
  const later = takeOne(world);
  expect(later).toEqual({ delay_s: 1, message: { ...early.message, ahead: 1 } });
  world.decide();
  expect((await answer).body).toMatchObject({ id: early.message.id });
  await world.deliver(later.message);
  expect(world.mails.map(({ email_id }) => email_id)).toEqual([early.message.id]);
  expect(await world.ctx.emails.getMeta(early.message.id)).toMatchObject({ state: 'sent', outbox: null });
});

test('0032: an email that is due now has no outbox row', async () => {
  const world = await capturedAccount();
  const id = await world.send();
  world.clock.advance(5 * 60_000);
  expect(await sweepOf(world.ctx, (row) => row === id)).toEqual({ queued: 0, dropped: 0 });
});

test('0032: the message of a refused send is dropped and takes no slot at SES', async () => {
  const world = await capturedAccount();
  const slots = slotsOf(world.ctx);
  await suppress(world, world.email.to);
  expect((await world.call('POST', '/emails', { body: world.email })).status).toBe(422);
  const { message } = takeOne(world);
  await world.deliver(message);
  expect([world.queued, world.mails, slots.count]).toEqual([[], [], 0]);
  expect((await world.call('GET', `/emails/${message.id}`)).status).toBe(404);
});

test('0032: the message of a replay is dropped, that of the first request sends', async () => {
  const world = await capturedAccount();
  const request = { body: world.email, headers: { 'idempotency-key': 'twice' } };
  const first = (await world.call('POST', '/emails', request)).body.id;
  expect((await world.call('POST', '/emails', request)).body.id).toBe(first);
  const messages = world.queued.splice(0).map(({ message }) => message);
  expect(messages).toHaveLength(2);
  for (const message of messages.reverse()) await world.deliver(message);
  expect(world.mails.map(({ email_id }) => email_id)).toEqual([first]);
  expect(world.queued).toEqual([]);
});

test('0032: the draft of a request that died is dropped after a minute, and a write that is later is refused', async () => {
  const world = await undecided();
  const answer = world.call('POST', '/emails', { body: world.email });
  await world.asked;
  const delays: number[] = [];
  let one = takeOne(world);
  const { id } = one.message;
  for (let puts = 0; puts < 6; puts++) {
    await world.deliver(one.message);
    one = takeOne(world);
    delays.push(one.delay_s);
    world.clock.advance(one.delay_s * 1000);
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32]);
  await world.deliver(one.message);
  expect(world.queued).toEqual([]);
  world.decide();
  expect((await answer).status).toBe(503);
  expect((await world.call('GET', `/emails/${id}`)).status).toBe(404);
  expect((await world.call('GET', '/emails')).body.emails).toEqual([]);
  expect(world.mails).toEqual([]);
});

test('0032: what the queue refuses is accepted with an outbox row, and the sweep queues it', async () => {
  const world = await capturedAccount();
  world.down.queue = true;
  const id = await world.send();
  world.down.queue = false;
  expect(world.queued).toEqual([]);
  world.clock.advance(3 * 60_000);
  expect(await sweepOf(world.ctx, (row) => row === id)).toMatchObject({ queued: 1 });
  await world.deliver(takeOne(world).message);
  expect(world.mails.map(({ email_id }) => email_id)).toEqual([id]);
});

test('P5: the last release cannot read a message that was queued ahead, and leaves it in its queue', async () => {
  const world = await capturedAccount();
  await world.send();
  const { message } = takeOne(world);
  const wire = JSON.parse(JSON.stringify(wireOf(message)));
  expect(DeliverMessage.safeParse(wire).success).toBe(false);
  expect(fromWire(DeliverMessage).parse(wire)).toEqual(message);
  const { ahead: _decided, ...plain } = message;
  expect(wireOf(plain)).toEqual(plain);
});
