import type { Drained, DrainedQueue } from '../../../shared/domain/ports/drains.ts';
import { drainQueues } from '../../../shared/domain/sweep/drains.ts';
import { testClock } from '../../support/api.ts';
import { collectLog } from '../../support/log.ts';

const queue = (name: string): DrainedQueue => ({
  name,
  url: `https://sqs.test/${name}`,
  function: `arn:${name}`,
  batch_size: 5,
});

/** A sweep over queues with so many messages, of which one run takes ten in so many seconds. */
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

test('functions are started where messages wait, one at a time, a full queue again after the others [P48]', async () => {
  const { runs, most, lines } = await drain({ notices: 3, receive: 0, bulk: 25, 'tenant-removals': 1 });
  expect(runs).toEqual(['notices', 'bulk', 'tenant-removals', 'bulk', 'bulk']);
  expect(most).toBe(1);
  expect(lines[0]).toEqual({ message: 'queue_drained', queue: 'notices', messages: 3, failed: 0 });
});

test('none is started after 20 s, so that the last one has its time before the sweep ends [P48]', async () => {
  expect((await drain({ bulk: 1000 }, 8)).runs).toHaveLength(3);
});

test('a function that Lambda throttles is left to the next sweep, and keeps no other [P48]', async () => {
  const { runs, lines } = await drain({ notices: 25, receive: 1 }, 1, ['notices']);
  expect(runs).toEqual(['notices', 'receive']);
  expect(lines[0]).toEqual({
    message: 'queue_not_drained',
    queue: 'notices',
    cause: 'TooManyRequestsException',
  });
});
