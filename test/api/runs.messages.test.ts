import type { Id } from '../../shared/core/runtime.ts';
import type { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { sweepDeadLetters } from '../../shared/domain/sweep/dead-letters.ts';
import { automationWorld } from '../support/automations.ts';
import { idOf } from '../support/ids.ts';
import { collectLog } from '../support/log.ts';
import { sweepOf } from '../support/sweep.ts';
import { until } from '../support/until.ts';

const minute_ms = 60_000;

type World = Awaited<ReturnType<typeof automationWorld>>;

/** The sweep takes these messages from the dead-letter queue of runs; what it logged. */
async function sweepDead({ ctx }: World, messages: unknown[]): Promise<string[]> {
  const { log, lines } = collectLog();
  await sweepDeadLetters({
    ...ctx,
    log,
    dead_letters: {
      drain: async (queue, handle) => {
        const bodies = queue === 'runs' ? messages.map((message) => JSON.stringify(message)) : [];
        let failed = 0;
        for (const body of bodies) await handle(body).catch(() => failed++);
        return { done: bodies.length - failed, failed };
      },
      returnFeedback: async () => {},
    },
  });
  return lines.map((line) => JSON.parse(line).message);
}

/** Whatever is in the queue of runs, taken from it. */
const takeAll = ({ run_messages }: World): AdvanceMessage[] =>
  run_messages.splice(0).map(({ message }) => message);

const failedOften = { message: 'The step failed too many times', code: 'internal_error', step_index: 0 };

test('a message that failed ten times fails its run where it is still at that step, and says so [U64]', async () => {
  const world = await automationWorld();
  const { active, clock, ok, onlyRun, post, webhooks, work, queued } = world;
  const { mail } = world;
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  const sending = await active([mail, mail]);
  const waiting = await active([{ type: 'delay', seconds: 600 }, mail]);
  await post({ email: 'ada@example.com' });
  const messages = takeAll(world);
  expect(await sweepDead(world, messages)).toEqual(expect.arrayContaining(['dead_letter', 'run_moved']));
  expect(await onlyRun(sending)).toMatchObject({
    status: 'failed',
    ended_reason: 'error',
    error: failedOften,
    steps: [{ status: 'failed', output: null }, { status: 'pending' }],
  });
  // A wait whose time is to come is not over: its row brings it again.
  expect((await onlyRun(waiting)).status).toBe('waiting');
  clock.advance(601_000);
  await sweepDead(world, messages);
  expect(await onlyRun(waiting)).toMatchObject({ status: 'failed', error: failedOften });
  await sweepDead(world, messages);
  await work();
  expect(queued).toEqual([]);
  const types = webhooks.map(({ payload }) => JSON.parse(payload ?? '{}').type);
  expect(types.filter((type) => type === 'automation.failed').length).toBeGreaterThanOrEqual(2);
});

test('a dead message of a step that was taken queues the step that its run is at [U17, U64]', async () => {
  const world = await automationWorld();
  const { active, down, mail, onlyRun, post, queued, work } = world;
  const automation = await active([mail, mail]);
  await post({ email: 'ada@example.com' });
  const [message] = takeAll(world);
  down.queue = true;
  // The email is accepted, and what follows it cannot be queued: ten times, then it is dead.
  await expect(world.advance(message as AdvanceMessage)).rejects.toThrow('the queue is down');
  await expect(world.advance(message as AdvanceMessage)).rejects.toThrow('the queue is down');
  down.queue = false;
  expect(await onlyRun(automation)).toMatchObject({ status: 'running', step_index: 1 });
  await sweepDead(world, [message]);
  await work();
  const { status, steps } = await onlyRun(automation);
  expect(status).toBe('completed');
  const sent = new Set(queued.map(({ message: { id } }) => id));
  expect(sent.size).toBeLessThanOrEqual(2);
  expect(new Set(steps.map(({ output }) => output?.email_id)).size).toBe(2);
});

test('what a dead message left to tell is told, also of a run that waits [U39, U64]', async () => {
  const world = await automationWorld();
  const { active, advance, ctx, mail, ok, onlyRun, post, webhooks } = world;
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  const automation = await active([mail, { type: 'delay', seconds: 3_600 }]);
  await post({ email: 'ada@example.com' });
  const [message] = takeAll(world);
  const { queues } = ctx;
  ctx.queues = { ...queues, webhooks: () => Promise.reject(new Error('the queue is down')) };
  await expect(advance(message as AdvanceMessage)).rejects.toThrow('the queue is down');
  ctx.queues = queues;
  // The step is recorded next to what is told of it.
  await until(async () => (await onlyRun(automation)).status === 'waiting', { what: 'the wait' });
  await sweepDead(world, [message]);
  const types = webhooks.map(({ payload }) => JSON.parse(payload ?? '{}').type);
  expect(types).toEqual(['automation.started', 'automation.step_completed']);
});

test('what a message that comes again publishes is the same delivery with the same bytes [E8, P36, U39]', async () => {
  const world = await automationWorld();
  const { active, advance, clock, mail, ok, post, webhooks } = world;
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  await active([mail]);
  await post({ email: 'ada@example.com' });
  const [message] = takeAll(world);
  await advance(message as AdvanceMessage);
  const first = webhooks.splice(0);
  clock.advance(minute_ms);
  await advance(message as AdvanceMessage);
  expect(webhooks.length).toBeGreaterThanOrEqual(2);
  for (const again of webhooks) expect(first).toContainEqual(again);
});

test('dead messages of events and cancellations are named, and one that cannot be read stays [U64, P58]', async () => {
  const world = await automationWorld();
  const { account } = world;
  const event = { event: world.ctx.runtime.id('ae'), account: account.id };
  const cancel = {
    automation: world.ctx.runtime.id('aut'),
    account: account.id,
    removed: true,
    until: '',
    due: 0,
    after: null,
    pass: 'first',
  };
  const page = { paged_event: event.event, account: account.id, from: 0 };
  expect(await sweepDead(world, [event, page, cancel, { id: 'x' }])).toEqual([
    ...['dead_letter', 'dead_letter', 'dead_letter', 'dead_letter_unreadable'],
    ...['dead_letters_found', 'dead_letters_stay'],
  ]);
});

test('a message that comes again for a step that is done does what follows again, and no effect twice [U17]', async () => {
  const world = await automationWorld();
  const { active, advance, mail, onlyRun, post, queued, run_messages, work } = world;
  const automation = await active([mail, { type: 'delay', seconds: 60 }, mail]);
  await post({ email: 'ada@example.com' });
  const [first] = run_messages.splice(0);
  await advance(first?.message as AdvanceMessage);
  const after = takeAll(world);
  // The function died after its work: SQS gives the message again, and the timer is armed again.
  await advance(first?.message as AdvanceMessage);
  expect(takeAll(world)).toEqual(after);
  for (const message of [...after, ...after]) await advance(message);
  world.clock.advance(61_000);
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
  expect(new Set(queued.map(({ message }) => message.id)).size).toBe(2);
});

/** The sweep for the events of this account, minutes later. */
async function sweepEvents({ account, clock, ctx }: World): Promise<void> {
  clock.advance(5 * minute_ms);
  const isMine = async (id: string) =>
    id.startsWith('ae_') && (await ctx.custom_events.get(id as Id<'ae'>))?.account === account.id;
  await sweepOf(ctx, isMine);
}

test('what an event moves beyond 1,000 runs follows by the queue, and by the sweep where its message was lost [U6, U75]', async () => {
  const world = await automationWorld();
  const { account, active, advance, clock, ctx, post, runsOf } = world;
  const automation = await active([{ type: 'delay', seconds: 3_600 }]);
  for (let i = 0; i < 3; i++) await post({ user_id: 'u1' });
  const open = await runsOf(automation);
  takeAll(world);
  // A request that died once its event was stored: before the three are two thousand runs that are gone.
  const gone = Array.from({ length: 2_000 }, () => ctx.runtime.id('run'));
  const id = ctx.runtime.id('ae');
  const created_at = new Date(clock.runtime.now()).toISOString();
  const about = { user_id: 'u1', email: null, data: {}, source: 'api' as const };
  const counts = { matched_automations: 0, resumed_runs: 0, cancelled_runs: 0 };
  const plan = { cancels: [...gone, ...open.map((run) => idOf('run', run.id))], resumes: [], starts: [] };
  const due = Math.floor(clock.runtime.now() / minute_ms) + 1;
  const posted = { event: { id, name: 'stop', ...about, created_at }, ...counts };
  await ctx.custom_events.create(
    { account: account.id, posted, plan, due, done: false },
    { claim: null, kept_s: 86_400 },
  );
  await sweepEvents(world);
  const statuses = async () => (await runsOf(automation)).map(({ status }) => status);
  expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting']);
  const page = { event: id, account: account.id };
  const second = takeAll(world);
  expect(second).toEqual([{ ...page, from: 1_000 }]);
  for (const message of [...second, ...second]) await advance(message);
  expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting']);
  const third = takeAll(world);
  expect(third).toEqual(Array(2).fill({ ...page, from: 2_000 }));
  for (const message of third) await advance(message);
  expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
  // A message of the last release says no place.
  await advance(page);
  expect(takeAll(world)).toContainEqual({ ...page, from: 2_000 });
  // All of it is done: no later sweep begins it again.
  clock.advance(10 * minute_ms);
  await sweepEvents(world);
  expect(takeAll(world)).toEqual([]);
});
