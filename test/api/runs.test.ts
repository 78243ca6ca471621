import type { CustomEvent } from '../../shared/core/records/automations.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { automationWorld } from '../support/automations.ts';
import { idOf } from '../support/ids.ts';
import { sweepOf } from '../support/sweep.ts';
import { until } from '../support/until.ts';

const minute_ms = 60_000;

test('S, U2, U3: an event starts a run that sends one email, which the run names', async () => {
  const { active, post, work, onlyRun, queued, ok, mail } = await automationWorld();
  const automation = await active([{ ...mail, subject: 'Hello {{event.data.name}}' }]);
  const { event, ...counts } = await post({ email: 'ada@example.com', data: { name: 'Ada' } });
  expect(counts).toEqual({ matched_automations: 1, resumed_runs: 0, cancelled_runs: 0 });
  const begun = await onlyRun(automation);
  const id = idOf('ae', (event as CustomEvent).id);
  expect(begun).toMatchObject({
    object: 'automation_run',
    automation_id: automation,
    version: 1,
    status: 'running',
    event_id: id,
    event_name: 'signup',
    email: 'ada@example.com',
    user_id: null,
    step_index: 0,
    next_step_at: null,
    waiting_for: null,
    ended_reason: null,
    error: null,
    completed_at: null,
    steps: [{ index: 0, type: 'send_email', name: null, status: 'running', output: null }],
  });
  await work();
  const ended = await onlyRun(automation);
  expect(ended).toMatchObject({ status: 'completed', ended_reason: 'finished', step_index: 0 });
  const email_id = ended.steps[0]?.output?.email_id as string;
  expect(ended.steps[0]).toMatchObject({ status: 'completed', output: { outcome: 'sent', email_id } });
  expect(queued.map(({ message }) => message.id)).toEqual([email_id]);
  const { email } = await ok('GET', `/emails/${email_id}`);
  expect(email).toMatchObject({ subject: 'Hello Ada', to: ['ada@example.com'], source: 'automation' });
});

test('of one step there is one email, however often and at once its message comes [U3]', async () => {
  const { advance, active, post, run_messages, onlyRun, queued, mail } = await automationWorld();
  const automation = await active([mail, mail]);
  await post({ email: 'ada@example.com' });
  for (let round = 0; round < 6; round++) {
    const messages = run_messages.splice(0).slice(0, 4);
    await Promise.all(messages.flatMap(({ message }) => [1, 2, 3].map(() => advance(message))));
  }
  const run = await onlyRun(automation);
  expect(run.status).toBe('completed');
  const sent = run.steps.map(({ output }) => output?.email_id);
  expect(new Set(queued.map(({ message }) => message.id))).toEqual(new Set(sent));
  expect(new Set(sent).size).toBe(2);
});

test('allow_reentry false takes a person once, by email or by user_id, of events at one moment one [U13]', async () => {
  const { active, post, work, runsOf, mail } = await automationWorld();
  const automation = await active([mail], { allow_reentry: false });
  const person = { email: 'ada@example.com', user_id: 'u1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(person)));
  expect(answers.map(({ matched_automations }) => matched_automations)).toEqual(Array(10).fill(1));
  await work();
  await post({ email: 'ADA@example.com' });
  await post({ email: 'other@example.com', user_id: 'u1' });
  expect(await runsOf(automation)).toHaveLength(1);
  await post({});
  await post({});
  await post({ email: 'bob@example.com' });
  expect(await runsOf(automation)).toHaveLength(4);
});

test('an event whose only run moved meanwhile is stored without it, and counts what it did [U7, U8]', async () => {
  const { ctx, active, post, onlyRun, mail } = await automationWorld();
  const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 3600 };
  const automation = await active([wait, wait, mail]);
  const person = { email: 'ada@example.com' };
  await post(person);
  const { create } = ctx.custom_events;
  const meanwhile: typeof create = async (...args) => {
    ctx.custom_events = { ...ctx.custom_events, create };
    await post({ name: 'paid', ...person });
    return create(...args);
  };
  ctx.custom_events = { ...ctx.custom_events, create: meanwhile };
  expect(await post({ name: 'paid', ...person }, 'key')).toMatchObject({ resumed_runs: 0 });
  expect(await post({ name: 'paid', ...person }, 'key')).toMatchObject({ resumed_runs: 0 });
  expect(await onlyRun(automation)).toMatchObject({ status: 'waiting', step_index: 1 });
});

