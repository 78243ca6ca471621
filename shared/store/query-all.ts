import type { Item, Query, Table } from './table.ts';

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
