import threads from 'node:worker_threads';

// The module outlives a test file: what it had before the first one.
const original = Symbol.for('Worker');
const kept = threads as typeof threads & { [original]?: typeof threads.Worker };
kept[original] ??= threads.Worker;

/** The threads of this test file that have not ended. */
const running = new Set<threads.Worker>();

/**
 * For `setupFilesAfterEnv` of jest: the threads that a test file started end with it. The product's end with their process; one
 * that still works there holds up the end of jest's worker, which gives it half a second.
 */
Object.assign(threads, {
  Worker: new Proxy(kept[original], {
    construct: (own, args) => {
      const thread: threads.Worker = Reflect.construct(own, args);
      running.add(thread);
      thread.once('exit', () => running.delete(thread));
      return thread;
    },
  }),
});

const endThreads = (some: Iterable<threads.Worker>) =>
  Promise.all(Array.from(some, (thread) => thread.terminate()));

afterAll(() => endThreads(running));