test('an entry that is refused leaves no row for later events to read [U9, U13]', async () => {
  const { ctx, account, active, post } = await automationWorld();
  const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 60 };
  await active([wait], { allow_reentry: false, trigger: { cancel_on_events: ['stop'] } });
  const person = { email: 'ada@example.com', user_id: 'u1' };
  for (let i = 0; i < 4; i++) await post(person);
  for (const name of ['stop', 'paid']) {
    const { rows } = await ctx.runs.subscribers({ account: account.id, name, person }, null);
    expect(rows).toHaveLength(1);
  }
});

test('an event removes rows whose run ended or went on a minute ago, and none of a run that is still to begin [U9]', async () => {
  const { ctx, clock, account, active, post, run_messages } = await automationWorld();
  clock.hold();
  const wait = (event: string) => ({ type: 'wait_for_event', event, timeout_seconds: 3600 });
  const cancel_on_events = ['stop'];
  await active([wait('paid'), wait('shipped')], { trigger: { cancel_on_events } });
  const person = { email: 'ada@example.com', user_id: 'u1' };
  const rows = async () => {
    const events = ['paid', 'shipped', 'stop'].map((name) => ({ account: account.id, name, person }));
    const found = await Promise.all(events.map((event) => ctx.runs.subscribers(event, null)));
    return found.map(({ rows: { length } }) => length);
  };
  await post(person);
  expect(await rows()).toEqual([1, 0, 1]);
  expect(await post({ name: 'paid', ...person })).toMatchObject({ resumed_runs: 1 });
  await post({ name: 'paid', ...person });
  expect(await rows()).toEqual([1, 1, 1]);
  clock.advance(60_001);
  await post({ name: 'paid', ...person });
  expect(await rows()).toEqual([0, 1, 1]);

  expect(await post({ name: 'stop', ...person })).toMatchObject({ cancelled_runs: 1 });
  clock.advance(60_001);
  await post({ name: 'stop', email: person.email });
  expect(await rows()).toEqual([0, 1, 1]);
  await post({ name: 'stop', ...person });
  await post({ name: 'shipped', ...person });
  expect(await rows()).toEqual([0, 0, 0]);
  run_messages.splice(0);

  await active([{ type: 'delay', seconds: 3600 }]);
  const { start } = ctx.runs;
  let deaths = 0;
  const die = (): Promise<never> => {
    deaths++;
    return Promise.reject(new Error('died'));
  };
  ctx.runs = { ...ctx.runs, start: die };
  await expect(post(person, 'key')).rejects.toThrow('500');
  // Two automations start at once; the answer comes with the first that fails.
  await until(async () => deaths === 2, { what: 'both starts' });
  ctx.runs = { ...ctx.runs, start };
  clock.advance(3_600_000);
  expect(await post({ name: 'stop', ...person })).toMatchObject({ cancelled_runs: 0 });
  expect(await rows()).toEqual([1, 0, 1]);
  await post(person, 'key');
  expect(await post({ name: 'stop', ...person })).toMatchObject({ cancelled_runs: 1 });
});

