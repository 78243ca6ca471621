import { minuteOf } from '../../../shared/core/days.ts';
import type { Context } from '../../../shared/domain/context.ts';
import type { Drained, DrainedQueue } from '../../../shared/domain/ports/drains.ts';
import type { DeadLetterQueue } from '../../../shared/domain/ports/sending.ts';
import { drainQueues } from '../../../shared/domain/sweep/drains.ts';
import { sweepQuota } from '../../../shared/domain/sweep/quota.ts';
import { runSweep } from '../../../shared/domain/sweep/run-sweep.ts';
import { outboxRow } from '../../../shared/store/outbox.ts';
import { keys } from '../../../shared/store/schema.ts';
import { testClock } from '../../support/api.ts';
import { automationWorld } from '../../support/automations.ts';
import { captured } from '../../support/captured.ts';
import { collectLog } from '../../support/log.ts';
import { ownSweep } from '../../support/sweep.ts';
import { testTable } from '../../support/table.ts';

/** A sweep over parts of its own, of which some fail; what it did. */
async function sweep(failing: string[]) {
  const world = captured();
  const { log, lines, metrics } = collectLog();
  const done: string[] = [];
  const part = (name: string) => {
    if (failing.includes(name)) throw new Error(`${name} is down`);
    done.push(name);
  };
  const ctx: Context = {
    ...world.ctx,
    log,
    ses_quota: {
      read: async () => {
        part('quota');
        return { rate: 14, quota: null, sent: 0, plan: null };
      },
      countIdentities: async () => 8_001,
    },
    accounts: { ...world.ctx.accounts, list: async () => ({ entries: [], next: null }) },
    emails: {
      ...world.ctx.emails,
      writeChecked: async () => {},
      readSweep: async () => {
        part('outbox');
        return Math.floor(world.ctx.runtime.now() / 60_000);
      },
    },
    domains: {
      ...world.ctx.domains,
      readMark: async () => {
        part('tasks');
        return Math.floor(world.ctx.runtime.now() / 60_000);
      },
    },
    dead_letters: {
      drain: async (queue: DeadLetterQueue) => {
        part(queue);
        return { done: 1, failed: 0 };
      },
      returnFeedback: async () => {},
    },
  };
  const failed = await runSweep(ctx, { drained: [] }).then(
    () => false,
    () => true,
  );
  return { failed, done: done.sort(), lines: lines.map((line) => JSON.parse(line)), metrics };
}

const all = [
  'bulk',
  'count',
  'deliver',
  'domains',
  'feedback',
  'notices',
  'outbox',
  'quota',
  'receive',
  'removals',
  'runs',
  'tasks',
  'webhooks',
];

test('the sweep does all its parts [P10]', async () => {
  const { failed, done, lines, metrics } = await sweep([]);
  expect({ failed, done }).toEqual({ failed: false, done: all });
  // D79: the number that the alarms dead-letters and sweep-missing read.
  expect(metrics).toContainEqual({ counts: { dead_letters: 10 } });
  const [sweepLine] = lines.filter(({ message }) => message === 'sweep');
  expect(sweepLine).toMatchObject({
    queued: 0,
    dropped: 0,
    dead: { emails: 2, notifications: 1, webhooks: 1, domains: 1, messages: 10 },
  });
});

test.each([
  ['outbox', true],
  ['tasks', true],
  // The state of the last minute stays, and the queue is drained by the next sweep.
  ['quota', false],
  ['deliver', false],
])('when %s fails, everything else is done [P10]', async (part, fails) => {
  const { failed, done, lines, metrics } = await sweep([part]);
  expect(done).toEqual(all.filter((one) => one !== part));
  expect(failed).toBe(fails);
  expect(metrics.some(({ counts }) => counts?.dead_letters !== undefined)).toBe(!fails);
  expect(lines.some(({ message }) => /failed|not_read|stay/.test(message))).toBe(true);
});

test('SES has 8,001 of its 10,000 identities: seen at the full hour only [P45]', async () => {
  const { ctx, clock } = captured();
  const { log, lines, metrics } = collectLog();
  const ses_quota = {
    read: async () => ({ rate: 14, quota: 50_000, sent: 41_000, plan: null }),
    countIdentities: async () => 8_001,
  };
  const look = () => sweepQuota({ ...ctx, log, ses_quota });
  clock.hold();
  clock.advance(3_600_000 - (clock.runtime.now() % 3_600_000));
  await look();
  expect(metrics).toContainEqual({ counts: { ses_trouble: 1 } });
  expect(metrics).toContainEqual({ counts: { ses_quota_used: 82 } });
  clock.advance(60_000);
  await look();
  expect(lines.filter((line) => line.includes('ses_identities_many'))).toHaveLength(1);
});

const minute_ms = 60_000;

/** Fails like a read that DynamoDB throttles until the client stops retrying. */
const throttled = async () => {
  throw new Error('throttled');
};

