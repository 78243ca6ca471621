import { sizeOf } from '../../../shared/store/size.ts';
import { type Attributes, compareTexts, Invalid, storedItem } from './values.ts';

export type Key = { pk: string; sk: string };
export type Index = 'gsi1' | 'gsi2';

const indexes: Index[] = ['gsi1', 'gsi2'];
const largest_bytes = 400 * 1024;
const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** One partition: items by sort key; sorted when it is asked after a change. */
type Partition = { bySort: Map<string, Attributes>; sorted: [string, Attributes][] | null };

function checkKeys(item: Attributes): void {
  for (const name of ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk']) {
    const value = item[name];
    if (value === undefined && name.startsWith('gsi')) continue;
    if (typeof value !== 'string' || value === '')
      throw new Invalid(
        `One or more parameter values are not valid: type mismatch or empty value for key ${name}`,
      );
  }
  const bytes = sizeOf(item);
  if (bytes > largest_bytes) throw new Invalid('Item size has exceeded the maximum allowed size');
}

/** The items of a table with two indexes that hold keys only and show an entry `lag_ms` after it was written. */
export function createItems(lag_ms: number, now: () => number) {
  const items = new Map<string, Attributes>();
  const partitions = new Map<string, Partition>();
  /** Since when each entry is in its index, while it is young. */
  const young = new Map<string, number>();

  function place(partition: string, sort: string, item: Attributes | null): void {
    const found: Partition = partitions.get(partition) ?? { bySort: new Map(), sorted: null };
    partitions.set(partition, found);
    if (item === null) found.bySort.delete(sort);
    else found.bySort.set(sort, item);
    found.sorted = null;
  }

  function entryOf(index: Index, item: Attributes | undefined) {
    const [pk, sk] = [item?.[`${index}pk`], item?.[`${index}sk`]];
    if (item === undefined || typeof pk !== 'string' || typeof sk !== 'string') return null;
    const key = { pk: item.pk as string, sk: item.sk as string };
    // Several items may have the same keys in an index.
    return {
      partition: `${index} ${pk}`,
      sort: `${sk}\n${nameOf(key)}`,
      shown: { ...key, [`${index}pk`]: pk, [`${index}sk`]: sk },
    };
  }

  function indexEntry(index: Index, before: Attributes | undefined, after: Attributes | undefined): void {
    const [old, next] = [entryOf(index, before), entryOf(index, after)];
    if (old && (old.partition !== next?.partition || old.sort !== next.sort))
      place(old.partition, old.sort, null);
    if (next === null) return;
    if (old?.partition !== next.partition || old.sort !== next.sort)
      young.set(next.partition + next.sort, now());
    place(next.partition, next.sort, next.shown);
  }

  return {
    get: (key: Key): Attributes | undefined => items.get(nameOf(key)),

    /** Throws where the item could not be stored. */
    check: checkKeys,

    put(item: Attributes): void {
      const key = item as Key;
      const before = items.get(nameOf(key));
      items.set(nameOf(key), item);
      place(key.pk, key.sk, item);
      for (const index of indexes) indexEntry(index, before, item);
    },

    delete(key: Key): void {
      const before = items.get(nameOf(key));
      if (before === undefined) return;
      items.delete(nameOf(key));
      place(key.pk, key.sk, null);
      for (const index of indexes) indexEntry(index, before, undefined);
    },

    /** In the order of their sort keys; of an index what it shows by now. */
    partition(pk: string, index?: Index): Attributes[] {
      const name = index === undefined ? pk : `${index} ${pk}`;
      const found = partitions.get(name);
      if (found === undefined) return [];
      found.sorted ??= [...found.bySort].sort(([a], [b]) => compareTexts(a, b));
      const shown = (sort: string) => now() - (young.get(name + sort) ?? 0) >= lag_ms;
      return found.sorted.flatMap(([sort, item]) => (index === undefined || shown(sort) ? [item] : []));
    },

    /** The names of all partitions, in the order of a scan. */
    partitions: (): string[] => [...partitions.keys()].filter((name) => !/^gsi\d /.test(name)),

    /** The indexes show everything from now on. */
    catchUp: () => young.clear(),

    copy: (item: Attributes | undefined): Attributes | undefined => item && storedItem(item),
  };
}
