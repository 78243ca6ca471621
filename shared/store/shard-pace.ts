import type { Runtime } from '../core/runtime.ts';

/** Writes a second to one key, and those that may come at once: 450 in any second together. */
const per_second = 400;
const burst = 50;
const step_ms = 1000 / per_second;

/** The most keys whose last moment is kept; one that is forgotten was quiet, or begins its burst again. */
const maxKeys = 1000;

/** Waits until a write to a key of an index may begin: sends write the same keys at the same time. */
export function shardPace({ now, sleep }: Pick<Runtime, 'now' | 'sleep'>): (key: string) => Promise<void> {
  const next = new Map<string, number>();
  return async (key) => {
    if (next.size >= maxKeys && !next.has(key)) next.clear();
    const at = Math.max(next.get(key) ?? 0, now() - burst * step_ms);
    next.set(key, at + step_ms);
    const left_ms = at - now();
    if (left_ms > 0) await sleep(left_ms);
  };
}
