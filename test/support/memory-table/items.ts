import { sizeOf } from '../../../shared/store/size.ts';
import { type Attributes, compareTexts, Invalid, storedItem } from './values.ts';

export type Key = { pk: string; sk: string };
export type Index = 'gsi1' | 'gsi2';

const indexes: Index[] = ['gsi1', 'gsi2'];
const largest_bytes = 400 * 1024;
/** Limits of a partition key and a sort key in bytes, in the table and its indexes. */
const key_bytes = { pk: 2_048, sk: 1_024 };
const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** What an item was until a moment. Null means it didn't exist. */
type Version = { until: number; item: Attributes | null };

/** One partition, with items by sort key and their earlier states. Sorted on the first read after a change. */
type Partition = {
  bySort: Map<string, Attributes>;
  sorted: [string, Attributes][] | null;
  before: Map<string, Version[]>;
};

/** Throws for a key that is too long for DynamoDB. */
export function checkKey(item: Attributes): void {
  for (const name of ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk']) {
    const most = key_bytes[name.slice(-2) as 'pk' | 'sk'];
    if (Buffer.byteLength(String(item[name] ?? '')) > most)
      throw new Invalid(`The size of the key ${name} has exceeded the limit of ${most} bytes`);
  }
}

function checkKeys(item: Attributes): void {
  for (const name of ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk']) {
    const value = item[name];
    if (value === undefined && name.startsWith('gsi')) continue;
    if (typeof value !== 'string' || value === '')
      throw new Invalid(
        `One or more parameter values are not valid: type mismatch or empty value for key ${name}`,
      );
  }
  checkKey(item);
  const bytes = sizeOf(item);
  if (bytes > largest_bytes) throw new Invalid('Item size has exceeded the maximum allowed size');
}

/** The items of a table with two keys-only indexes, which show a write after `lag_ms`. */
export function createItems(lag_ms: number, now: () => number) {
  const items = new Map<string, Attributes>();
  const partitions = new Map<string, Partition>();

  function place(partition: string, sort: string, item: Attributes | null): void {
    const found: Partition = partitions.get(partition) ?? {
      bySort: new Map(),
      sorted: null,
      before: new Map(),
    };
    partitions.set(partition, found);
    const versions = (found.before.get(sort) ?? []).filter(isLate);
    found.before.set(sort, [...versions, { until: now(), item: found.bySort.get(sort) ?? null }]);
    if (item === null) found.bySort.delete(sort);
    else found.bySort.set(sort, item);
    found.sorted = null;
  }

  const isLate = ({ until }: Version) => now() - until < lag_ms;

  /** An item as a reader sees it that is `lag_ms` late. */
  function lateOf({ bySort, before }: Partition, sort: string): Attributes | undefined {
    const version = before.get(sort)?.find(isLate);
    return version ? (version.item ?? undefined) : bySort.get(sort);
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
    if (old?.partition === next?.partition && old?.sort === next?.sort) return;
    if (old) place(old.partition, old.sort, null);
    if (next) place(next.partition, next.sort, next.shown);
  }

  return {
    get: (key: Key): Attributes | undefined => items.get(nameOf(key)),

    all: () => [...items.values()],

    /** The state `lag_ms` ago. */
    getLate: ({ pk, sk }: Key): Attributes | undefined => {
      const found = partitions.get(pk);
      return found && lateOf(found, sk);
    },

    /** Throws if the item can't be stored. */
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

    /** In order of sort key. With `late`, the state `lag_ms` ago. */
    partition(pk: string, { index, late }: { index?: Index | undefined; late: boolean }): Attributes[] {
      const found = partitions.get(index === undefined ? pk : `${index} ${pk}`);
      if (found === undefined) return [];
      if (!late) {
        found.sorted ??= [...found.bySort].sort(([a], [b]) => compareTexts(a, b));
        return found.sorted.map(([, item]) => item);
      }
      const sorts = [...new Set([...found.bySort.keys(), ...found.before.keys()])].sort(compareTexts);
      return sorts.map((sort) => lateOf(found, sort)).filter((item) => item !== undefined);
    },

    /** The names of all partitions, in the order of a scan. */
    partitions: (): string[] => [...partitions.keys()].filter((name) => !/^gsi\d /.test(name)),

    /** Late readers now see everything written so far. */
    catchUp: () => {
      for (const { before } of partitions.values()) before.clear();
    },

    copy: (item: Attributes | undefined): Attributes | undefined => item && storedItem(item),
  };
}
