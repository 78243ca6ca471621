/** Time and randomness, so that tests can replace them. */
export type Runtime = {
  /** Epoch milliseconds. */
  now: () => number;
  /** 0 to below 1. */
  random: () => number;
  uuid: () => string;
  /** Ends early with the signal's reason. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Runs something later, unless the returned function is called before. */
  timer: (ms: number, run: () => void) => () => void;
};

/** The longest delay of setTimeout. Longer delays fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

const timer: Runtime['timer'] = (ms, run) => {
  const started = ms <= maxTimerMs ? setTimeout(run, ms) : undefined;
  return () => clearTimeout(started);
};

const sleep: Runtime['sleep'] = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = timer(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });

export const systemRuntime: Runtime = {
  now: Date.now,
  random: Math.random,
  uuid: () => crypto.randomUUID(),
  sleep,
  timer,
};

/** The client option that replaces parts of the runtime. */
export const runtimeOption: unique symbol = Symbol.for('@mailwright/sdk.runtime');
