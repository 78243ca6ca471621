import threads from 'node:worker_threads';

// The module outlives a test file, so this is its state before the first one.
const original = Symbol.for('Worker');
const kept = threads as typeof threads & { [original]?: typeof threads.Worker };
kept[original] ??= threads.Worker;

/** Threads of this test file that are still running. */
const running = new Set<threads.Worker>();

/**
 * For jest's `setupFilesAfterEnv`. Stops a test file's threads when it ends. The product's threads end with their
 * process. A thread that still works delays the end of jest's worker, which allows half a second.
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
