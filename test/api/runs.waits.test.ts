import type { Context } from '../../shared/domain/context.ts';
import { runShards } from '../../shared/domain/limits/plans.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { automationWorld } from '../support/automations.ts';
import { captured } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { sweepOf } from '../support/sweep.ts';

const minute_ms = 60_000;
const day_s = 86_400;

const ada = { email: 'ada@example.com' };
const wait = (change: object = {}) => ({
  type: 'wait_for_event',
  event: 'paid',
  timeout_seconds: 3600,
  ...change,
});

/** The sweep over the waits of this run only: those of other tests are not over by their clock. */
const sweepWaits = (ctx: Context, run: { id: string }) => sweepOf(ctx, async (id) => id.startsWith(run.id));

test('a delay ends at its time, not before; its message is put back when it comes early [U17, U19]', async () => {
  const { advance, clock, active, post, work, onlyRun, run_messages, mail } = await automationWorld();
  const automation = await active([{ type: 'delay', seconds: 60 }, mail]);
  await post(ada);
  await work();
  const waiting = await onlyRun(automation);
  expect(waiting).toMatchObject({ status: 'waiting', step_index: 0, waiting_for: null });
  expect(Date.parse(waiting.next_step_at as string) - Date.parse(waiting.started_at as string)).toBe(60_000);
  const [timer] = run_messages;
  if (timer) await advance(timer.message);
  expect((await onlyRun(automation)).status).toBe('waiting');
  expect(run_messages).toHaveLength(2);
  clock.advance(61_000);
  await work();
  const ended = await onlyRun(automation);
  expect(ended.status).toBe('completed');
  expect(ended.steps[0]).toMatchObject({ status: 'completed', output: { outcome: 'elapsed' } });
});

test('a wait of a year goes on by its schedule, and by the sweep when that was refused [U19]', async () => {
  for (const lost of ['no', 'refused']) {
    const world = await automationWorld();
    const { ctx, clock, active, post, work, onlyRun, run_schedules, down, mail } = world;
    const automation = await active([{ type: 'delay', seconds: 365 * day_s }, mail]);
    down.scheduler = lost === 'refused';
    await post(ada);
    await work();
    expect([...run_schedules.keys()].map((name) => name.slice(-2))).toEqual(lost === 'refused' ? [] : ['-0']);
    clock.advance(365 * day_s * 1000 + (lost === 'no' ? 1000 : 4 * minute_ms));
    if (lost !== 'no') await sweepWaits(ctx, await onlyRun(automation));
    await work();
    const { steps, status } = await onlyRun(automation);
    expect([lost, status, steps[0]?.output]).toEqual([lost, 'completed', { outcome: 'elapsed' }]);
  }
}, 60_000);

test('a wait of a year goes on when its schedule was lost and every worker was replaced [U19]', async () => {
  const { active, post, work, onlyRun, run_schedules, mail } = await automationWorld();
  const automation = await active([{ type: 'delay', seconds: 365 * day_s }, mail]);
  await post(ada);
  await work();
  run_schedules.clear();
  const run = await onlyRun(automation);
  // Nothing is left of the processes of that year.
  const { ctx, clock, run_messages, queued } = captured();
  clock.advance(365 * day_s * 1000 + 4 * minute_ms);
  await sweepWaits(ctx, run);
  for (let [next] = run_messages.splice(0, 1); next; [next] = run_messages.splice(0, 1))
    await advanceRun({ ...ctx, webhook_client: webhookClient() }, next.message);
  const { steps, status } = await onlyRun(automation);
  expect([status, steps[0]?.output]).toEqual(['completed', { outcome: 'elapsed' }]);
  expect(queued.map(({ message }) => message.id)).toEqual([steps[1]?.output?.email_id]);
});

test('of two waits that end in one minute the sweep finds the second after the first has gone [U19]', async () => {
  const { ctx, clock, active, post, work, onlyRun, run_messages, mail } = await automationWorld();
  clock.hold();
  const automation = await active([wait({ timeout_seconds: 60 }), { type: 'delay', seconds: 60 }, mail]);
  await post(ada);
  expect(await post({ name: 'paid', ...ada })).toMatchObject({ resumed_runs: 1 });
  await work();
  const run = await onlyRun(automation);
  expect(run).toMatchObject({ status: 'waiting', step_index: 1 });
  run_messages.splice(0);
  clock.advance(5 * minute_ms);
  await sweepWaits(ctx, run);
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
});

