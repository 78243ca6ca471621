import { systemRuntime } from '../../shared/core/runtime.ts';
import { connectionOf, type Importing } from '../../shared/domain/imports/connection.ts';
import type { ImportRequest } from '../../shared/domain/imports/import-request.ts';
import { providersByName } from '../../shared/domain/imports/providers/providers.ts';
import { memoryImports, memoryImportsOf } from '../support/memory-imports.ts';

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

/** `MOVING_LISTS=200 npm test -- test/domain/imports.moving` tries more of them of each kind. */
const seeds = Number(process.env.MOVING_LISTS ?? 20);

/** A list that moves: rows go from anywhere, new ones come. */
function moving(
  random: () => number,
  n: number,
  { key, newRow }: { key: (row: Row) => string; newRow?: (i: number) => Row },
) {
  let rows = rowsOf(n);
  const stayed = new Set(rows.map(key));
  let added = 0;
  const keep = (filter: (row: Row, i: number) => boolean) => {
    rows = rows.filter((row, i) => {
      const kept = filter(row, i);
      if (!kept) stayed.delete(key(row));
      return kept;
    });
  };
  return {
    rows: () => rows,
    stayed,
    move: () => {
      if (random() < 0.5) {
        const [from, share] = [Math.floor(random() * rows.length), random() * 0.1];
        keep((_, i) => i < from || random() > share);
      }
      // The row that a page ended with is the one that matters.
      if (random() < 0.3) keep((_, i) => (i + 1) % 500 !== 0);
      if (newRow === undefined || random() < 0.5) return;
      for (let i = Math.floor(random() * 20); i > 0; i--) rows.unshift(newRow(added++));
    },
  };
}

type Moving = { world: ReturnType<typeof memoryImportsOf>; stayed: Set<string>; begun: number };

const addressOf = ({ email }: Row) => String(email);
const late = (i: number): Row => ({
  email: `new${i}@gone.example`,
  created: now_s + 86_400 * 60,
  created_at: now_s + 86_400 * 60,
});

/** SendGrid pages by offset; what is added later is left out by end_time, of groups by its date. */
function sendgrid(random: () => number): Moving {
  const name = random() < 0.5 ? 'suppression/bounces' : 'asm/suppressions';
  const begun = 1 + Math.floor(random() * 2500);
  const list = moving(random, begun, { key: addressOf, newRow: late });
  const world = memoryImports((asked, query) => {
    if (asked !== name) return [];
    if (random() < 0.3) world.state.at += 26_000;
    list.move();
    const end = Number(query.get('end_time') ?? Number.POSITIVE_INFINITY);
    const shown = list.rows().filter(({ created }) => Number(created) <= end);
    return pageOf(
      shown.map((row) => ({ ...row, group_id: 1, created_at: row.created })),
      query,
    );
  });
  return { world, stayed: list.stayed, begun };
}

/** Mailgun's pages name the next one by a link, here of another host, which is never seen. */
function mailgun(random: () => number): Moving {
  const begun = 1 + Math.floor(random() * 2500);
  const list = moving(random, begun, {
    key: addressOf,
    newRow: (i) => ({ email: `n${Math.floor(random() * 1e6)}-${i}@gone.example` }),
  });
  const world = memoryImportsOf({
    name: 'mailgun',
    answer: ({ pathname, searchParams }) => {
      if (pathname === '/v4/domains')
        return { total_count: 1, items: [{ name: 'd.example', type: 'custom' }] };
      for (const asked of searchParams.keys()) expect(['limit', 'page', 'address']).toContain(asked);
      const items = pathname === '/v3/d.example/bounces' ? [] : null;
      if (items === null)
        expect(pathname).toMatch(/^\/v3\/d\.example\/(complaints|unsubscribes|whitelists)$/);
      if (items === null) return { items, paging: {} };
      if (random() < 0.3) world.state.at += 26_000;
      list.move();
      const after = searchParams.get('page') === 'next' ? (searchParams.get('address') ?? '') : '';
      const sorted = list
        .rows()
        .map(addressOf)
        .sort()
        .filter((address) => address > after)
        .slice(0, 1000);
      const rows = sorted.map((address) => ({ address, code: '550', error: 'No such mailbox' }));
      const query = new URLSearchParams({
        page: 'next',
        address: sorted.at(-1) ?? after,
        limit: '9',
        host: 'x',
      });
      return {
        items: rows,
        paging: { next: `https://user@169.254.169.254/v3/../steal?${query}#page=first` },
      };
    },
  });
  return { world, stayed: list.stayed, begun };
}

