/** Runs `task` for every item, `concurrency` at a time. No task is still running when this returns or throws. */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [i, item] of rest) results[i] = await task(item);
  };
  const done = await Promise.allSettled(Array.from({ length: concurrency }, work));
  const broken = done.find((each) => each.status === 'rejected');
  if (broken) throw broken.reason;
  return results;
}

/** Splits the items into chunks of at most `size`. */
export const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
