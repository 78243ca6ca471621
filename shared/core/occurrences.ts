import { lruCache } from './cache.ts';

/** Counts how often this process sees each key; of more than `max` keys the one seen longest ago is forgotten. */
export function createOccurrenceCounter(max = 10_000): (key: string) => number {
  const counts = lruCache<number>({ max });
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}