test('an event resumes the wait of its person, where match holds, and counts it [U1, U6, U30]', async () => {
  const { active, post, work, onlyRun, mail } = await automationWorld();
  const match = { field: 'data.order', equals: '{{event.data.order}}' };
  const automation = await active([
    wait({ match }),
    { ...mail, subject: 'Paid {{steps.0.event.data.total}}' },
  ]);
  await post({ ...ada, data: { order: 7 } });
  expect(await onlyRun(automation)).toMatchObject({ status: 'waiting', waiting_for: 'paid' });
  const paid = (body: object) => post({ name: 'paid', ...body });
  expect(await paid({ email: 'bob@example.com', data: { order: 7 } })).toMatchObject({ resumed_runs: 0 });
  expect(await paid({ ...ada, data: { order: '7' } })).toMatchObject({ resumed_runs: 0 });
  expect(await paid({ data: { order: 7 } })).toMatchObject({ resumed_runs: 0 });
  const { event, ...counts } = await paid({ email: 'ADA@example.com', data: { order: 7, total: 12.5 } });
  expect(counts).toEqual({ matched_automations: 0, resumed_runs: 1, cancelled_runs: 0 });
  expect(await paid({ ...ada, data: { order: 7 } })).toMatchObject({ resumed_runs: 0 });
  await work();
  const run = await onlyRun(automation);
  expect(run.status).toBe('completed');
  expect(run.steps[0]?.output).toEqual({ outcome: 'event', event });
});

test('the same user_id is the same person, with another email, too; events about no one resume nothing [U10]', async () => {
  const { active, post, onlyRun } = await automationWorld();
  const automation = await active([wait()]);
  await post({ ...ada, user_id: 'u1' });
  expect(await post({ name: 'paid' })).toMatchObject({ resumed_runs: 0 });
  expect(await post({ name: 'paid', user_id: 'U1' })).toMatchObject({ resumed_runs: 0 });
  expect(await post({ name: 'paid', email: 'new@example.com', user_id: 'u1' })).toMatchObject({
    resumed_runs: 1,
  });
  expect((await onlyRun(automation)).status).toBe('completed');
});

test.each([
  [
    'continue',
    'completed',
    'finished',
    'completed',
    ['started', 'step_completed', 'step_completed', 'completed'],
  ],
  ['end', 'completed', 'timeout', 'completed', ['started', 'step_completed', 'completed']],
  ['fail', 'failed', 'timeout', 'failed', ['started', 'failed']],
] as const)(
  'a time-out with on_timeout %s [H33, U35-U38]',
  async (on_timeout, status, ended_reason, step, told) => {
    const { clock, active, ok, post, work, onlyRun, queued, webhooks, mail } = await automationWorld();
    await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
    const automation = await active([wait({ on_timeout }), mail]);
    await post(ada);
    await work();
    clock.advance(3_601_000);
    await work();
    const run = await onlyRun(automation);
    expect(run).toMatchObject({ status, ended_reason, next_step_at: null, waiting_for: null });
    expect(run.steps[0]).toMatchObject({ status: step, output: { outcome: 'timeout', event: null } });
    expect(queued.length).toBe(on_timeout === 'continue' ? 1 : 0);
    const fault = { message: "The event paid didn't arrive in time", code: 'timeout', step_index: 0 };
    expect(run.error).toEqual(on_timeout === 'fail' ? fault : null);
    const events = webhooks.map(({ payload }) => JSON.parse(payload ?? '{}') as { id: string; type: string });
    const types = new Map(events.map(({ id, type }) => [id, type.replace('automation.', '')]));
    expect([...types.values()].filter((type) => !type.includes('.')).sort()).toEqual([...told].sort());
  },
);

