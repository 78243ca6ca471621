import { agedCache, cached, createOccurrenceCounter, loadedOnce, lruCache } from '../../shared/core/cache.ts';

test('of more than fits the entry that was used longest ago leaves', () => {
  const cache = lruCache<number>({ max: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([1, undefined, 3]);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});

test('values count by their weight; what is heavier than all is not kept', () => {
  const cache = lruCache<string>({ max: 5, weigh: (value) => value.length });
  cache.set('a', 'xxx');
  cache.set('a', 'xx');
  cache.set('b', 'xxx');
  expect([cache.get('a'), cache.get('b')]).toEqual(['xx', 'xxx']);
  cache.set('c', 'x');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'xxx', 'x']);
  cache.set('d', 'xxxxxx');
  expect(['b', 'c', 'd'].map(cache.get)).toEqual([undefined, undefined, undefined]);
});

test('an aged entry is for readers who accept its age, counted from its read', () => {
  let now = 1_000;
  const cache = agedCache<string>(() => now);
  cache.set('a', 'x', 900);
  now = 1_100;
  expect(cache.get('a', 201)).toBe('x');
  expect(cache.get('a', 200)).toBeUndefined();
  expect(cache.get('a', 300)).toBe('x');
});

test('loads again when the age is over, and every time what is not there', async () => {
  let now = 0;
  const loaded: string[] = [];
  const load = cached(
    () => now,
    30,
    async (key) => {
      loaded.push(key);
      return key === 'none' ? null : key;
    },
  );
  for (const key of ['a', 'a', 'none', 'none']) await load(key);
  now = 30;
  expect(await load('a')).toBe('a');
  expect(loaded).toEqual(['a', 'none', 'none', 'a']);
});

test('occurrences are counted by key, the forgotten ones from 1 again', () => {
  const count = createOccurrenceCounter(2);
  expect(['a', 'a', 'b', 'a', 'c', 'b', 'a'].map(count)).toEqual([1, 2, 1, 3, 1, 1, 1]);
});

test('a load slower than its max age is shared, and its value ages from when it ends', async () => {
  let now = 0;
  const loads: ((value: string | null) => void)[] = [];
  const load = loadedOnce(
    () => now,
    100,
    () => new Promise<string | null>((done) => loads.push(done)),
  );
  const first = load('a');
  now = 1_000;
  const second = load('a');
  loads[0]?.('value');
  expect({ loads: loads.length, first: await first, second: await second }).toEqual({
    loads: 1,
    first: 'value',
    second: 'value',
  });
  now = 1_099;
  await load('a');
  expect(loads).toHaveLength(1);
  now = 1_100;
  const third = load('a');
  loads[1]?.(null);
  await third;
  void load('a');
  expect(loads).toHaveLength(3);
});
