import { Worker } from 'node:worker_threads';
import { endThreads, running } from '../support/end-threads.ts';

test('a thread that a test file started is known until it ends', async () => {
  const thread = new Worker("require('node:worker_threads').parentPort.on('message', () => {})", {
    eval: true,
  });
  thread.unref();
  await new Promise((online) => thread.once('online', online));
  expect(running.has(thread)).toBe(true);
  await endThreads([thread]);
  // An ended thread has no number.
  expect([thread.threadId, running.has(thread)]).toEqual([-1, false]);
});
