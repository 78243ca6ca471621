import { readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

type Time = { now: () => number; wait: (ms: number) => Promise<unknown> };

type Following = {
  folder: string;
  /** The log of the start, copied by `write` as it grows. */
  log: string;
  write: (text: string) => void;
  ready: string;
  ended: () => string | undefined;
  /** Seconds without output in any log after which the start counts as hung. */
  silence_s: number;
};

const real: Time = { now: Date.now, wait: (ms) => wait(ms) };

const progressOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size ?? 0)
    .join();

/** Returns when the start is ready, however long that takes on this machine; throws when it ended, or is silent for long. */
export async function followStart(
  { folder, log, write, ready, ended, silence_s }: Following,
  { now, wait }: Time = real,
): Promise<void> {
  let shown = 0;
  let progress = '';
  for (let moved_at = now(); ; await wait(100)) {
    // Asked before the log is read: what was written before the end is shown.
    const end = ended();
    const text = readFileSync(log, 'utf8');
    if (text.length > shown) write(text.slice(shown));
    shown = text.length;
    if (text.includes(ready)) return;
    if (end !== undefined) throw new Error(`the local stack did not start (${end}); see ${log}`);
    const seen = progressOf(folder);
    if (seen !== progress) [progress, moved_at] = [seen, now()];
    if (now() - moved_at >= silence_s * 1000)
      throw new Error(`the local stack is not ready, and silent for ${silence_s} s; see ${log}`);
  }
}
