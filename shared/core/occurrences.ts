/** Counts how often a process has met each key; of more than `max` keys the one met longest ago is forgotten. */
export function createOccurrenceCounter(max = 10_000): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.delete(key);
    counts.set(key, count);
    if (counts.size > max) counts.delete(counts.keys().next().value as string);
    return count;
  };
}
