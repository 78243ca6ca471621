import type { Key } from './schema.ts';
import type { Item, Query, Scan, Table } from './table.ts';

/** Every item that a query finds, page by page, in the order of their sort keys. */
export async function queryAll(table: Table, query: Omit<Query, 'index'>): Promise<Item[]> {
  const items: Item[] = [];
  for (let { after } = query; ; ) {
    const page = await table.query({ ...query, ...(after !== undefined && { after }) });
    items.push(...page.items);
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return items;
  }
}

/** The items of a part of the table, page by page. */
export async function* scanPages(table: Table, scan: Omit<Scan, 'after'>): AsyncGenerator<Item[]> {
  for (let after: Key | null = null; ; ) {
    const page: Awaited<ReturnType<Table['scan']>> = await table.scan({ ...scan, after });
    yield page.items;
    after = page.next;
    if (after === null) return;
  }
}
