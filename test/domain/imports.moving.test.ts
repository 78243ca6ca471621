import { memoryImports } from '../support/memory-imports.ts';

type Row = Record<string, unknown>;

const now_s = Date.UTC(2026, 4, 1) / 1000;
const rowsOf = (n: number, more: Row = {}): Row[] =>
  Array.from({ length: n }, (_, i) => ({ created: now_s - i, email: `r${i}@gone.example`, ...more }));

/** A random number generator that a seed repeats (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pageOf = (rows: Row[], query: URLSearchParams): Row[] => {
  const offset = Number(query.get('offset'));
  return rows.slice(offset, offset + Number(query.get('limit')));
};

/** `MOVING_LISTS=200 npm test -- test/domain/imports.moving` tries more of them. */
const seeds = Number(process.env.MOVING_LISTS ?? 60);

/** Lists of up to 2,500 rows from which rows go between pages, with requests that end after any page. */
test.each(Array.from({ length: seeds }, (_, seed) => [seed]))(
  'M20, M21: a list that moves loses no row that stayed, and none comes twice (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    let rows = rowsOf(1 + Math.floor(random() * 2500));
    const begun = rows.length;
    const world = memoryImports((list, query) => {
      if (list !== 'suppression/bounces') return [];
      if (random() < 0.3) world.state.at += 26_000;
      if (random() < 0.5) {
        const [from, share] = [Math.floor(random() * rows.length), random() * 0.1];
        rows = rows.filter((_, i) => i < from || random() > share);
      }
      // The row that a page ended with is the one that matters.
      if (random() < 0.3) rows = rows.filter((_, i) => (i + 1) % 500 !== 0);
      return pageOf(rows, query);
    });
    const done = await world.finish();
    for (const { email } of rows) expect(world.addresses.get(String(email))?.suppression).toBeTruthy();
    const { totals } = done.suppressions;
    expect(totals.imported).toBe(world.addresses.size);
    expect(totals).toMatchObject({ found: totals.imported, skipped: 0, already_suppressed: 0 });
    expect(totals.imported).toBeLessThanOrEqual(begun);
    expect(done.errors).toBe(0);
  },
);

const lists: Record<string, Row[]> = {
  'suppression/spam_reports': rowsOf(4),
  'suppression/bounces': [...rowsOf(25, { reason: 'user unknown' }), { email: 'none' }],
  'suppression/unsubscribes': rowsOf(30),
  'asm/suppressions': [
    ...rowsOf(12, { group_id: 1, created: undefined }),
    ...rowsOf(14, { group_id: 2, created: undefined }),
  ],
  'suppression/blocks': rowsOf(3),
};

test('M17: killed at any of its writes, an import comes to the same totals and the same entries', async () => {
  const whole = memoryImports((list, query) => pageOf(lists[list] ?? [], query));
  const wanted = await whole.finish();
  expect(wanted.suppressions.totals).toMatchObject({
    ...{ complaint: 4, bounce: 21, unsubscribe: 5, product_opt_out: 14, imported: 44 },
  });
  const entries = JSON.stringify(
    [...whole.addresses].map(([email, { suppression }]) => [email, suppression?.reason]).sort(),
  );
  const writes = whole.state.writes;
  expect(writes).toBeGreaterThan(44);
  for (let dieAt = 1; dieAt <= writes + 1; dieAt++) {
    let calls = 0;
    const world = memoryImports((list, query) => {
      // The first request ends after its first call, so that there is a cursor.
      if (++calls === 1) world.state.at += 26_000;
      return pageOf(lists[list] ?? [], query);
    });
    const { next_cursor } = await world.request();
    expect(next_cursor).not.toBeNull();
    world.state.dieAt = world.state.writes + dieAt;
    let cursor = next_cursor;
    while (cursor !== null) {
      try {
        cursor = (await world.request(cursor)).next_cursor;
      } catch {
        world.state.dieAt = Number.POSITIVE_INFINITY;
        world.state.at += 60_000;
      }
    }
    expect([dieAt, world.recorded().suppressions]).toEqual([dieAt, wanted.suppressions]);
    const found = [...world.addresses].map(([email, { suppression }]) => [email, suppression?.reason]).sort();
    expect(JSON.stringify(found)).toBe(entries);
  }
});

test('M19: paging that goes nowhere is a bad answer of that list, and the next one comes', async () => {
  const page = rowsOf(500);
  const world = memoryImports((list, query) => {
    if (list === 'suppression/blocks') return pageOf(rowsOf(1), query);
    return list === 'suppression/bounces' ? page : [];
  });
  let cursor = (await world.request()).next_cursor;
  while (cursor !== null) {
    world.state.at += 61_000;
    cursor = (await world.request(cursor)).next_cursor;
  }
  const { errors, suppressions } = world.recorded();
  expect([errors, suppressions.totals.bounce, suppressions.skipped_reasons]).toEqual([
    1,
    500,
    { provider_block: 1 },
  ]);
});
