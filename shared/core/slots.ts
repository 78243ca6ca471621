/** Takes a slot for the work, and returns it whether the work succeeds or fails. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `limit` tasks at a time. The others wait in order of arrival. */
export function createSlots(limit: number): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function take(): Promise<void> {
    if (running < limit) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
  }

  // If another task is waiting, the slot passes to it directly and stays taken.
  function giveBack(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await take();
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
