/** An LRU map whose values weigh at most `max` in total. */
export function lruCache<T>({ max, weigh = () => 1 }: { max: number; weigh?: (value: T) => number }) {
  const entries = new Map<string, T>();
  let weight = 0;

  function remove(key: string): void {
    const value = entries.get(key);
    if (value !== undefined && entries.delete(key)) weight -= weigh(value);
  }

  return {
    get: (key: string): T | undefined => {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key: string, value: T): void => {
      remove(key);
      entries.set(key, value);
      weight += weigh(value);
      for (const oldest of entries.keys()) {
        if (weight <= max) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}

/**
 * A bounded map that knows the age of its values, because readers accept only values up to some age. `at` is
 * when a value was read (epoch ms).
 */
export function agedCache<T>(now: () => number, max = 1_000, weigh: (value: T) => number = () => 1) {
  const entries = lruCache<{ value: T; at: number }>({ max, weigh: ({ value }) => weigh(value) });
  return {
    get: (key: string, max_age_ms: number): T | undefined => {
      const entry = entries.get(key);
      return entry && now() - entry.at < max_age_ms ? entry.value : undefined;
    },
    set: (key: string, value: T, at: number): void => entries.set(key, { value, at }),
    delete: entries.delete,
  };
}

/** Calls `load` through a cache. Null is never cached, so a new record is found immediately. `forget` drops a key. */
export function cached<T, K extends string = string>(
  now: () => number,
  max_age_ms: number,
  load: (key: K) => Promise<T | null>,
  { max, weigh }: { max?: number; weigh?: (value: T) => number } = {},
) {
  const cache = agedCache<T>(now, max, weigh);
  const read = async (key: K): Promise<T | null> => {
    const known = cache.get(key, max_age_ms);
    if (known !== undefined) return known;
    const at = now();
    const found = await load(key);
    if (found !== null) cache.set(key, found, at);
    return found;
  };
  return Object.assign(read, { forget: cache.delete });
}

/**
 * Shares one `load` per key while it runs and for `max_age_ms` after. Null or failed results are loaded again.
 */
export function loadedOnce<T>(
  now: () => number,
  max_age_ms: number,
  load: (key: string) => Promise<T>,
  { max = 500 } = {},
): (key: string) => Promise<T> {
  const entries = lruCache<{ value: Promise<T>; until: number }>({ max });
  return (key) => {
    const known = entries.get(key);
    if (known !== undefined && now() < known.until) return known.value;
    const entry = { value: load(key), until: Number.POSITIVE_INFINITY };
    entries.set(key, entry);
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.value.then((found) => {
      if (found === null) forget();
      else entry.until = now() + max_age_ms;
    }, forget);
    return entry.value;
  };
}

/** Counts how often this process sees each key. Beyond `max` keys, the least recently seen is dropped. */
export function createOccurrenceCounter(max = 10_000): (key: string) => number {
  const counts = lruCache<number>({ max });
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}
