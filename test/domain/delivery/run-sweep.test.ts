import type { Context } from '../../../shared/domain/context.ts';
import { runSweep } from '../../../shared/domain/delivery/sweep/run-sweep.ts';
import type { DeadLetterQueue } from '../../../shared/domain/ports/sending.ts';
import { captured } from '../../support/captured.ts';
import { collectLog } from '../../support/log.ts';

/** A sweep over parts of its own, of which some fail; what it did. */
async function sweep(failing: string[]) {
  const world = captured();
  const { log, lines } = collectLog();
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
        return { rate: 14, quota: null, sent: 0 };
      },
    },
    emails: {
      ...world.ctx.emails,
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
  const failed = await runSweep(ctx).then(
    () => false,
    () => true,
  );
  return { failed, done: done.sort(), lines: lines.map((line) => JSON.parse(line)) };
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

test('P10: the sweep does all its parts', async () => {
  const { failed, done, lines } = await sweep([]);
  expect([failed, done]).toEqual([false, all]);
  expect(lines).toEqual([
    {
      message: 'sweep',
      queued: 0,
      dropped: 0,
      dead: { emails: 2, notifications: 1, webhooks: 1, domains: 1 },
    },
  ]);
});

test.each([
  ['outbox', true],
  ['tasks', true],
  // The state of the last minute stays, and the queue is drained by the next sweep.
  ['quota', false],
  ['deliver', false],
])('P10: when %s fails, everything else is done', async (part, fails) => {
  const { failed, done, lines } = await sweep([part]);
  expect(done).toEqual(all.filter((one) => one !== part));
  expect(failed).toBe(fails);
  expect(lines.some(({ message }) => /failed|not_read|stay/.test(message))).toBe(true);
});
