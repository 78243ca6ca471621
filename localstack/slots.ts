/** Runs work that takes a slot while it runs; gives it back whether the work succeeds or fails. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `limit` pieces of work at a time; the others wait, the first that came the first to run. */
export function createSlots(limit: number): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function take(): Promise<void> {
    if (running < limit) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
  }

  // A slot that is given on stays taken.
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
