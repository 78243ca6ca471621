import { isBranded } from '../core/brand.ts';
import type { Key } from './schema.ts';

/** An item as the table holds it; `ttl` in epoch seconds. */
export type Item = Key & { ttl?: number } & Record<string, unknown>;

/** DynamoDB deletes expired items days late, so answers to callers compare the time. */
export const isExpired = ({ ttl }: Item, now: number): boolean => ttl !== undefined && ttl * 1000 <= now;

export const currentOf = (items: (Item | null)[], now: number): Item[] =>
  items.filter((item) => item !== null).filter((item) => !isExpired(item, now));

export const absent = 'attribute_not_exists(pk)';
export const present = 'attribute_exists(pk)';

/** A condition or update in DynamoDB's own expression language. */
export type Expression = {
  condition?: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

/** The condition that there is no item, or one that has expired and is not deleted yet (`now_s` in epoch seconds). */
export const absentOrExpired = (now_s: number): Expression => ({
  condition: `${absent} OR #ttl <= :now`,
  names: { '#ttl': 'ttl' },
  values: { ':now': now_s },
});

/** One part of a transaction; `label` names it in `ConditionFailed.failed`. */
export type Write = { label?: string } & (
  | ({ put: Item } & Expression)
  | ({ update: Key; expression: string } & Expression)
  | ({ delete: Key } & Expression)
  | ({ check: Key; condition: string } & Expression)
);

export type Update = Extract<Write, { update: Key }>;

/** For what must not be made twice. */
export type Once = { once?: boolean };

export type Query = {
  index?: 'gsi1' | 'gsi2';
  pk: string;
  /** Sort keys that begin with this. */
  prefix?: string;
  /** Sort keys after (or, descending, before) this one, exclusive. */
  after?: string;
  /** Sort keys from this one on, inclusive. */
  least?: string;
  descending?: boolean;
  limit?: number;
  consistent?: boolean;
  /** The attributes that are answered, besides the keys; absent: all. */
  attributes?: string[];
};

/**
 * The thin layer over DynamoDB that repositories are written against; `shared/aws/table.ts` is its one implementation.
 * A condition that does not hold throws `ConditionFailed`.
 */
export type Table = {
  get: (key: Key, options?: { consistent?: boolean }) => Promise<Item | null>;
  /** Any number of keys, answered in their order; missing items are null. */
  batchGet: (keys: Key[], options?: { consistent?: boolean }) => Promise<(Item | null)[]>;
  put: (item: Item, expression?: Expression) => Promise<void>;
  /** The item after the update. `once`: it is not sent again after its answer is lost, and may have been made. */
  update: (key: Key, expression: string, options?: Expression & Once) => Promise<Item>;
  delete: (key: Key, expression?: Expression) => Promise<void>;
  /** Unconditional puts and deletes, retried until all are taken. */
  batchWrite: (writes: { puts?: Item[]; deletes?: Key[] }) => Promise<void>;
  /**
   * All or nothing. A single write is sent as a plain one, since a transaction costs twice as much, unless `once` is
   * set: for what must not be made twice where its answer is lost and the SDK sends it again.
   */
  transact: (writes: Write[], options?: Once) => Promise<void>;
  query: (query: Query) => Promise<{ items: Item[]; more: boolean }>;
  /** Strongly consistent; for operators' commands only. */
  scan: (scan: Scan) => Promise<{ items: Item[]; next: Key | null }>;
};

/** A page of the whole table; items with one partition key follow each other. */
export type Scan = {
  /** `next` of the page before; null: the first page. */
  after: Key | null;
  /** The part of the table that is read, of so many. */
  part: number;
  parts: number;
  /** The attributes that are read, besides the keys. */
  attributes: string[];
};

const failedBrand = Symbol.for('mailwright.ConditionFailed');

export class ConditionFailed extends Error {
  readonly [failedBrand] = true;
  /** The item where the (first) condition failed; null: none. */
  readonly item: Item | null;
  /** The labels of the writes whose condition failed, each with the stored item. */
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

/** A running transaction held an item of this write: nothing was written, and it may be tried again. */
export class TransactionConflict extends Error {
  readonly [conflictBrand] = true;
  /** The stored item is not known. */
  readonly item = null;
  readonly failed: ReadonlyMap<string, Item | null> = new Map();
  /** As AWS's clients mark it: 503 when no more attempts are made. */
  readonly $retryable = {};
  constructor() {
    super('transaction conflict');
    this.name = 'TransactionConflict';
  }
}

export const isTransactionConflict = (error: unknown): error is TransactionConflict =>
  isBranded(error, conflictBrand);

/** The record of an item: without its keys, index keys, entity type and expiry. */
export function recordOf<T>(item: Item): T {
  const { pk: _pk, sk: _sk, et: _et, ttl: _ttl, ...rest } = item;
  const { gsi1pk: _1, gsi1sk: _2, gsi2pk: _3, gsi2sk: _4, ...record } = rest;
  return record as T;
}

/** The item under a key as a replica shows it; one that it does not show may be new, and is read strongly consistent. */
export const getWritten = async (table: Table, key: Key): Promise<Item | null> =>
  (await table.get(key)) ?? table.get(key, { consistent: true });

/** The record under a key, strongly consistent. */
export async function readRecord<T>(table: Table, key: Key): Promise<T | null> {
  const item = await table.get(key, { consistent: true });
  return item && recordOf<T>(item);
}

/** The record under a key, which may be as it was a second ago, but is never missed. */
export async function findRecord<T>(table: Table, key: Key): Promise<T | null> {
  const item = await getWritten(table, key);
  return item && recordOf<T>(item);
}
