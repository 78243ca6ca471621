import { sizeOf } from '../../shared/store/size.ts';

/** An item in plain values, as `unmarshall` gives it. */
export type Item = Record<string, unknown>;

/** Units that DynamoDB bills, by its Developer Guide ("Read and write operations", "Using write sharding", "Transactions"). */
export type Units = { writes: number; reads: number };

/** 1 unit per KB begun, at least 1. */
const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** 1 unit per 4 KB begun, at least 1; half of that when the read may be stale. */
const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);

export const bytesOf = (item: Item | null | undefined): number => (item ? sizeOf(item) : 0);

/** The larger of the item before and after the write counts; a delete of nothing is 1. */
const tableUnits = (old: Item | null, next: Item | null): number =>
  writeUnits(Math.max(bytesOf(old), bytesOf(next)));

const indexNames = ['gsi1', 'gsi2'] as const;

/** What a KEYS_ONLY index holds of an item; null when the item lacks one of the index's keys. */
function entryOf(index: (typeof indexNames)[number], item: Item | null): Item | null {
  const [pk, sk] = [`${index}pk`, `${index}sk`];
  if (item?.[pk] === undefined || item[sk] === undefined) return null;
  return { pk: item.pk, sk: item.sk, [pk]: item[pk], [sk]: item[sk] };
}

/**
 * Index writes that follow an item's write: 1 for an entry that comes or goes, 2 for one whose keys change
 * (delete and put), none for one that stays, since nothing but keys is projected.
 */
function indexUnits(old: Item | null, next: Item | null): number {
  let units = 0;
  for (const index of indexNames) {
    const [before, after] = [entryOf(index, old), entryOf(index, next)];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    for (const entry of [before, after]) if (entry) units += writeUnits(bytesOf(entry));
  }
  return units;
}

/** Partition keys of the index entries that a change writes. */
export function indexKeys({ old, next }: Change): string[] {
  return indexNames.flatMap((index) => {
    const [before, after] = [entryOf(index, old), entryOf(index, next)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [before, after].flatMap((entry) => (entry ? [String(entry[`${index}pk`])] : []));
  });
}

/** One write as it went: the item before, and the item after (null: deleted, or never there). */
export type Change = { old: Item | null; next: Item | null };

/** PutItem, UpdateItem, DeleteItem and each member of BatchWriteItem. */
export const changeUnits = ({ old, next }: Change): number => tableUnits(old, next) + indexUnits(old, next);

/**
 * A member of a committed transaction: prepared and committed, so twice; its index entries are written once,
 * after the commit. A ConditionCheck is a member that leaves its item as it is.
 */
export const transactedUnits = ({ old, next }: Change): number =>
  2 * tableUnits(old, next) + indexUnits(old, next);

/** A condition that does not hold costs as if it held (of an update the result is unknown), but for the indexes. */
export const refusedUnits = ({ old, next }: Change): number => tableUnits(old, next);

/** Each item of a BatchGetItem by itself; what is missing costs the minimum. */
export const batchReadUnits = (items: Item[], asked: number, consistent: boolean): number =>
  items.reduce((sum, item) => sum + readUnits(bytesOf(item), consistent), 0) +
  Math.max(0, asked - items.length) * readUnits(0, consistent);

/** A Query rounds the sum of what it read, not each item. */
export const queryUnits = (items: Item[], consistent: boolean): number =>
  readUnits(
    items.reduce((sum, item) => sum + bytesOf(item), 0),
    consistent,
  );

export const getUnits = (item: Item | null, consistent: boolean): number =>
  readUnits(bytesOf(item), consistent);
