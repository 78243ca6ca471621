/** Calls `make` until it succeeds, and then always returns that value. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/**
 * A port that loads its implementation at the first call: a client that most invocations never need costs
 * about 10 ms and 50 KB (`infra/build.ts` puts each dynamic import in its own file).
 */
export function lazyPort<Port extends object>(load: () => Promise<Port>, names: (keyof Port)[]): Port {
  const loaded = once(load);
  const call = async (name: keyof Port, args: unknown[]): Promise<unknown> => {
    const port = (await loaded()) as Record<keyof Port, (...args: unknown[]) => unknown>;
    return port[name](...args);
  };
  const methods = names.map((name) => [name, (...args: unknown[]) => call(name, args)] as const);
  return Object.fromEntries(methods) as Port;
}