test('a request that died after the event is finished by its repetition, and by the sweep [U7]', async () => {
  for (const finish of ['repeat', 'sweep'] as const) {
    const world = await automationWorld();
    const { ctx, clock, active, call, work, onlyRun, run_messages, mail, queued } = world;
    const automation = await active([mail]);
    // With another start the event is stored first, and its moves after it.
    await active([{ type: 'delay', seconds: 3600 }]);
    const { start } = ctx.runs;
    const dying = { ...ctx.runs, start: () => Promise.reject(new Error('died')) };
    ctx.runs = dying;
    const body = { name: 'signup', email: 'ada@example.com' };
    const request = { body, headers: { 'idempotency-key': finish } };
    expect((await call('POST', '/events', request)).status).toBe(500);
    ctx.runs = { ...dying, start };
    expect(await world.runsOf(automation)).toEqual([]);
    if (finish === 'repeat') {
      const again = await call('POST', '/events', request);
      expect([again.status, again.body.matched_automations]).toEqual([202, 2]);
      await call('POST', '/events', request);
    } else {
      clock.advance(5 * minute_ms);
      const isMine = async (id: string) =>
        id.startsWith('ae_') && (await ctx.custom_events.get(id as Id<'ae'>))?.account === world.account.id;
      await sweepOf(ctx, isMine);
    }
    expect(run_messages.length).toBeGreaterThan(0);
    await work();
    expect((await onlyRun(automation)).status).toBe('completed');
    expect(new Set(queued.map(({ message }) => message.id)).size).toBe(1);
  }
});

test('what a request moved and could not queue is queued by its repetition, once [U7]', async () => {
  const { active, down, post, work, run_messages, onlyRun, mail } = await automationWorld();
  const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 3600 };
  const automation = await active([wait, mail]);
  const person = { email: 'ada@example.com' };
  await post(person);
  await work();
  run_messages.splice(0);
  down.queue = true;
  const first = await post({ name: 'paid', ...person }, 'key');
  down.queue = false;
  expect(await post({ name: 'paid', ...person }, 'key')).toEqual(first);
  expect([first.resumed_runs, run_messages.length]).toEqual([1, 1]);
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
  expect(await post({ name: 'paid', ...person }, 'key')).toEqual(first);
  expect(run_messages).toEqual([]);
});

test('events and runs are kept where the queue is down; the sweep queues them [U7]', async () => {
  const world = await automationWorld();
  const { ctx, clock, down, active, post, work, onlyRun, mail } = world;
  const automation = await active([mail]);
  down.queue = true;
  await post({ email: 'ada@example.com' });
  down.queue = false;
  expect((await onlyRun(automation)).status).toBe('running');
  clock.advance(5 * minute_ms);
  await sweepOf(
    ctx,
    async (id) =>
      id.startsWith('ae_') && (await ctx.custom_events.get(id as Id<'ae'>))?.account === world.account.id,
  );
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
});

test('a suppressed recipient skips the step; another refusal fails the run with its code [U32]', async () => {
  const { ok, active, post, work, onlyRun, mail, queued } = await automationWorld();
  const skipping = await active([mail]);
  const failing = await active([{ ...mail, to: '{{event.data.to}}' }, mail]);
  await ok('POST', '/suppressions', { email: 'ada@example.com' });
  await post({ email: 'ada@example.com' });
  await work();
  const skipped = await onlyRun(skipping);
  expect(skipped).toMatchObject({ status: 'completed', ended_reason: 'finished' });
  expect(skipped.steps[0]).toMatchObject({ status: 'skipped', output: { outcome: 'suppressed' } });
  const failed = await onlyRun(failing);
  expect(failed).toMatchObject({
    status: 'failed',
    ended_reason: 'error',
    step_index: 0,
    error: {
      message: 'to: {{event.data.to}} has no value',
      code: 'validation_error',
      step_index: 0,
    },
    steps: [
      { status: 'failed', output: null },
      { status: 'pending', started_at: null },
    ],
  });
  expect(queued).toEqual([]);
});

