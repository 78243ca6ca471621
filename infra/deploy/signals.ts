const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Signals that are held back. `came` says whether one arrived. After `release`, that signal and later ones
 * end this process.
 */
type HeldSignals = { came: () => boolean; release: () => Promise<void> };

/** From now on, a signal ends only the program that this process waits for, if any. */
export function holdSignals(): HeldSignals {
  let held: NodeJS.Signals | null = null;
  const hold = (name: NodeJS.Signals) => {
    held ??= name;
  };
  for (const name of names) process.on(name, hold);
  return {
    came: () => held !== null,
    release: async () => {
      // A signal during spawnSync shows in the next turn of the event loop.
      await new Promise(setImmediate);
      for (const name of names) process.off(name, hold);
      if (held) process.kill(process.pid, held);
    },
  };
}
