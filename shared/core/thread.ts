import { Worker } from 'node:worker_threads';

/**
 * A message from a `serveThread` thread: that it is ready, part of an answer, the answer's end, or a failure.
 */
export type ThreadMessage<Part> = { ready: true } | { part: Part } | { done: true } | { failed: string };

type ThreadEnd = 'done' | 'time' | 'memory' | 'failed';

type Limits = { ms: number; heap_mb: number };

/** V8's young generation, which the heap limit doesn't count. */
const young_mb = 32;

/**
 * Runs calls one at a time in their own thread. A call longer than `ms` or above `heap_mb` ends the
 * thread, and the next call starts another. The time starts when the thread is ready.
 */
export function createThread<Request, Part>(file: string | URL, { ms, heap_mb }: Limits) {
  let worker: Worker | null = null;
  let ready: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: young_mb };
    const started = new Worker(file, { resourceLimits });
    ready = new Promise((done) => {
      started.once('message', () => done());
      // The call reports why it failed.
      started.once('exit', () => done());
    });
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    started.unref();
    return started;
  };

  const call = async (request: Request, onPart: (part: Part) => void): Promise<ThreadEnd> => {
    worker ??= start();
    const current = worker;
    const ended = new Promise<ThreadEnd>((end) => {
      let timer: NodeJS.Timeout | undefined;
      let isEnded = false;
      const settle = (how: ThreadEnd) => {
        isEnded = true;
        clearTimeout(timer);
        current.off('message', listen).off('error', fail).off('exit', exit);
        end(how);
      };
      const listen = (message: ThreadMessage<Part>) => {
        if ('part' in message) onPart(message.part);
        if ('done' in message) settle('done');
        if ('failed' in message) settle('failed');
      };
      const fail = (error: NodeJS.ErrnoException) =>
        settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed');
      const exit = () => settle('failed');
      current.on('message', listen).on('error', fail).on('exit', exit);
      void ready.then(() => {
        // The thread may have died during startup.
        if (isEnded) return;
        timer = setTimeout(() => settle('time'), ms);
        current.postMessage(request);
      });
    });
    // Keep the process alive during a call.
    current.ref();
    const how = await ended;
    if (how === 'done') current.unref();
    else {
      if (worker === current) worker = null;
      await current.terminate();
    }
    return how;
  };

  return (request: Request, onPart: (part: Part) => void): Promise<ThreadEnd> => {
    const next = last.then(() => call(request, onPart));
    last = next.catch(() => {});
    return next;
  };
}
