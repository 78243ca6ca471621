import type { Call } from './calls.ts';

/** The busiest keys of a load, with their prefixes and writes per second. */
export type KeyLoad = { load: string; table: Busiest; index: Busiest };
type Busiest = { key: string; writes: number };

/** A key without its ids, which is its kind. */
const kindOf = (key: string) => key.replace(/_[0-9a-z]{26}/g, '_…').replace(/[0-9a-f-]{36}|\d{6,}/g, '…');

function busiest(keys: string[], factor: number): Busiest {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + factor);
  const [key = '-', writes = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { key: kindOf(key), writes };
}

/**
 * The table key and the index key with the most writes, from calls that were one `factor`-th of a second's load
 * (P23).
 */
export function busiestKeys(load: string, calls: Call[], factor: number): KeyLoad {
  const written = calls.flatMap((call) => call.written.map(({ keys }) => keys));
  return {
    load,
    table: busiest(
      written.map(({ table }) => table),
      factor,
    ),
    index: busiest(
      written.flatMap(({ indexes }) => indexes),
      factor,
    ),
  };
}