test('an event that could both cancel and resume a run cancels it, and the run sends and publishes nothing more [U8, U38]', async () => {
  const { active, ok, post, work, onlyRun, queued, webhooks, mail } = await automationWorld();
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  const trigger = { cancel_on_events: ['paid', 'gone'] };
  const automation = await active([wait(), mail], { trigger });
  const sending = await active([mail], { trigger: { event: 'other', ...trigger } });
  await post(ada);
  await post({ name: 'other', ...ada });
  expect(await post({ name: 'paid', ...ada })).toMatchObject({ cancelled_runs: 2, resumed_runs: 0 });
  await work();
  expect(queued).toEqual([]);
  const run = await onlyRun(automation);
  expect(run).toMatchObject({ status: 'cancelled', ended_reason: 'cancel_event', waiting_for: null });
  expect(run.steps[0]).toMatchObject({ status: 'skipped', output: { outcome: 'cancelled' } });
  expect((await onlyRun(sending)).status).toBe('cancelled');
  expect(await post({ name: 'gone', ...ada })).toMatchObject({ cancelled_runs: 0 });
  const types = webhooks.map(({ payload }) => JSON.parse(payload ?? '{}').type);
  expect(new Set(types)).toEqual(new Set(['automation.started']));
});

test('the counts of a repeated request are those of the first, also when that one died half way [U7]', async () => {
  const world = await automationWorld();
  const { ctx, active, post, call, runsOf } = world;
  const automation = await active([wait()]);
  for (let i = 0; i < 5; i++) await post(ada);
  const { save } = ctx.runs;
  let saved = 0;
  const request = { body: { name: 'paid', ...ada }, headers: { 'idempotency-key': 'k' } };
  const working = ctx.runs;
  ctx.runs = {
    ...working,
    save: async (change) => {
      if (++saved > 2) throw new Error('died');
      return save(change);
    },
  };
  expect((await call('POST', '/events', request)).status).toBe(500);
  ctx.runs = working;
  const again = await call('POST', '/events', request);
  expect([again.status, again.body.resumed_runs]).toEqual([202, 5]);
  expect((await call('POST', '/events', request)).text).toBe(again.text);
  expect((await runsOf(automation, '?status=completed')).length).toBe(5);
});

test('a run is canceled once; an ended run is 409 with its status; an unknown action is 400, or 404 for an unknown run [U50, U75]', async () => {
  const { active, call, post, work, onlyRun, queued, mail } = await automationWorld();
  const automation = await active([mail]);
  await post(ada);
  const { id } = await onlyRun(automation);
  const path = `/automations/${automation}/runs/${id}`;
  expect((await call('POST', path, { body: { action: 'stop' } })).status).toBe(400);
  const cancelled = await call('POST', path, { body: { action: 'cancel' } });
  expect([cancelled.status, cancelled.body.run]).toMatchObject([
    200,
    { status: 'cancelled', ended_reason: 'cancelled', steps: [{ status: 'skipped' }] },
  ]);
  const again = await call('POST', path, { body: { action: 'cancel' } });
  expect([again.status, again.body.error?.details]).toEqual([409, { status: 'cancelled' }]);
  await work();
  expect(queued).toEqual([]);
  const unknown = `/automations/${automation}/runs/run_00000000000000000000000000`;
  expect((await call('POST', unknown, { body: { action: 'stop' } })).status).toBe(404);
});

test('DELETE cancels the open runs; no event counts them, and every path below is 404 [U15]', async () => {
  const { account, active, call, post, work, clock, ctx, queued, mail } = await automationWorld();
  const page = { email: null, shards: runShards(account.email_shards), limit: 10, before: null };
  const automation = await active([wait(), mail], { allow_reentry: false });
  const running = await active([mail], { trigger: { event: 'other' } });
  const runs = [await post(ada), await post({ name: 'other', ...ada })].length;
  await indexesCaughtUp();
  const ids = (await Promise.all([automation, running].map((id) => ctx.runs.list(id, page)))).flatMap(
    ({ entries }) => entries.map(({ id }) => id),
  );
  expect(ids).toHaveLength(runs);
  for (const id of [automation, running])
    expect((await call('DELETE', `/automations/${id}`)).status).toBe(200);
  expect(await post({ name: 'paid', ...ada })).toMatchObject({ resumed_runs: 0 });
  expect((await call('GET', `/automations/${automation}/runs`)).status).toBe(404);
  clock.advance(6_000);
  await work();
  clock.advance(minute_ms);
  await work();
  expect(queued).toEqual([]);
  const ended = await ctx.runs.find(ids);
  expect(ended.map((run) => run?.ended_reason)).toEqual(['cancelled', 'cancelled']);
});

