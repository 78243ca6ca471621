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

  function add(index: string, name: string): void {
    if (known.has(name)) return;
    known.add(name);
    youngOf(index).set(name, now());
  }

  function remove(index: string, name: string): void {
    known.delete(name);
    youngOf(index).delete(name);
  }

  return {
    note(written: Written[]): void {
      for (const { pk, sk, deleted, indexes } of written) {
        for (const index of deleted ? ['gsi1', 'gsi2'] : indexes)
          (deleted ? remove : add)(index, nameOf(index, pk, sk));
      }
    },

    /** How many entries of an index are young: a query has to read so many more. */
    count: (index: string) => youngOf(index).size,

    /** The page without young entries, cut to the limit that was asked for. */
    leaveOut(index: string, page: Page, limit: number | undefined): Page {
      const entries = youngOf(index);
      const items = (page.Items ?? []).filter(({ pk, sk }) => !entries.has(nameOf(index, pk?.S, sk?.S)));
      const cut = limit !== undefined && items.length > limit ? items.slice(0, limit) : items;
      const { LastEvaluatedKey: end, ...rest } = page;
      const last = cut.length < items.length ? keysOf(index, cut.at(-1)) : end;
      const Items = page.Items && { Items: cut };
      return { ...rest, ...Items, Count: cut.length, ...(last && { LastEvaluatedKey: last }) };
    },
  };
}

function keysOf(index: string, item: Wire = {}): Wire {
  const names = ['pk', 'sk', `${index}pk`, `${index}sk`];
  return Object.fromEntries(names.map((name) => [name, item[name] ?? {}]));
}
