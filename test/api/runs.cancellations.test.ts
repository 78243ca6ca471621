import type { Id } from '../../shared/core/runtime.ts';
import { runIdOf } from '../../shared/domain/runs/begin-run.ts';
import { automationWorld } from '../support/automations.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { sweepOf } from '../support/sweep.ts';

type Event = { id: Id<'ae'>; created_at: string };

const minute_ms = 60_000;
const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 86_400 };

test.each(['pause', 'delete'])(
  'the end of one cancellation leaves the row of a second one (%s) of the same minute to the sweep [U14, U15]',
  async (second) => {
    const { active, advance, clock, ctx, down, ok, post, run_messages, work } = await automationWorld();
    clock.hold();
    clock.advance(minute_ms - (clock.runtime.now() % minute_ms));
    const automation = await active([wait]);
    const act = (action: object) => ok('POST', `/automations/${automation}`, action);
    await act({ action: 'pause', cancel_runs: true });
    await act({ action: 'activate' });
    clock.advance(10);
    const { event } = await post({ email: 'ada@example.com' });
    clock.advance(10);
    const first = run_messages.splice(0).filter(({ message }) => 'automation' in message);
    down.queue = true;
    if (second === 'pause') await act({ action: 'pause', cancel_runs: true });
    else await ok('DELETE', `/automations/${automation}`);
    down.queue = false;
    for (const { message } of first) await advance(message);
    clock.advance(minute_ms);
    await work();
    clock.advance(18 * minute_ms);
    await indexesCaughtUp();
    await sweepOf(ctx, async (id) => id === automation);
    await work();
    const run = await ctx.runs.get(runIdOf(event as Event, automation));
    expect(run?.status).toBe('cancelled');
  },
);

/** An active automation of these steps, with the email that the account may send. */
async function activated(steps: (mail: object) => object[]) {
  const world = await automationWorld();
  const { active, clock, mail, ok, post } = world;
  clock.hold();
  const automation = await active(steps(mail));
  const act = (action: object) => ok('POST', `/automations/${automation}`, action);
  /** Posts an event of a person now; returns how to read the status of its run. */
  const enter = async (email: string) => {
    clock.advance(10);
    const { event } = await post({ email });
    clock.advance(10);
    return async () => (await world.ctx.runs.get(runIdOf(event as Event, automation)))?.status;
  };
  return { ...world, act, enter };
}

test('runs of an automation that was activated again begin their effects, while a worker remembers the pause [U15]', async () => {
  const { act, clock, enter, work } = await activated((mail) => [mail]);
  const before = await enter('ada@example.com');
  await act({ action: 'pause', cancel_runs: true });
  await work();
  clock.advance(1_000);
  await act({ action: 'activate' });
  const after = await enter('bob@example.com');
  await work();
  expect([await before(), await after()]).toEqual(['cancelled', 'completed']);
});

test('a pause cancels no runs, also where an earlier one was cancelled in the moment of its activation [U14]', async () => {
  const delay = { type: 'delay', seconds: 60 };
  const { act, clock, enter, work } = await activated((mail) => [delay, mail]);
  clock.advance(10);
  await act({ action: 'pause' });
  clock.advance(10);
  await act({ action: 'pause', cancel_runs: true });
  await act({ action: 'activate' });
  const status = await enter('ada@example.com');
  await act({ action: 'pause' });
  clock.advance(61_000);
  await work();
  expect(await status()).toBe('completed');
});

test.each(['before it is stored', 'after the automation is activated again'])(
  'pause with cancel_runs, and an event that comes %s [U14]',
  async (when) => {
    const { active, clock, ctx, ok, post, work } = await automationWorld();
    clock.hold();
    const automation = await active([wait]);
    const act = (action: object) => ok('POST', `/automations/${automation}`, action);
    const events: Event[] = [];
    const signUp = async () => {
      clock.advance(10);
      events.push((await post({ email: 'ada@example.com' })).event as Event);
      clock.advance(10);
    };
    const { pause } = ctx.automations;
    ctx.automations.pause = async (change) => {
      if (when === 'before it is stored') await signUp();
      const stored = await pause(change);
      await act({ action: 'activate' });
      if (when !== 'before it is stored') await signUp();
      return stored;
    };
    await act({ action: 'pause', cancel_runs: true });
    await indexesCaughtUp();
    clock.advance(minute_ms);
    await work();
    const run = await ctx.runs.get(runIdOf(events[0] as Event, automation));
    expect(run?.status).toBe(when === 'before it is stored' ? 'cancelled' : 'waiting');
  },
);

test('pause keeps open runs, and cancels them with cancel_runs [U14]', async () => {
  const { active, ok, call, post, work, clock, runsOf, down, ctx, mail } = await automationWorld();
  const automation = await active([wait, mail]);
  const act = (action: object) => ok('POST', `/automations/${automation}`, action);
  await post({ email: 'ada@example.com' });
  await act({ action: 'pause' });
  await work();
  expect(await post({ email: 'ada@example.com' })).toMatchObject({ matched_automations: 0 });
  expect((await runsOf(automation)).map(({ status }) => status)).toEqual(['waiting']);
  expect(
    (await call('POST', `/automations/${automation}`, { body: { action: 'pause', cancel_runs: 1 } })).status,
  ).toBe(400);
  down.queue = true;
  await act({ action: 'pause', cancel_runs: true });
  down.queue = false;
  await act({ action: 'activate' });
  clock.advance(1_000);
  await post({ email: 'bob@example.com' });
  clock.advance(18 * minute_ms);
  await sweepOf(ctx, async (id) => id === automation);
  await work();
  const after = (await runsOf(automation)).map(({ email, status }) => [email, status]);
  expect(after).toEqual([
    ['bob@example.com', 'waiting'],
    ['ada@example.com', 'cancelled'],
  ]);
});