test("a wait whose timer couldn't be set resumes, even if the first sweep can't read its run [Q15, U19]", async () => {
  const { ctx, clock, active, post, work, onlyRun, down, mail } = await automationWorld();
  const automation = await active([{ type: 'delay', seconds: 86_400 }, mail]);
  down.scheduler = true;
  await post({ email: 'ada@example.com' });
  await work();
  const run = await onlyRun(automation);
  clock.advance(86_400_000 + 4 * minute_ms);
  const mark = minuteOf(clock.runtime.now()) - 12;
  let reads = 0;
  const get: Context['runs']['get'] = (id) => (++reads === 1 ? throttled() : ctx.runs.get(id));
  const sweep = ownSweep({ ...ctx, runs: { ...ctx.runs, get } }, (id) => id.startsWith(run.id), mark);
  await sweep();
  expect(reads).toBe(1);
  clock.advance(15 * minute_ms);
  await sweep();
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
});

describe('a row whose item cannot be read is there for a later sweep [Q15]', () => {
  const { ctx, clock } = captured();
  const { runtime } = ctx;

  test.each([
    ['a batch', runtime.id('bat'), { batches: { read: throttled } }],
    ['an unsubscribe', runtime.id('evt'), { pending_unsubscribes: { get: throttled } }],
    ['a deleted tenant', runtime.id('ten'), { tenant_removals: { get: throttled } }],
    ['a custom event', runtime.id('ae'), { custom_events: { get: throttled } }],
    ['a cancellation of runs', runtime.id('aut'), { runs: { getCancellation: throttled } }],
  ] as const)('%s', async (_, id, broken) => {
    const table = testTable();
    const minute = minuteOf(clock.runtime.now()) - 3;
    const row = { ...outboxRow(minute, id, 'left'), kept: id };
    await table.put(row);
    await ownSweep({ ...ctx, ...broken } as unknown as Context, (one) => one === id, minute - 1)();
    const later = Array.from({ length: 15 }, (_, i) => keys.outbox(minuteOf(clock.runtime.now()) + i, id));
    const all = [{ pk: row.pk, sk: row.sk }, ...later];
    const found = (await table.batchGet(all, { consistent: true })).filter((one) => one !== null);
    expect(found).toEqual([{ ...row, pk: expect.stringMatching(/^OUTBOX#/) }]);
    expect(found[0]?.pk).not.toBe(row.pk);
  });
});

const queue = (name: string): DrainedQueue => ({
  name,
  url: `https://sqs.test/${name}`,
  function: `arn:${name}`,
  batch_size: 5,
});

/** A sweep over queues with these message counts. Each run handles ten messages and takes this many seconds. */
async function drain(messages: Record<string, number>, seconds = 1, failing: string[] = []) {
  const clock = testClock();
  const { log, lines } = collectLog();
  const runs: string[] = [];
  let [working, most] = [0, 0];
  clock.hold();
  const queue_drains = {
    isWaiting: async ({ name }: DrainedQueue) => (messages[name] ?? 0) > 0,
    drain: async ({ name }: DrainedQueue): Promise<Drained> => {
      runs.push(name);
      working += 1;
      most = Math.max(most, working);
      await Promise.resolve();
      working -= 1;
      clock.advance(seconds * 1000);
      if (failing.includes(name)) throw Object.assign(new Error(), { name: 'TooManyRequestsException' });
      const left = messages[name] ?? 0;
      const done = Math.min(10, left);
      messages[name] = left - done;
      return { done, failed: 0, is_empty: left <= 10 };
    },
  };
  await drainQueues({ runtime: clock.runtime, log, queue_drains }, Object.keys(messages).map(queue));
  return { runs, most, lines: lines.map((line) => JSON.parse(line)) };
}

test('functions start one at a time for queues with messages, and a full queue runs again after the others [P48]', async () => {
  const { runs, most, lines } = await drain({ notices: 3, receive: 0, bulk: 25, 'tenant-removals': 1 });
  expect(runs).toEqual(['notices', 'bulk', 'tenant-removals', 'bulk', 'bulk']);
  expect(most).toBe(1);
  expect(lines[0]).toEqual({ message: 'queue_drained', queue: 'notices', messages: 3, failed: 0 });
});

test('no function starts after 20 s, so the last one can finish before the sweep ends [P48]', async () => {
  expect((await drain({ bulk: 1000 }, 8)).runs).toHaveLength(3);
});

test("a throttled function waits for the next sweep and doesn't block others [P48]", async () => {
  const { runs, lines } = await drain({ notices: 25, receive: 1 }, 1, ['notices']);
  expect(runs).toEqual(['notices', 'receive']);
  expect(lines[0]).toEqual({
    message: 'queue_not_drained',
    queue: 'notices',
    cause: 'TooManyRequestsException',
  });
});
