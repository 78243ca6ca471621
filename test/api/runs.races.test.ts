import { setTimeout as after_ms } from 'node:timers/promises';
import { wire } from '../../shared/aws/wire.ts';
import type { CustomEvent } from '../../shared/core/records/automations.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { runShards } from '../../shared/domain/limits/plans.ts';
import { runIdOf } from '../../shared/domain/runs/begin-run.ts';
import { runItem } from '../../shared/store/run-items.ts';
import { automationWorld } from '../support/automations.ts';
import { captured } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { patientTimeout } from '../support/patience.ts';
import { testTable } from '../support/table.ts';

/** Of each race; `npm run check -- soak:runs`: 1,000. */
const rounds = Number(process.env.RUN_RACES ?? 0);
const times = (few: number, share = 1): number => (rounds === 0 ? few : Math.ceil(rounds * share));

patientTimeout(120_000 + rounds * 2_000);

const wait = (change: object = {}) => ({
  type: 'wait_for_event',
  event: 'paid',
  timeout_seconds: 3600,
  ...change,
});
const ada = { email: 'ada@example.com' };

/** What is measured is shown by the script, and nowhere else. */
const say = (line: string): void => {
  if (rounds > 0) process.stderr.write(`  ${line}\n`);
};

/** A number of tasks, so many at a time. */
async function inParallel<T>(count: number, together: number, task: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let i = 0; i < count; i += together) {
    const some = Array.from({ length: Math.min(together, count - i) }, (_, n) => task(i + n));
    done.push(...(await Promise.all(some)));
  }
  return done;
}

/** An answered event: what is answered 503 is posted again under its key, as the specification says. */
async function persist(
  call: Awaited<ReturnType<typeof automationWorld>>['call'],
  request: { body: object; headers: Record<string, string> },
) {
  for (;;) {
    const answer = await call('POST', '/events', request);
    if (answer.status !== 503) return answer;
  }
}

const keyed = (body: object, key: string) => ({ body, headers: { 'idempotency-key': key } });

/** Runs of one person that wait for one event, ten of each request. */
async function waitingRuns(count: number) {
  const world = await automationWorld();
  for (let i = 0; i < 10; i++) await world.active([wait()]);
  await inParallel(count / 10, 10, () => world.post(ada));
  return world;
}

test('one event resumes all waits of its person within its request [U6]', async () => {
  const count = times(40);
  const { post } = await waitingRuns(count);
  const began = performance.now();
  expect(await post({ name: 'paid', ...ada })).toMatchObject({ resumed_runs: count });
  say(`${count} runs resumed by one request in ${Math.round(performance.now() - began)} ms`);
  expect(await post({ name: 'paid', ...ada })).toMatchObject({ resumed_runs: 0 });
});

test('of events at one moment each run is resumed by one; the answers add up [U6]', async () => {
  const count = times(20);
  const { call } = await waitingRuns(count);
  const answers = await Promise.all(
    Array.from({ length: times(8, 0.05) }, (_, i) =>
      persist(call, keyed({ name: 'paid', ...ada }, `event-${i}`)),
    ),
  );
  const resumed = answers.map(({ body }) => body.resumed_runs as number);
  say(`${answers.length} events resumed ${resumed.join(' ')}`);
  expect(resumed.reduce((sum, one) => sum + one, 0)).toBe(count);
});

