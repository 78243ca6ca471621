/** Time and chance, so that tests can give their own. */
export type Runtime = {
  /** Epoch milliseconds. */
  now: () => number;
  /** 0 to below 1. */
  random: () => number;
  uuid: () => string;
  /** Ends early with the signal's reason. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

const sleep: Runtime['sleep'] = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

export const systemRuntime: Runtime = {
  now: Date.now,
  random: Math.random,
  uuid: () => crypto.randomUUID(),
  sleep,
};

/** The member of the client's options that replaces parts of the runtime. */
export const runtimeOption: unique symbol = Symbol.for('@mailwright/sdk.runtime') as never;
