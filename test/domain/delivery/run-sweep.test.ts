import type { Context } from '../../../shared/domain/context.ts';
import type { DeadLetterQueue } from '../../../shared/domain/ports/sending.ts';
import { sweepQuota } from '../../../shared/domain/sweep/quota.ts';
import { runSweep } from '../../../shared/domain/sweep/run-sweep.ts';
import { captured } from '../../support/captured.ts';
import { collectLog } from '../../support/log.ts';

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
