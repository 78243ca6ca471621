import type { Runtime } from '../core/runtime.ts';

/** Writes per second to one key, and the additional burst. Together at most 450 in any second. */
const per_second = 400;
const burst = 50;
const step_ms = 1000 / per_second;

/**
 * The maximum number of keys for which the last time is kept. A key that was forgotten was idle, or starts a
 * new burst.
 */
const maxKeys = 1000;

/** Waits until a write to an index key may begin, because concurrent sends write the same keys. */
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
