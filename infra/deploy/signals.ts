const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that wait: `came` says whether there is one; `release` lets it end this process, and later ones at once. */
type HeldSignals = { came: () => boolean; release: () => Promise<void> };

/** From now on a signal ends no more than the program that this process waits for, if any. */
export function holdSignals(): HeldSignals {
  let held: NodeJS.Signals | null = null;
  const hold = (name: NodeJS.Signals) => {
    held ??= name;
  };
  for (const name of names) process.on(name, hold);
  return {
    came: () => held !== null,
    release: async () => {
      // One that came during spawnSync is seen in the next turn of the event loop.
      await new Promise(setImmediate);
      for (const name of names) process.off(name, hold);
      if (held) process.kill(process.pid, held);
    },
  };
}
