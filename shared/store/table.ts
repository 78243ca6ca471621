import { isBranded } from '../core/brand.ts';
import type { Key } from './schema.ts';

/** An item as stored. `ttl` in epoch seconds. */
export type Item = Key & { ttl?: number } & Record<string, unknown>;

/** DynamoDB deletes expired items days late, so responses compare the time. */
export const isExpired = ({ ttl }: Item, now: number): boolean => ttl !== undefined && ttl * 1000 <= now;

export const currentOf = (items: (Item | null)[], now: number): Item[] =>
  items.filter((item) => item !== null).filter((item) => !isExpired(item, now));

export const absent = 'attribute_not_exists(pk)';
export const present = 'attribute_exists(pk)';

/** A condition or update in DynamoDB's expression language. */
export type Expression = {
  condition?: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

/** The condition that the item is missing, or expired but not yet deleted (`now_s` in epoch seconds). */
export const absentOrExpired = (now_s: number): Expression => ({
  condition: `${absent} OR #ttl <= :now`,
  names: { '#ttl': 'ttl' },
  values: { ':now': now_s },
});

/** One part of a transaction. `label` names it in `ConditionFailed.failed`. */
export type Write = { label?: string } & (
  | ({ put: Item } & Expression)
  | ({ update: Key; expression: string } & Expression)
  | ({ delete: Key } & Expression)
  | ({ check: Key; condition: string } & Expression)
);

export type Update = Extract<Write, { update: Key }>;

/** For writes that must not happen twice. */
export type Once = { once?: boolean };

export type Query = {
  index?: 'gsi1' | 'gsi2';
  pk: string;
  /** Sort keys with this prefix. */
  prefix?: string;
  /** Only sort keys after this one, or before this one in descending order. */
  after?: string;
  /** Sort keys from this one on, inclusive. */
  least?: string;
  descending?: boolean;
  limit?: number;
  consistent?: boolean;
  /** The attributes to return in addition to the keys. By default, all. */
  attributes?: string[];
};

/**
 * The thin DynamoDB layer that repositories use. Implemented only by `shared/aws/table.ts`. A failed
 * condition throws `ConditionFailed`.
 */
export type Table = {
  get: (key: Key, options?: { consistent?: boolean }) => Promise<Item | null>;
  /** Any number of keys. Results in their order, null for missing items. */
  batchGet: (keys: Key[], options?: { consistent?: boolean }) => Promise<(Item | null)[]>;
  put: (item: Item, expression?: Expression) => Promise<void>;
  /**
   * The item after the update. With `once`, the update isn't repeated after a lost response, so it may have
   * happened.
   */
  update: (key: Key, expression: string, options?: Expression & Once) => Promise<Item>;
  delete: (key: Key, expression?: Expression) => Promise<void>;
  /** Unconditional puts and deletes, retried until all succeed. */
  batchWrite: (writes: { puts?: Item[]; deletes?: Key[] }) => Promise<void>;
  /**
   * All or nothing. A single write is sent as a plain one, because a transaction costs twice as much, unless
   * `once` is set. `once` is for writes that must not happen twice if the SDK repeats them after a lost
   * response.
   */
  transact: (writes: Write[], options?: Once) => Promise<void>;
  query: (query: Query) => Promise<{ items: Item[]; more: boolean }>;
  /** Strongly consistent. Only for operators' commands. */
  scan: (scan: Scan) => Promise<{ items: Item[]; next: Key | null }>;
};

/** A page of the whole table. Items with the same partition key follow each other. */
export type Scan = {
  /** `next` of the previous page. Null for the first page. */
  after: Key | null;
  /** Which part of the table to read, out of `parts`. */
  part: number;
  parts: number;
  /** The attributes to read in addition to the keys. */
  attributes: string[];
};

const failedBrand = Symbol.for('mailwright.ConditionFailed');

export class ConditionFailed extends Error {
  readonly [failedBrand] = true;
  /** The item where the first condition failed, or null. */
  readonly item: Item | null;
  /** The labels of the failed writes, each with the stored item. */
  readonly failed: ReadonlyMap<string, Item | null>;
  constructor(item: Item | null, failed: ReadonlyMap<string, Item | null> = new Map()) {
    super('condition failed');
    this.name = 'ConditionFailed';
    this.item = item;
    this.failed = failed;
  }
}

export const isConditionFailed = (error: unknown): error is ConditionFailed => isBranded(error, failedBrand);

const conflictBrand = Symbol.for('mailwright.TransactionConflict');

/** A running transaction held an item, so nothing was written, and the write can be retried. */
export class TransactionConflict extends Error {
  readonly [conflictBrand] = true;
  /** The stored item is unknown. */
  readonly item = null;
  readonly failed: ReadonlyMap<string, Item | null> = new Map();
  /** Set as the AWS clients do, which means 503 after the last attempt. */
  readonly $retryable = {};
  constructor() {
    super('transaction conflict');
    this.name = 'TransactionConflict';
  }
}

export const isTransactionConflict = (error: unknown): error is TransactionConflict =>
  isBranded(error, conflictBrand);

/** An item's record: without keys, index keys, entity type, and expiry. */
export function recordOf<T>(item: Item): T {
  const { pk: _pk, sk: _sk, et: _et, ttl: _ttl, ...rest } = item;
  const { gsi1pk: _1, gsi1sk: _2, gsi2pk: _3, gsi2sk: _4, ...record } = rest;
  return record as T;
}

/** The item as a replica shows it. If missing, it may be new and is read with strong consistency. */
export const getWritten = async (table: Table, key: Key): Promise<Item | null> =>
  (await table.get(key)) ?? table.get(key, { consistent: true });

/** The record under a key, strongly consistent. */
export async function readRecord<T>(table: Table, key: Key): Promise<T | null> {
  const item = await table.get(key, { consistent: true });
  return item && recordOf<T>(item);
}

/** The record under a key. It may be up to a second old, but if it exists it is always found. */
export async function findRecord<T>(table: Table, key: Key): Promise<T | null> {
  const item = await getWritten(table, key);
  return item && recordOf<T>(item);
}
