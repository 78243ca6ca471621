/** Runs `task` for every item, `concurrency` at a time. No task is still running when this returns or throws. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) await task(item);
  };
  const done = await Promise.allSettled(Array.from({ length: concurrency }, work));
  const broken = done.find((each) => each.status === 'rejected');
  if (broken) throw broken.reason;
}
