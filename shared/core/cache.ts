/** A bounded map of things that may be a little old: `ttl_ms` at most. The oldest entry leaves first. */
export function ttlCache<T>(now: () => number, ttl_ms: number, max = 1000) {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set: (key: string, value: T): void => {
      entries.delete(key);
      entries.set(key, { value, until: now() + ttl_ms });
      if (entries.size > max) entries.delete(entries.keys().next().value as string);
    },
    delete: (key: string): void => {
      entries.delete(key);
    },
  };
}

/** Answers `load` from a cache; what is absent (null) is never kept, so that a new thing shows at once. */
export function cached<T>(now: () => number, ttl_ms: number, load: (key: string) => Promise<T | null>) {
  const cache = ttlCache<T>(now, ttl_ms);
  return async (key: string): Promise<T | null> => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const found = await load(key);
    if (found !== null) cache.set(key, found);
    return found;
  };
}
