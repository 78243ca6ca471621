import { setImmediate as nextTick } from 'node:timers/promises';
import { type Runtime, systemRuntime } from '../../shared/core/runtime.ts';
import { seeded } from './seeded.ts';

type Sleeper = { at: number; order: number; wake: () => void };

/** Event-loop ticks after a wake-up, until all work is waiting again. */
const settling = 6;

/**
 * A clock that jumps to the next wake-up as soon as nothing runs. Minutes of waiting take milliseconds, and a slow
 * machine measures the same as a fast one. The same seed gives the same run.
 */
export function virtualTime(seed: number) {
  let now = 1_800_000_000_000;
  let order = 0;
  const sleepers: Sleeper[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((wake) => {
      const sleeper = { at: now + Math.max(0, ms), order: order++, wake };
      const place = sleepers.findLastIndex((other) => other.at <= sleeper.at);
      sleepers.splice(place + 1, 0, sleeper);
    });
  const runtime: Runtime = { ...systemRuntime(() => now), sleep, random: seeded(seed) };
  return {
    runtime,
    /** Runs until `until` (ms from now). Work in progress stops there. */
    run: async (ms: number): Promise<void> => {
      const end = now + ms;
      for (;;) {
        for (let tick = 0; tick < settling; tick++) await nextTick();
        const next = sleepers[0];
        if (next === undefined || next.at > end) break;
        now = Math.max(now, next.at);
        while (sleepers[0] !== undefined && sleepers[0].at <= now) sleepers.shift()?.wake();
      }
      now = end;
    },
  };
}