test('concurrent requests under one key get one answer, and move each run once [U7, U43]', async () => {
  const { call, active, post, runsOf } = await automationWorld();
  const automation = await active([wait()]);
  await active([{ type: 'delay', seconds: 60 }], { trigger: { event: 'paid' } });
  await inParallel(5, 5, () => post(ada));
  const request = keyed({ name: 'paid', ...ada }, 'one');
  const answers = await Promise.all(Array.from({ length: times(12, 0.2) }, () => persist(call, request)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({ matched_automations: 1, resumed_runs: 5, cancelled_runs: 0 });
  expect(await runsOf(automation, '?status=completed')).toHaveLength(5);
});

test('of event, time-out, cancelling event and API cancel one wins, and all four say so [U8]', async () => {
  const { active, advance, call, clock, post, work, runOf, run_messages } = await automationWorld();
  clock.hold();
  const automation = await active([wait({ timeout_seconds: 60 })], {
    trigger: { cancel_on_events: ['stop'] },
  });
  const count = times(16);
  const wins = { event: 0, timeout: 0, cancel_event: 0, cancelled: 0 };
  const people = Array.from({ length: count }, (_, i) => ({ email: `p${i}@example.com` }));
  const begun = await inParallel(count, 10, (i) => post(people[i] ?? {}));
  const ids = begun.map(({ event }) => runIdOf(event as CustomEvent, automation));
  await work();
  const timers = new Map(
    run_messages.splice(0).map(({ message }) => ['id' in message ? message.id : '', message]),
  );
  expect(timers.size).toBe(count);
  clock.advance(61_000);

  // The time-out has the shortest way, an event the longest: each one has a lead that lets it win sometimes.
  const leads_ms = [[0], [0, 0, 5, 10], [10, 0, 20, 5, 15], [30, 10, 20, 0, 60]];

  async function race(i: number) {
    // A clock that is held fills no rate.
    clock.advance(250);
    const person = people[i] ?? {};
    const id = ids[i] ?? '';
    const timer = timers.get(id);
    const path = `/automations/${automation}/runs/${id}`;
    const racers = [
      () => post({ name: 'paid', ...person }).then(({ resumed_runs }) => resumed_runs as number),
      () => post({ name: 'stop', ...person }).then(({ cancelled_runs }) => cancelled_runs as number),
      () => call('POST', path, { body: { action: 'cancel' } }).then(({ status }) => (status === 200 ? 1 : 0)),
      () => (timer ? advance(timer).then(() => 0) : Promise.resolve(0)),
    ];
    const started = racers.map(async (start, n) => {
      await after_ms(leads_ms[n]?.[i % 5] ?? 0);
      return [n, await start()] as const;
    });
    const won = Object.fromEntries(await Promise.all(started)) as Record<number, number>;
    const run = await runOf(automation, id);
    const outcome = run.steps[0]?.output?.outcome;
    const reason = outcome === 'cancelled' ? String(run.ended_reason) : String(outcome);
    wins[reason as keyof typeof wins]++;
    const says = { event: won[0], cancel_event: won[1], cancelled: won[2] };
    const none = { event: 0, cancel_event: 0, cancelled: 0 };
    expect([id, says]).toEqual([id, reason === 'timeout' ? none : { ...none, [reason]: 1 }]);
  }
  await inParallel(count, 4, race);
  say(`${count} races of four: ${JSON.stringify(wins)}`);
  expect(Object.values(wins).reduce((sum, one) => sum + one, 0)).toBe(count);
});

test('of a cancel and a send at one moment one wins: a confirmed cancel and an email never together [U3, U8]', async () => {
  const { active, advance, ctx, call, post, run_messages, queued, mail } = await automationWorld();
  const automation = await active([mail]);
  const outcomes = { cancelled: 0, sent: 0 };
  // What came first waits longer the next time: both outcomes occur.
  let lead_ms = 0;
  const after = (ms: number) => ctx.runtime.sleep(Math.max(0, ms));
  const count = times(20);
  for (let i = 0; i < count; i++) {
    run_messages.splice(0);
    const { event } = await post({ email: `p${i}@example.com` });
    const id = runIdOf(event as CustomEvent, automation);
    const [queuedRun] = run_messages;
    const path = `/automations/${automation}/runs/${id}`;
    const before = queued.length;
    const [answer] = await Promise.all([
      after(lead_ms).then(() => call('POST', path, { body: { action: 'cancel' } })),
      after(-lead_ms).then(() => queuedRun && advance(queuedRun.message)),
    ]);
    const sent = queued.length > before;
    lead_ms += sent ? -7 : 5;
    expect([answer.status, sent]).toEqual(sent ? [409, true] : [200, false]);
    outcomes[sent ? 'sent' : 'cancelled']++;
  }
  say(`${count} races of cancel and send: ${JSON.stringify(outcomes)}`);
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
});

test.each([
  ['first', []],
  ['behind a condition', [{ type: 'condition', all: [{ field: 'event.email', operator: 'exists' }] }]],
  ['behind another wait', [wait({ event: 'opened' })]],
])(
  'start, resume and cancel as fast as one client can post, the wait %s; none is missed [U2]',
  async (_, before) => {
    const { active, post } = await automationWorld();
    await active([...before, wait(), wait({ event: 'x' })], { trigger: { cancel_on_events: ['stop'] } });
    const opens = before.some((step) => 'event' in step);
    const count = times(8, 0.5);
    for (let i = 0; i < count; i++) {
      const person = { email: `p${i}@example.com` };
      await post(person);
      if (opens) expect(await post({ name: 'opened', ...person })).toMatchObject({ resumed_runs: 1 });
      expect(await post({ name: 'paid', ...person })).toMatchObject({ resumed_runs: 1 });
      expect(await post({ name: 'stop', ...person })).toMatchObject({ cancelled_runs: 1 });
    }
    say(`${count} successions, none missed`);
  },
);

/** Open runs before their email, as so many requests would leave them. */
async function openRuns(
  { ctx, account, runsOf }: Pick<Awaited<ReturnType<typeof automationWorld>>, 'ctx' | 'account' | 'runsOf'>,
  automation: string,
  count: number,
) {
  const [shown] = await runsOf(automation);
  const run = await ctx.runs.get((shown?.id ?? '') as Id<'run'>);
  if (run === null) throw new Error('no run to copy');
  const table = testTable();
  const made = Array.from({ length: count - 1 }, (_, i) => ({
    ...run,
    id: ctx.runtime.id('run'),
    email: `p${i}@example.com`,
  }));
  await inParallel(Math.ceil(made.length / 500), 1, (i) =>
    table.batchWrite({
      puts: made
        .slice(i * 500, i * 500 + 500)
        .map((one) => runItem(one, runShards(account.email_shards), ctx.settings.retention.run)),
    }),
  );
  await indexesCaughtUp();
  return [run, ...made];
}

test.each(['DELETE', 'pause'] as const)(
  '%s with many open runs answers at once; no effect begins 5 s later, and all are cancelled [U14, U15]',
  async (how) => {
    const world = captured();
    const { active, advance, call, post, work, clock, ctx, queued, mail, ...rest } =
      await automationWorld(world);
    const automation = await active([mail]);
    await post(ada);
    rest.run_messages.splice(0);
    const runs = await openRuns({ ctx, ...rest }, automation, times(30, 10));
    const began = performance.now();
    const path = `/automations/${automation}`;
    const answer =
      how === 'DELETE'
        ? await call('DELETE', path)
        : await call('POST', path, { body: { action: 'pause', cancel_runs: true } });
    const answered_ms = Math.round(performance.now() - began);
    expect(answer.status).toBe(200);
    const [first] = rest.run_messages;
    if (how === 'DELETE') {
      clock.advance(5_001);
      for (const { id, account, step_index: step, tries } of runs.slice(-10))
        await advance({ id, account, step, tries });
      expect(queued).toEqual([]);
    }
    expect(first).toBeDefined();
    await indexesCaughtUp();
    const calls = jest.spyOn(wire, 'pass');
    await work();
    const made = calls.mock.calls.length;
    calls.mockRestore();
    expect(made).toBeLessThan(runs.length);
    const cancelled_s = ((performance.now() - began) / 1000).toFixed(1);
    const ended = await ctx.runs.find(runs.map(({ id }) => id));
    expect(new Set(ended.map((run) => run?.ended_reason))).toEqual(new Set(['cancelled']));
    expect(queued).toEqual([]);
    const done = `answered in ${answered_ms} ms, cancelled within ${cancelled_s} s by ${made} calls to the table`;
    say(`${how}: ${runs.length} open runs, ${done}`);
  },
);