test('a step that fails for a reason of ours is tried at 0, 10 and 60 s, then the run fails [U33, U36]', async () => {
  const { ctx, clock, active, post, work, onlyRun, mail, queued } = await automationWorld();
  const automation = await active([mail]);
  const { readFacts } = ctx.emails;
  let tried = 0;
  ctx.emails.readFacts = async () => {
    tried++;
    throw new Error('down');
  };
  await post({ email: 'ada@example.com' });
  const seen: [number, string, boolean][] = [];
  for (const wait of [0, 5_000, 6_000, 50_000, 12_000]) {
    clock.advance(wait);
    await work();
    const { status, next_step_at } = await onlyRun(automation);
    seen.push([tried, status, next_step_at !== null]);
  }
  ctx.emails.readFacts = readFacts;
  expect(seen).toEqual([
    [1, 'running', true],
    [1, 'running', true],
    [2, 'running', true],
    [2, 'running', true],
    [3, 'failed', false],
  ]);
  expect(await onlyRun(automation)).toMatchObject({
    ended_reason: 'error',
    next_step_at: null,
    error: { message: 'Internal error', code: 'internal_error', step_index: 0 },
  });
  expect(queued).toEqual([]);
});

test('conditions are taken with the start: a run may be over when the event is answered [U2]', async () => {
  const { active, post, onlyRun, mail } = await automationWorld();
  const rule = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
  const automation = await active([{ type: 'condition', all: [rule] }, mail]);
  await post({ data: { plan: 'free' } });
  expect(await onlyRun(automation)).toMatchObject({
    status: 'completed',
    ended_reason: 'condition_false',
    step_index: 0,
    steps: [{ status: 'completed', output: { result: false, rules: [false] } }, { status: 'pending' }],
  });
});

test('automation.* of a run go to the endpoints of its account, each with one id [U38, U39]', async () => {
  const { advance, active, post, work, run_messages, webhooks, ok, mail } = await automationWorld();
  await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
  await active([mail], { name: 'Welcome' });
  await post({ email: 'ada@example.com' });
  const [first] = run_messages;
  await work();
  if (first) await advance(first.message);
  const events = webhooks.flatMap((message) => {
    const { id, type, data } = JSON.parse(message.payload ?? '{}');
    return type.startsWith('automation.')
      ? [{ id, type, status: data.status, name: data.automation_name }]
      : [];
  });
  const distinct = [...new Map(events.map((one) => [one.id, one])).values()];
  expect(distinct.map(({ type, status, name }) => [type, status, name]).sort()).toEqual([
    ['automation.completed', 'completed', 'Welcome'],
    ['automation.started', 'running', 'Welcome'],
    ['automation.step_completed', 'running', 'Welcome'],
  ]);
  expect(events.length).toBeGreaterThan(3);
});

test('runs are listed newest first, by status, person and event; a run of another automation is 404 [U52, Q31]', async () => {
  const { active, call, post, work, runsOf, mail, onlyRun } = await automationWorld();
  const [automation, other] = [await active([mail]), await active([mail], { trigger: { event: 'other' } })];
  const { event } = await post({ email: 'Ada@example.com' });
  await work();
  await post({ email: 'bob+shop@example.com' });
  const all = await runsOf(automation);
  expect(all.map(({ email }) => email)).toEqual(['bob+shop@example.com', 'Ada@example.com']);
  expect(all[0]).not.toHaveProperty('steps');
  const emails = async (query: string) => (await runsOf(automation, query)).map(({ email }) => email);
  expect(await emails('?status=completed')).toEqual(['Ada@example.com']);
  expect(await emails('?email=ADA@example.com')).toEqual(['Ada@example.com']);
  expect(await emails('?email=ada@example.com&status=running')).toEqual([]);
  for (const unencoded of ['bob+shop@example.com', 'Bob <bob+shop@example.com>'])
    expect(await emails(`?email=${unencoded}`)).toEqual(['bob+shop@example.com']);
  expect(await emails(`?event_id=${(event as CustomEvent).id}`)).toEqual(['Ada@example.com']);
  expect(await emails('?event_id=ae_00000000000000000000000000')).toEqual([]);
  expect(await emails('?limit=1')).toEqual(['bob+shop@example.com']);
  for (const query of ['status=gone', 'event_id=x', 'email=x'])
    expect((await call('GET', `/automations/${automation}/runs?${query}`)).status).toBe(400);
  await post({ name: 'other' });
  const { id } = await onlyRun(other);
  expect((await call('GET', `/automations/${automation}/runs/${id}`)).status).toBe(404);
});
