import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { minuteOf } from '../../shared/core/days.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { cancelSchedules } from '../../shared/domain/domains/cancel-schedules.ts';
import type { WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { ownSweep, sweepOf } from '../support/sweep.ts';

type World = Awaited<ReturnType<typeof capturedAccount>>;

/** An account with an endpoint; `die` has whoever tells the next event stop for ever just before it does. */
async function listening() {
  const world = await capturedAccount();
  const { ctx, api_key } = world;
  const body = { url: 'https://hooks.example.com/x' };
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', { body });
  const tell = ctx.queues.webhooks;
  const die = () =>
    new Promise<void>((died) => {
      ctx.queues.webhooks = () => {
        ctx.queues.webhooks = tell;
        died();
        return new Promise(() => {});
      };
    });
  return { ...world, die };
}

const dataOf = ({ payload }: WebhookMessage) => JSON.parse(payload ?? '').data as Record<string, unknown>;

async function timeline({ call }: World, id: string): Promise<string[]> {
  const { body } = await call('GET', `/emails/${id}/events`);
  return (body.events as { type: string }[]).map(({ type }) => type);
}

describe('what dies between its write and its webhooks leaves them to somebody else [E8]', () => {
  test('email.scheduled: no schedule is made before it is told, and the sweep does both', async () => {
    const world = await listening();
    const { send, ahead, clock, schedules, webhooks } = world;
    const dead = world.die();
    void send({ scheduled_at: ahead(3600) });
    await dead;
    expect([schedules.size, webhooks.length]).toEqual([0, 0]);
    const { body } = await world.call('GET', '/emails');
    const [{ id }] = body.emails as [{ id: string }];
    clock.advance(3_600_000 + 3 * 60_000);
    expect(await sweepOf(world.ctx, (row) => row === id)).toMatchObject({ queued: 1 });
    expect(webhooks.map((told) => [told.event_type, told.repeat, dataOf(told).email_id])).toEqual([
      ['email.scheduled', true, id],
    ]);
    expect(world.queued.map(({ message }) => message.id)).toEqual([id]);
  });

  test.each([
    [
      'cancelled',
      async ({ call }: World, id: string) => call('PATCH', `/emails/${id}`, { body: { cancel: true } }),
    ],
    [
      'cancelled with its domain',
      async ({ ctx, account, domain }: World) => {
        await indexesCaughtUp();
        const id = ctx.runtime.id('dom');
        await cancelSchedules(ctx, { task: 'cancel', id, name: domain, account: account.id });
      },
    ],
    [
      'sent',
      async ({ clock, queued, deliver }: World) => {
        clock.advance(60_000);
        for (const { message } of queued.splice(0)) await deliver(message);
      },
    ],
  ])(
    'email.scheduled that the queue refused is emitted minutes later, too, where the email is %s before that',
    async (status, end) => {
      const world = await listening();
      const { ctx, call, send, get, ahead, clock, down, webhooks } = world;
      down.webhooks = true;
      const id = await send({ scheduled_at: ahead(status === 'sent' ? 30 : 3600) });
      down.webhooks = false;
      const sweep = ownSweep(ctx, (row) => row === id, minuteOf(ctx.runtime.now()) - 2);
      clock.advance(1_000);
      await end(world, id);
      const { status: ended } = await get(id);
      expect(ended).toBe(status === 'sent' ? 'sent' : 'cancelled');
      clock.advance(3 * 60_000);
      down.webhooks = true;
      await sweep();
      down.webhooks = false;
      clock.advance(3 * 60_000);
      await sweep();
      expect(webhooks.map(({ event_type }) => event_type).sort()).toEqual(
        status === 'sent' ? ['email.scheduled', 'email.sent'] : ['email.scheduled'],
      );
      clock.advance(3_600_000);
      expect(await sweep()).toEqual({ queued: 0, dropped: 0 });
      expect((await call('GET', `/emails/${id}`)).body.email).toMatchObject({ status: ended });
    },
  );

  test('email.scheduled of a batch that the queue refused is emitted by the sweep, where an item is cancelled before, too', async () => {
    const world = await listening();
    const { ctx, call, email, get, ahead, clock, down, schedules, webhooks } = world;
    down.webhooks = true;
    const emails = [1, 2].map(() => ({ ...email, scheduled_at: ahead(3600) }));
    const { body } = await call('POST', '/emails/batch', { body: { emails } });
    const [first = '', second = ''] = (body.data as { id: string }[]).map(({ id }) => id);
    down.webhooks = false;
    await call('PATCH', `/emails/${first}`, { body: { cancel: true } });
    schedules.clear();
    clock.advance(3 * 60_000);
    await sweepOf(
      ctx,
      async (row) => (await ctx.batches.read(row as Id<'bat'>))?.batch.account === world.account.id,
    );
    const told = webhooks.map((one) => [one.event_type, dataOf(one).email_id]);
    expect(told.sort()).toEqual([first, second].sort().map((id) => ['email.scheduled', id]));
    expect([...schedules.keys()]).toEqual([second]);
    expect((await get(first)).status).toBe('cancelled');
  });

  test('email.scheduled that the queue refused is emitted minutes later, where the schedule was refused, too', async () => {
    const world = await listening();
    const { ctx, send, ahead, clock, down, webhooks } = world;
    down.webhooks = true;
    down.scheduler = true;
    const id = await send({ scheduled_at: ahead(86_400) });
    down.webhooks = false;
    clock.advance(3 * 60_000);
    await sweepOf(ctx, (row) => row === id);
    expect(webhooks.map(({ event_type }) => event_type)).toEqual(['email.scheduled']);
  });

  test('the end of an email at its time, of whichever kind, is told by the redelivery, as the same event [Q3]', async () => {
    const world = await listening();
    const { ctx, account, send, ahead, clock, queued, webhooks } = world;
    const suppressed = await send({ scheduled_at: ahead(60) });
    const locked = await send({ scheduled_at: ahead(60), to: 'eve@x.example' });
    const [first, second] = queued.splice(0).map(({ message }) => message);
    if (first === undefined || second === undefined) throw new Error('no fires');
    const suppressions = inProcess(
      ctx,
      (await import('../../functions/suppressions/routes.ts')).suppressionRoutes,
      world.api_key,
    );
    await suppressions('POST', '/suppressions', { body: { email: 'ada@x.example' } });
    clock.advance(90_000);
    webhooks.length = 0;

    const dead = world.die();
    void world.deliver(first);
    await dead;
    expect(webhooks).toEqual([]);
    expect(await timeline(world, suppressed)).toContain('email.suppressed');
    await world.deliver(first, 2);
    expect(webhooks.map((told) => [told.event_type, told.repeat])).toEqual([['email.suppressed', true]]);
    expect(dataOf(webhooks[0] as WebhookMessage)).toMatchObject({
      email_id: suppressed,
      suppressed: [{ email: 'ada@x.example', reason: 'manual' }],
    });

    ctx.accounts.get = async () => ({ ...account, payment_method: false });
    const deadAgain = world.die();
    void world.deliver(second);
    await deadAgain;
    await world.deliver(second, 2);
    await world.deliver(second, 3);
    const told = webhooks.filter(({ event_type }) => event_type === 'email.failed');
    expect(told.map((each) => dataOf(each))).toMatchObject([
      { email_id: locked, code: 'production_locked' },
      { email_id: locked, code: 'production_locked' },
    ]);
    expect(new Set(told.map(({ event_id }) => event_id)).size).toBe(1);
    expect(world.mails).toEqual([]);
  });

  test('what SES refused has the reason that SES gave in webhook, record and recipients [H12, Q54]', async () => {
    const world = await listening();
    const { ctx, send, queued, webhooks } = world;
    ctx.mailer.send = async () => ({ outcome: 'refused', reason: 'MessageRejected' });
    const id = await send();
    const [message] = queued.splice(0).map((one) => one.message);
    if (message === undefined) throw new Error('not queued');
    const dead = world.die();
    void world.deliver(message);
    await dead;
    await world.deliver(message, 2);
    expect(webhooks.map(dataOf)).toMatchObject([
      { code: 'upstream_error', failure_reason: 'MessageRejected', recipient_count: 1 },
    ]);
    const record = (await world.call('GET', `/emails/${id}`)).body.email;
    expect(record).toMatchObject({ status: 'failed', failure_reason: 'MessageRejected' });
    const { recipients } = (await world.call('GET', `/emails/${id}/recipients`)).body;
    const refused = { status: 'failed', bounce_type: null, bounce_reason: 'MessageRejected' };
    expect(recipients).toMatchObject([refused]);
  });

  test("the queue's own delay, which SES's throttling makes, is told once and never lost [H12]", async () => {
    const world = await listening();
    const { ctx, send, queued, webhooks, clock } = world;
    ctx.mailer.send = async () => ({ outcome: 'later', reason: 'Throttling' });
    await send();
    const [message] = queued.splice(0).map((one) => one.message);
    if (message === undefined) throw new Error('not queued');
    clock.advance(16 * 60_000);
    const dead = world.die();
    void world.deliver(message);
    await dead;
    await world.deliver(message, 2);
    await world.deliver(message, 3);
    expect(webhooks.map((told) => told.event_type)).toEqual(['email.delivery_delayed']);
  });
});
