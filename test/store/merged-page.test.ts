import { mergedPage, queryAll } from '../../shared/store/pages.ts';
import { shardOf } from '../../shared/store/schema.ts';
import type { Item, Table } from '../../shared/store/table.ts';

/** A list of so many ids over shards, newest first, and how often each page of it asked a shard. */
function listOf(count: number, shards: number, seed: number) {
  const ids = Array.from({ length: count }, (_, i) => `msg_${seed}_${String(i).padStart(6, '0')}`).reverse();
  const spread = Array.from({ length: shards }, (_, n) => ids.filter((id) => shardOf(id, shards) === n));
  const asked: { shard: number; limit: number }[] = [];
  const page = (limit: number, before: string | null) => {
    asked.length = 0;
    return mergedPage(
      { shards, limit, after: before, descending: true },
      async (shard, { after, limit: most }) => {
        asked.push({ shard, limit: most });
        const rest = (spread[shard] ?? []).filter((id) => after === null || id < after);
        const items = rest.slice(0, most).map((sk): Item => ({ pk: '', sk }));
        return { items, more: rest.length > most };
      },
    );
  };
  return { ids, asked, page };
}

test.each([
  [16, 25],
  [16, 100],
  [4, 25],
])(
  'of 60 first pages over %d shards with %d items at most one in ten costs a second round [P23]',
  async (shards, limit) => {
    let twice = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { ids, asked, page } = listOf(limit * 3, shards, seed);
      const { items, more } = await page(limit, null);
      expect({ ids: items.map(({ sk }) => sk), more }).toEqual({ ids: ids.slice(0, limit), more: true });
      if (asked.length > shards) twice++;
    }
    expect(twice).toBeLessThanOrEqual(6);
  },
);

test('a shard is asked for ten items of a page of 25, and for no more than a small page has [P23]', async () => {
  const { asked, page } = listOf(500, 16, 1);
  await page(25, null);
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([10]));
  await page(1, null);
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([2]));
});

test.each([
  ['a partition', {}, 'sk'],
  ['an index', { index: 'gsi1' }, 'gsi1sk'],
] as const)('all items of %s are read, over any number of pages', async (_, of, sort) => {
  const items = Array.from(
    { length: 25 },
    (_, i): Item => ({ pk: 'p', sk: `s${99 - i}`, [sort]: `k${i + 10}` }),
  );
  const query: Table['query'] = async ({ after = '' }) => {
    const rest = items.filter((item) => String(item[sort]) > after);
    return { items: rest.slice(0, 10), more: rest.length > 10 };
  };
  expect(await queryAll({ query } as Table, { pk: 'p', ...of })).toEqual(items);
});