/** Postmark gives a list of any size as one answer, which may break off; then all of it is read again. */
function postmark(random: () => number): Moving {
  const begun = 1 + Math.floor(random() * 12_000);
  const streams = {
    outbound: moving(random, begun, { key: addressOf, newRow: (i) => ({ email: `new${i}@gone.example` }) }),
  };
  let breaks = Math.floor(random() * 6);
  const world = memoryImportsOf({
    name: 'postmark',
    answer: ({ pathname }) => {
      if (random() < 0.3) world.state.at += 26_000;
      if (pathname === '/server') return { ID: 1 };
      const stream = { ID: 'outbound', MessageStreamType: 'Transactional', ArchivedAt: null };
      return { MessageStreams: [stream], TotalCount: 1 };
    },
    *dump() {
      streams.outbound.move();
      const all = streams.outbound
        .rows()
        .map((row) => ({ EmailAddress: row.email, SuppressionReason: 'HardBounce' }));
      const text = JSON.stringify({ Suppressions: all });
      const end = breaks-- > 0 ? random() * text.length : text.length;
      for (let at = 0; at < end; at += 65_536) {
        world.state.at += 100;
        yield text.slice(at, Math.min(end, at + 65_536));
      }
      if (end < text.length) throw new Error('reset');
    },
  });
  return { world, stayed: streams.outbound.stayed, begun };
}

/** Lists that move between their pages, with requests that end after any page. */
test.each(
  Array.from({ length: seeds }, (_, seed) => [
    ['SendGrid', seed, sendgrid] as const,
    ['Postmark', seed, postmark] as const,
    ['Mailgun', seed, mailgun] as const,
  ]).flat(),
)(
  'M12, M20, M21, M60: a list of %s that moves loses no row that stayed, and none comes twice (seed %i)',
  async (_name, seed, make) => {
    const { world, stayed } = make(seeded(seed));
    const { suppressions, errors } = await world.finish();
    const { totals } = suppressions;
    const lost = [...stayed].filter((address) => {
      const { suppression, opt_outs } = world.addresses.get(address) ?? { suppression: null, opt_outs: [] };
      return suppression === null && opt_outs.length === 0;
    });
    expect(lost).toEqual([]);
    expect(totals.imported).toBe(world.addresses.size);
    expect(totals).toMatchObject({ found: totals.imported, skipped: 0, already_suppressed: 0 });
    expect([errors, world.spooled.size]).toEqual([0, 0]);
  },
);

/** The lists of domains, which page by offset and take no end. */
test.each([
  ['sendgrid', 50, 'limit', 'offset', 'domain'],
  ['postmark', 500, 'count', 'offset', 'Name'],
  ['mailgun', 1000, 'limit', 'skip', 'name'],
] as const)(
  'M20, M21: domains of %s that go and come between pages: none that stayed is missing, none comes twice',
  async (name, limit, size, from, field) => {
    for (let seed = 0; seed < seeds; seed++) {
      const random = seeded(seed);
      const list = moving(random, 1 + Math.floor(random() * limit * 4), {
        key: addressOf,
        newRow: (i) => ({ email: `new${i}@gone.example` }),
      });
      const runtime = { ...systemRuntime(), sleep: async () => {} };
      const get = async ({ path }: { path: string }) => {
        list.move();
        const query = new URL(path, 'http://x').searchParams;
        const rows = list.rows().map(({ email }) => ({
          id: email,
          ID:
            Number.parseInt(String(email).replace(/\D/g, ''), 10) +
            (String(email).startsWith('new') ? 1e6 : 0),
          [field]: email,
        }));
        const page = rows.slice(Number(query.get(from)), Number(query.get(from)) + Number(query.get(size)));
        const body = {
          sendgrid: page,
          postmark: { TotalCount: rows.length, Domains: page },
          mailgun: { total_count: rows.length, items: page },
        }[name];
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
      };
      const ctx = {
        runtime,
        settings: { imports: { slice_s: 25 } },
        providers: { get },
      } as unknown as Importing;
      const keys = { api_key: 'x', account_api_key: 'y' };
      const body = { provider: name, region: null, resources: [], dry_run: false, ...keys };
      const called = await providersByName[name].domains.list(ctx, connectionOf(ctx, body as ImportRequest));
      if (called.outcome !== 'ok') throw new Error(`seed ${seed}: ${called.outcome}`);
      const found = called.value.map((one) => one.name);
      const names = new Set(found);
      expect([seed, [...list.stayed].filter((one) => !names.has(one))]).toEqual([seed, []]);
      expect([seed, names.size]).toEqual([seed, found.length]);
    }
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
