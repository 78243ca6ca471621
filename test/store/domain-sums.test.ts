import { systemRuntime } from '../../shared/core/runtime.ts';
import { counterStore } from '../../shared/store/counters.ts';
import type { Item, Query, Table } from '../../shared/store/table.ts';

const domains = 37;
const days = 12;
const page = 10;
const dayOf = (i: number) => `2026-11-${String(i + 1).padStart(2, '0')}`;

/** The items of an account whose domains all sent each day: more than one page a day. */
const items: Item[] = Array.from({ length: days }, (_, day) =>
  Array.from({ length: domains }, (_, i) => ({
    pk: 'STAT#acc',
    sk: `N#${dayOf(day)}#d${String(i).padStart(2, '0')}.example`,
    sent: day * i,
    bounced: 1,
    'gmail.com:delivered': 7,
  })),
).flat();

/** A table of these items whose pages are short, as they are where items are large; it notes what it is asked. */
function paged(stored: Item[]) {
  const asked = { queries: [] as Query[], running: 0, most: 0 };
  const query: Table['query'] = async (q) => {
    asked.queries.push(q);
    asked.most = Math.max(asked.most, ++asked.running);
    await new Promise(setImmediate);
    asked.running--;
    const { least = '', after = '' } = q;
    const found = stored.filter(({ sk }) => sk >= least && sk < after).reverse();
    return { items: found.slice(0, page), more: found.length > page };
  };
  const table = { query } as Partial<Table> as Table;
  return { asked, store: counterStore(table, systemRuntime()) };
}

test('the numbers of many domains are added up page by page, without what no answer needs [A52]', async () => {
  const { asked, store } = paged(items);
  const range = { from: dayOf(1), to: dayOf(days - 1) };
  const sums = await store.sumDomains('acc_', range, ['sent', 'bounced']);
  const before = (days * (days - 1)) / 2;
  expect([...sums].sort()).toEqual(
    Array.from({ length: domains }, (_, i) => [
      `d${String(i).padStart(2, '0')}.example`,
      { sent: before * i, bounced: days - 1 },
    ]),
  );
  expect(new Set(asked.queries.map(({ attributes }) => attributes?.join()))).toEqual(
    new Set(['sent,bounced']),
  );
  // The first page shows that there are more; their days do not wait for each other.
  expect(asked.most).toBe(10);
});

test('what one page holds is one query [A52]', async () => {
  const { asked, store } = paged(items.slice(0, page));
  const sums = await store.sumDomains('acc_', { from: dayOf(0), to: dayOf(days - 1) }, ['bounced']);
  expect([sums.size, asked.queries.length]).toEqual([page, 1]);
});
