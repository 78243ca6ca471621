import type { Entries, Page } from '../domain/ports/common.ts';
import { type Key, listedId, listShards } from './schema.ts';
import { type Item, type Query, recordOf, type Scan, type Table } from './table.ts';

type Found = { items: Item[]; more: boolean };

/** One shard's next items after `after` (a sort key), in list order. */
type ReadShard = (shard: number, page: { after: string | null; limit: number }) => Promise<Found>;

type Shard = { number: number; items: Item[]; last: string | null; more: boolean };

/** The minimum items to request per shard, because this many small items cost the same as one. */
const leastAsked = 10;

/** A shard's share of a page plus three standard deviations, so a second round is rare. */
function askedOf(shards: number, limit: number): number {
  const share = (limit + 1) / shards;
  if (shards === 1) return limit + 1;
  return Math.min(limit + 1, Math.max(leastAsked, Math.ceil(share + 3 * Math.sqrt(share))));
}

/**
 * One page of a list whose items are spread over shards by a hash of their ids, in the order of `idOf`. Each
 * shard is asked for a little more than its share, and again only if its next items could belong to the page.
 * So a page costs little more than its own items, however long the list.
 */
export async function mergedPage(
  {
    shards,
    limit,
    after,
    descending,
  }: { shards: number; limit: number; after: string | null; descending: boolean },
  read: ReadShard,
  idOf: (item: Item) => string = ({ sk }) => sk,
): Promise<Found> {
  const ask = askedOf(shards, limit);
  const isBefore = (a: string, b: string) => (descending ? a > b : a < b);
  const shardOf = (number: number): Shard => ({ number, items: [], last: after, more: true });
  const all = Array.from({ length: shards }, (_, number) => shardOf(number));
  const readOn = async (shard: Shard) => {
    const { items, more } = await read(shard.number, { after: shard.last, limit: ask });
    const last = items.at(-1);
    shard.items.push(...items);
    if (last !== undefined) shard.last = idOf(last);
    shard.more = more && items.length > 0;
  };
  for (let waiting = all; ; ) {
    await Promise.all(waiting.map(readOn));
    const sorted = all.flatMap(({ items }) => items).sort((a, b) => (isBefore(idOf(a), idOf(b)) ? -1 : 1));
    const next = sorted[limit];
    const beyond = next && idOf(next);
    const isWithin = (last: string | null) => beyond === undefined || last === null || isBefore(last, beyond);
    waiting = all.filter(({ more, last }) => more && isWithin(last));
    if (waiting.length === 0) return { items: sorted.slice(0, limit), more: beyond !== undefined };
  }
}

/** A page of a list in such an index, newest first: its items, and the id where the next page begins. */
export async function newestPage<Listed extends string>(
  table: Table,
  page: { shards: number; limit: number; before: string | null; since?: string | null },
  indexOf: (shard: number) => Query,
  idOf: (item: Item) => Listed,
): Promise<{ items: Item[]; next: Listed | null }> {
  const { shards, limit, before, since = null } = page;
  const { items, more } = await mergedPage(
    { shards, limit, after: before, descending: true },
    (shard, { after, limit: wanted }) => {
      const range = { ...(after !== null && { after }), ...(since !== null && { least: since }) };
      return table.query({ ...indexOf(shard), ...range, descending: true, limit: wanted });
    },
    idOf,
  );
  const last = items.at(-1);
  return { items, next: more && last ? idOf(last) : null };
}

/**
 * The entries of a page from `newestPage`. The index is eventually consistent. If an entry was removed and
 * added again, the index may still list its old id, which is skipped.
 */
export async function listedEntries<T extends { id: string }>(
  table: Table,
  page: Page,
  indexOf: (shard: number) => Query,
  ofItem: (item: Item) => T | null,
): Promise<Entries<T>> {
  const { items, next } = await newestPage(table, { shards: listShards, ...page }, indexOf, listedId);
  const found = await table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })));
  const entries = items.flatMap((listed, i) => {
    const entry = found[i] ? ofItem(found[i]) : null;
    return entry?.id === listedId(listed) ? [entry] : [];
  });
  return { entries, next };
}

/** The ids next to one in such an index. Null at the ends of the list. */
export async function neighborIds<Listed extends string>(
  table: Table,
  { shards, id }: { shards: number; id: Listed },
  indexOf: (shard: number) => Query,
  idOf: (item: Item) => Listed,
): Promise<{ newer: Listed | null; older: Listed | null }> {
  const next = async (descending: boolean) => {
    const { items } = await mergedPage(
      { shards, limit: 1, after: id, descending },
      (shard, { after, limit }) =>
        table.query({ ...indexOf(shard), ...(after !== null && { after }), descending, limit }),
      idOf,
    );
    return items[0] ? idOf(items[0]) : null;
  };
  const [newer, older] = await Promise.all([next(false), next(true)]);
  return { newer, older };
}

/** A page of a partition whose sort keys are a prefix and an id, newest first. Strongly consistent. */
export async function newestOf(
  table: Table,
  { pk, prefix }: { pk: string; prefix: string },
  { limit, before }: Page,
): Promise<{ items: Item[]; next: string | null }> {
  const range = { pk, prefix, ...(before !== null && { after: `${prefix}${before}` }) };
  const { items, more } = await table.query({ ...range, descending: true, consistent: true, limit });
  const last = items.at(-1)?.sk.slice(prefix.length) ?? null;
  return { items, next: more ? last : null };
}

/** The same, as records. */
export async function entriesOf<T>(
  table: Table,
  partition: { pk: string; prefix: string },
  page: Page,
  ofItem: (item: Item) => T = recordOf<T>,
): Promise<Entries<T>> {
  const { items, next } = await newestOf(table, partition, page);
  return { entries: items.map(ofItem), next };
}

/** All items of a query, page by page, in sort key order. */
export async function queryAll(table: Table, query: Query): Promise<Item[]> {
  const items: Item[] = [];
  for (let { after } = query; ; ) {
    const page = await table.query({ ...query, ...(after !== undefined && { after }) });
    items.push(...page.items);
    const last = page.items.at(-1);
    after = last && String(last[query.index ? `${query.index}sk` : 'sk']);
    if (!page.more || after === undefined) return items;
  }
}

export async function* scanPages(table: Table, scan: Omit<Scan, 'after'>): AsyncGenerator<Item[]> {
  for (let after: Key | null = null; ; ) {
    const page: Awaited<ReturnType<Table['scan']>> = await table.scan({ ...scan, after });
    yield page.items;
    after = page.next;
    if (after === null) return;
  }
}
