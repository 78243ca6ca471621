import type { Context } from '../../../shared/domain/context.ts';
import { filteredPage } from '../../../shared/domain/lists/filtered-page.ts';

type Entry = { id: string; fits: boolean; weight: number };

const cursors = {
  seal: async (_bound: string[], at: string) => at,
  open: async (_b: string[], at: string) => at,
};
let now = 0;
const ctx = { cursors, runtime: { now: () => now } } as unknown as Context;

/** Pages of a list in the order of its ids, read as a table would give them. */
async function pagesOf(
  entries: Entry[],
  input: { limit: number; filtered: boolean; isGone?: (id: string) => boolean },
) {
  const { isGone = () => false } = input;
  const pages: string[][] = [];
  let reads = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await filteredPage(
      ctx,
      { cursor, limit: input.limit },
      {
        name: 'records',
        bound: [],
        filtered: input.filtered,
        read: async ({ limit, before }) => {
          reads++;
          const from = before === null ? 0 : entries.findIndex(({ id }) => id === before) + 1;
          const found = entries.slice(from, from + limit);
          return { entries: found, next: from + limit < entries.length ? (found.at(-1)?.id ?? null) : null };
        },
        keep: ({ fits }) => fits,
        show: async (found) =>
          found.map(({ id, weight }) => (isGone(id) ? null : { id, padding: 'x'.repeat(weight) })),
      },
    );
    pages.push(page.records.map(({ id }) => id));
    expect(page.has_more).toBe(page.next_cursor !== null);
    if (page.next_cursor === null) return { pages, reads };
    cursor = page.next_cursor;
  }
}

const many = (count: number, fits: (i: number) => boolean, weight = 0): Entry[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(i).padStart(5, '0'), fits: fits(i), weight }));

test('one request looks at 1,000 entries at most, then goes on from there [Q14]', async () => {
  const { pages, reads } = await pagesOf(
    many(2_500, (i) => i === 2_400),
    { limit: 10, filtered: true },
  );
  expect(pages).toEqual([[], [], ['02400']]);
  expect(reads).toBe(25);
});

test('every entry that fits is told once, whatever the limit [C5]', async () => {
  for (const limit of [1, 7, 99, 100]) {
    const { pages } = await pagesOf(
      many(230, (i) => i % 3 === 0),
      { limit, filtered: true },
    );
    expect(pages.flat()).toEqual(many(230, () => true).flatMap(({ id }, i) => (i % 3 === 0 ? [id] : [])));
    expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
  }
});

test('a page that a function cannot answer is cut, and nothing is left out [architecture 6]', async () => {
  for (const filtered of [true, false]) {
    const { pages } = await pagesOf(
      many(100, () => true, 128 * 1024),
      { limit: 100, filtered },
    );
    expect(pages.length).toBe(3);
    expect(pages.flat()).toEqual(many(100, () => true).map(({ id }) => id));
  }
});

test('an unfiltered page is full or the last, where reads are short [Q61]', async () => {
  const entries = many(10, () => true);
  // Of each read only the entries with an even number are still there.
  const read = async ({ limit, before }: { limit: number; before: string | null }) => {
    const from = before === null ? 0 : entries.findIndex(({ id }) => id === before) + 1;
    const found = entries.slice(from, from + limit);
    const next = from + limit < entries.length ? (found.at(-1)?.id ?? null) : null;
    return { entries: found.filter(({ id }) => Number(id) % 2 === 0), next };
  };
  const list = { name: 'records', read, show: async (found: Entry[]) => found } as const;
  const first = await filteredPage(ctx, { limit: 3 }, { ...list, bound: [] });
  expect(first.records.map(({ id }) => Number(id))).toEqual([0, 2, 4]);
  const cursor = first.next_cursor as string;
  const second = await filteredPage(ctx, { limit: 3, cursor }, { ...list, bound: [] });
  expect({ ids: second.records.map(({ id }) => Number(id)), has_more: second.has_more }).toEqual({
    ids: [6, 8],
    has_more: false,
  });
});

/** A list of a thousand entries, all expired but the first 24 and the last, of which each read takes `ms`. */
function expiredBetween(ms: number) {
  const reads: number[] = [];
  const read = async ({ limit, before }: { limit: number; before: string | null }) => {
    now += ms;
    reads.push(limit);
    const from = before === null ? 0 : Number(before) + 1;
    const numbers = Array.from({ length: Math.min(limit, 1_000 - from) }, (_, i) => from + i);
    const entries = numbers.filter((i) => i < 24 || i === 999).map((i) => ({ id: String(i) }));
    return { entries, next: from + limit < 1_000 ? String(from + limit - 1) : null };
  };
  const list = { name: 'records', read, show: async (found: { id: string }[]) => found } as const;
  return {
    reads,
    page: (cursor?: string) => filteredPage(ctx, { limit: 25, cursor }, { ...list, bound: [] }),
  };
}

test('expired entries behind those of a page are read in chunks, not one at a time [Q61]', async () => {
  const { reads, page } = expiredBetween(0);
  const { records, has_more } = await page();
  expect({ records: records.length, last: records.at(-1)?.id, has_more }).toEqual({
    records: 25,
    last: '999',
    has_more: false,
  });
  expect(reads).toEqual([25, ...Array(10).fill(100)]);
});

test('where they take 20 s the page is short, and its cursor goes on from there [Q14]', async () => {
  const { reads, page } = expiredBetween(5_000);
  const first = await page();
  expect({ records: first.records.length, has_more: first.has_more, reads: reads.length }).toEqual({
    records: 24,
    has_more: true,
    reads: 4,
  });
  const found = [];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const { records, next_cursor } = await page(cursor);
    found.push(records.map(({ id }) => id));
    cursor = next_cursor;
  }
  expect(found).toEqual([[], [], ['999']]);
});

test('one that is gone when it is shown is left out, and no other is told twice or not at all [C5]', async () => {
  const entries = many(7, () => true);
  for (const filtered of [true, false])
    for (const limit of [1, 2, 3]) {
      const isGone = (id: string) => ['00000', '00003'].includes(id);
      const { pages } = await pagesOf(entries, { limit, filtered, isGone });
      const left = entries.map(({ id }) => id).filter((id) => !isGone(id));
      expect([filtered, limit, pages.flat()]).toEqual([filtered, limit, left]);
    }
});
