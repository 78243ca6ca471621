import { sizeOf } from '../../shared/store/size.ts';

/** An item as plain values, as from `unmarshall`. */
export type Item = Record<string, unknown>;

/**
 * Units that DynamoDB bills, according to its Developer Guide ("Read and write operations", "Using write sharding",
 * "Transactions").
 */
export type Units = { writes: number; reads: number };

/** 1 unit per started KB, at least 1. */
const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** 1 unit per started 4 KB, at least 1. Half of that for an eventually consistent read. */
const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);

export const bytesOf = (item: Item | null | undefined): number => (item ? sizeOf(item) : 0);

/** The larger item counts, before or after the write. Deleting nothing costs 1. */
const tableUnits = ({ old, next }: Change): number => writeUnits(Math.max(bytesOf(old), bytesOf(next)));

const indexNames = ['gsi1', 'gsi2'] as const;

/** A KEYS_ONLY index's part of an item, or null if the item lacks one of the index's keys. */
function entryOf(index: (typeof indexNames)[number], item: Item | null): Item | null {
  const [pk, sk] = [`${index}pk`, `${index}sk`];
  if (item?.[pk] === undefined || item[sk] === undefined) return null;
  return { pk: item.pk, sk: item.sk, [pk]: item[pk], [sk]: item[sk] };
}

/**
 * How many index entries an item's write changes: 1 for a new or removed entry, 2 for changed keys (delete and put), and
 * 0 for an unchanged entry, because only keys are projected.
 */
function entriesOf({ old, next }: Change): { pk: string; units: number }[] {
  return indexNames.flatMap((index) => {
    const [before, after] = [entryOf(index, old), entryOf(index, next)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const written = [before, after].filter((entry) => entry !== null);
    return written.map((entry) => ({ pk: String(entry[`${index}pk`]), units: writeUnits(bytesOf(entry)) }));
  });
}

const indexUnits = (change: Change): number => entriesOf(change).reduce((sum, { units }) => sum + units, 0);

/** Partition keys of the index entries that a change writes. */
export const indexKeys = (change: Change): string[] => entriesOf(change).map(({ pk }) => pk);

/** One write: the item before, and the item after (null if deleted or never there). */
export type Change = { old: Item | null; next: Item | null };

/** PutItem, UpdateItem, DeleteItem, and each member of BatchWriteItem. */
export const changeUnits = (change: Change): number => tableUnits(change) + indexUnits(change);

/**
 * A member of a committed transaction counts twice, for prepare and commit. Its index entries are written once, after
 * the commit. A ConditionCheck is a member that doesn't change its item.
 */
export const transactedUnits = (change: Change): number => 2 * tableUnits(change) + indexUnits(change);

/** A failed condition costs the same as a successful one (an update's result is unknown), except for the indexes. */
export const refusedUnits = (change: Change): number => tableUnits(change);

/** Each item of a BatchGetItem counts by itself. A missing one costs the minimum. */
export const batchReadUnits = (items: Item[], asked: number, consistent: boolean): number =>
  items.reduce((sum, item) => sum + readUnits(bytesOf(item), consistent), 0) +
  Math.max(0, asked - items.length) * readUnits(0, consistent);

/** A Query rounds up the sum of what it read, not each item. */
export const queryUnits = (items: Item[], consistent: boolean): number =>
  readUnits(
    items.reduce((sum, item) => sum + bytesOf(item), 0),
    consistent,
  );

export const getUnits = (item: Item | null, consistent: boolean): number =>
  readUnits(bytesOf(item), consistent);
