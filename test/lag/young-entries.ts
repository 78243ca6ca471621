import type { Wire, Written } from './writes.ts';

/** A Query's answer. */
export type Page = { Items?: Wire[]; Count?: number; ScannedCount?: number; LastEvaluatedKey?: Wire };

/**
 * Remembers which index entries are younger than `lag_ms` and leaves them out of answers, as an index does that is
 * updated later than its table. Entries that are removed disappear at once here.
 */
export function youngEntries(lag_ms: number, now: () => number) {
  /** Since when each entry is in its index, by index, the oldest first. */
  const young = new Map<string, Map<string, number>>();
  /** Every entry that there is: index keys never change, so a later write does not make it young again. */
  const known = new Set<string>();
  /** When each client last wrote an entry. */
  const last = new Map<string, number>();
  const nameOf = (index: string, pk = '', sk = '') => `${index} ${pk} ${sk}`;

  function youngOf(index: string): Map<string, number> {
    const entries = young.get(index) ?? new Map<string, number>();
    young.set(index, entries);
    for (const [name, since] of entries) {
      if (now() - since < lag_ms) break;
      entries.delete(name);
    }
    return entries;
  }

  /** Whether it is new. */
  function add(index: string, name: string): boolean {
    if (known.has(name)) return false;
    known.add(name);
    youngOf(index).set(name, now());
    return true;
  }

  function remove(index: string, name: string): void {
    known.delete(name);
    youngOf(index).delete(name);
  }

  return {
    /** What `client` has written. */
    note(written: Written[], client: string): void {
      for (const { pk, sk, deleted, indexes } of written) {
        for (const index of deleted ? ['gsi1', 'gsi2'] : indexes) {
          const name = nameOf(index, pk, sk);
          if (deleted) remove(index, name);
          else if (add(index, name)) last.set(client, now());
        }
      }
    },

    /** Milliseconds until the indexes show all that the client wrote. */
    lateFor: (client: string): number => Math.max(0, (last.get(client) ?? 0) + lag_ms - now()),

    /** The items without young entries. */
    leaveOut(index: string, items: Wire[]): Wire[] {
      const entries = youngOf(index);
      return items.filter(({ pk, sk }) => !entries.has(nameOf(index, pk?.S, sk?.S)));
    },
  };
}