test('runs that are cancelled with their automation leave no row and no schedule, whatever moves meanwhile [U15]', async () => {
  const { active, ok, post, work, ctx, account, run_schedules, runsOf } = await automationWorld();
  const steps = [wait({ timeout_seconds: day_s }), wait({ event: 'shipped', timeout_seconds: day_s })];
  const automation = await active(steps, { trigger: { cancel_on_events: ['stop'] } });
  const people = Array.from({ length: 25 }, (_, i) => ({ email: `p${i}@example.com` }));
  await Promise.all(people.map((person) => post(person)));
  await work();
  expect(run_schedules.size).toBe(people.length);
  await indexesCaughtUp();
  const { list } = ctx.runs;
  const moved = people[3] ?? ada;
  const listAndMove: typeof list = async (...args) => {
    const found = await list(...args);
    await post({ name: 'paid', ...moved });
    return found;
  };
  ctx.runs = { ...ctx.runs, list: listAndMove };
  await ok('POST', `/automations/${automation}`, { action: 'pause', cancel_runs: true });
  await work();
  ctx.runs = { ...ctx.runs, list };
  const runs = await runsOf(automation, '?limit=100');
  expect(runs.map(({ status }) => status)).toEqual(people.map(() => 'cancelled'));
  expect(runs.filter(({ step_index }) => step_index === 1).map(({ email }) => email)).toEqual([moved.email]);
  expect([...run_schedules.keys()]).toEqual([]);
  const events = ['paid', 'shipped', 'stop'].flatMap((name) =>
    people.map((person) => ({ account: account.id, name, person: { ...person, user_id: null } })),
  );
  const found = await Promise.all(events.map((event) => ctx.runs.subscribers(event, null)));
  expect(found.flatMap(({ rows }) => rows)).toEqual([]);
});

test('once pause with cancel_runs is answered no effect begins 5 s later, whatever the queue and whatever follows [U74]', async () => {
  const { account, active, advance, clock, ctx, ok, onlyRun, post, run_messages, runsOf, queued, mail } =
    await automationWorld();
  const automation = await active([mail, mail]);
  const act = (action: object) => ok('POST', `/automations/${automation}`, action);
  await post(ada);
  const waiting = run_messages.splice(0);
  // The process knows the automation as it was.
  await ctx.automations.known(account.id, automation);
  await act({ action: 'pause' });
  await act({ action: 'pause', cancel_runs: true });
  run_messages.splice(0);
  await act({ action: 'activate' });
  clock.advance(5_001);
  for (const { message } of waiting) await advance(message);
  expect(queued).toEqual([]);
  expect(await onlyRun(automation)).toMatchObject({ status: 'cancelled', ended_reason: 'cancelled' });
  await post({ email: 'bob@example.com' });
  for (const { message } of run_messages.splice(0)) await advance(message);
  expect((await runsOf(automation)).map(({ status }) => status)).toEqual(['running', 'cancelled']);
  expect(queued).toHaveLength(1);
});

test.each(['stays paused', 'is active again'])(
  'a run that an earlier event begins behind pause with cancel_runs has no effect: the automation %s [U14, U74]',
  async (then) => {
    const { active, clock, ctx, ok, onlyRun, post, queued, work, mail } = await automationWorld();
    const automation = await active([mail, { type: 'delay', seconds: 60 }, mail]);
    const act = (action: object) => ok('POST', `/automations/${automation}`, action);
    const { create } = ctx.custom_events;
    ctx.custom_events = {
      ...ctx.custom_events,
      create: async (...event) => {
        const created = await create(...event);
        clock.advance(10);
        await act({ action: 'pause', cancel_runs: true });
        if (then === 'is active again') await act({ action: 'activate' });
        clock.advance(10);
        return created;
      },
    };
    await post(ada);
    clock.advance(6_000);
    await work();
    expect(queued).toEqual([]);
    expect(await onlyRun(automation)).toMatchObject({ status: 'cancelled', ended_reason: 'cancelled' });
  },
);
