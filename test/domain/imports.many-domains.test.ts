import { importedLists } from '../support/list-imports.ts';
import { cases } from '../support/whole.ts';

/** MANY_DOMAINS=5000 imports from an account of so many. */
const count = cases(1_100, 300);
const call_ms = 100;
const slice_ms = 25_000;
/** What a request may take beyond the time of its slice (M16). */
const grace_ms = 4_000;

const nameOf = (i: number) => `d${String(i).padStart(5, '0')}.example`;

/** Mailgun with one entry in each list of each domain; every call takes `call_ms`. */
function manyDomains() {
  const asked = { pages: 0, lists: 0 };
  const world = importedLists({
    name: 'mailgun',
    answer: ({ pathname, searchParams }) => {
      world.state.at += call_ms;
      if (pathname === '/v4/domains') {
        const [limit, skip] = [Number(searchParams.get('limit')), Number(searchParams.get('skip') ?? 0)];
        if (limit > 1) asked.pages++;
        const length = Math.max(0, Math.min(limit, count - skip));
        const items = Array.from({ length }, (_, i) => ({ name: nameOf(skip + i), type: 'custom' }));
        return { total_count: count, items };
      }
      asked.lists++;
      const [, , domain, list] = pathname.split('/');
      const address = `${list}@${domain}`;
      const items = searchParams.get('page') === 'next' ? [] : [{ address, tags: ['*'], code: 550 }];
      return { items, paging: { next: `https://x/${pathname}?page=next&address=${address}` } };
    },
  });
  return { world, asked };
}

test('every list of very many domains comes, each request ends in time and goes on where the one before ended [M14, M16, M53]', async () => {
  const { world, asked } = manyDomains();
  const { state, request } = world;
  const requests: { ms: number; lists: number; cursor: number }[] = [];
  let cursor: string | undefined;
  do {
    const [begun, before] = [state.at, asked.lists];
    const { next_cursor } = await request(cursor);
    cursor = next_cursor ?? undefined;
    requests.push({ ms: state.at - begun, lists: asked.lists - before, cursor: next_cursor?.length ?? 0 });
  } while (cursor !== undefined);
  if (process.env.MANY_DOMAINS)
    process.stderr.write(
      `${count} domains: ${requests.length} requests, ${asked.pages} pages of domains, ${asked.lists} calls of lists\n`,
    );
  expect(await world.errors()).toEqual([]);
  expect(world.recorded()).toMatchObject({
    stage: null,
    suppressions: { totals: { found: 3 * count, imported: 3 * count } },
  });
  expect(Math.max(...requests.map(({ ms }) => ms))).toBeLessThan(slice_ms + grace_ms);
  expect(Math.min(...requests.map(({ lists }) => lists))).toBeGreaterThan(0);
  expect(Math.max(...requests.map((one) => one.cursor))).toBeLessThan(1_000);
  // Each request reads the names of the domains again, and no list twice but the page it ended with.
  expect(asked.pages).toBe(requests.length * Math.ceil(count / 999));
  expect(asked.lists).toBeLessThanOrEqual(2 * 4 * count + requests.length);
});
