import { Worker } from 'node:worker_threads';

let thread: Worker | undefined;

test('a thread runs while the tests of its file do', async () => {
  thread = new Worker("require('node:worker_threads').parentPort.on('message', () => {})", { eval: true });
  thread.unref();
  await new Promise((online) => thread?.once('online', online));
  expect(thread.threadId).toBeGreaterThan(0);
});

// Behind that of test/support/end-threads.ts; an ended thread has no number.
afterAll(() => expect(thread?.threadId).toBe(-1));
