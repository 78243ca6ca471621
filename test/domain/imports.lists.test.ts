import { addressState } from '../../shared/store/suppressions.ts';
import type { Item } from '../../shared/store/table.ts';
import { importedLists, sendgridLists } from '../support/list-imports.ts';
import { seeded } from '../support/seeded.ts';
import { cases } from '../support/whole.ts';

type Row = Record<string, unknown>;

const now_s = Date.UTC(2026, 4, 1) / 1000;
const rowsOf = (n: number, more: Row = {}): Row[] =>
  Array.from({ length: n }, (_, i) => ({ created: now_s - i, email: `r${i}@gone.example`, ...more }));

const pageOf = (rows: Row[], query: URLSearchParams): Row[] => {
  const offset = Number(query.get('offset'));
  return rows.slice(offset, offset + Number(query.get('limit')));
};

/** `IMPORT_LISTS=200 npm test -- test/domain/imports.lists` tries more of them of each kind. */
const seeds = cases(20, 3);

type World = { world: ReturnType<typeof importedLists>; n: number };

/** SendGrid pages by offset. */
function sendgrid(random: () => number): World {
  const name = random() < 0.5 ? 'suppression/bounces' : 'asm/suppressions';
  const rows = rowsOf(1 + Math.floor(random() * 2500), { group_id: 1 });
  const world = sendgridLists((asked, query) => {
    if (asked !== name) return [];
    if (random() < 0.3) world.state.at += 26_000;
    return pageOf(rows, query);
  });
  return { world, n: rows.length };
}

/** Mailgun's pages name the next one by a link, here of another host, which is never seen. */
function mailgun(random: () => number): World {
  const addresses = rowsOf(1 + Math.floor(random() * 2500)).map(({ email }) => String(email));
  const world = importedLists({
    name: 'mailgun',
    answer: ({ pathname, searchParams }) => {
      if (pathname === '/v4/domains')
        return { total_count: 1, items: [{ name: 'd.example', type: 'custom' }] };
      for (const asked of searchParams.keys()) expect(['limit', 'page', 'address']).toContain(asked);
      if (pathname !== '/v3/d.example/bounces') return { items: null, paging: {} };
      if (random() < 0.3) world.state.at += 26_000;
      const after = searchParams.get('page') === 'next' ? (searchParams.get('address') ?? '') : '';
      const page = addresses
        .toSorted()
        .filter((address) => address > after)
        .slice(0, 1000);
      const query = new URLSearchParams({
        page: 'next',
        address: page.at(-1) ?? after,
        limit: '9',
        host: 'x',
      });
      return {
        items: page.map((address) => ({ address, code: '550', error: 'No such mailbox' })),
        paging: { next: `https://user@169.254.169.254/v3/../steal?${query}#page=first` },
      };
    },
  });
  return { world, n: addresses.length };
}

/** Postmark gives a list of any size as one answer, which may break off; then all of it is read again. */
function postmark(random: () => number): World {
  const rows = rowsOf(1 + Math.floor(random() * 12_000));
  let breaks = Math.floor(random() * 6);
  const world = importedLists({
    name: 'postmark',
    answer: ({ pathname }) => {
      if (random() < 0.3) world.state.at += 26_000;
      if (pathname === '/server') return { ID: 1 };
      const stream = { ID: 'outbound', MessageStreamType: 'Transactional', ArchivedAt: null };
      return { MessageStreams: [stream], TotalCount: 1 };
    },
    *dump() {
      const all = rows.map((row) => ({ EmailAddress: row.email, SuppressionReason: 'HardBounce' }));
      const text = JSON.stringify({ Suppressions: all });
      const end = breaks-- > 0 ? random() * text.length : text.length;
      for (let at = 0; at < end; at += 65_536) {
        world.state.at += 100;
        yield text.slice(at, Math.min(end, at + 65_536));
      }
      if (end < text.length) throw new Error('reset');
    },
  });
  return { world, n: rows.length };
}

/** Requests end after any page. */
test.each(
  Array.from({ length: seeds }, (_, seed) => [
    ['SendGrid', seed, sendgrid] as const,
    ['Postmark', seed, postmark] as const,
    ['Mailgun', seed, mailgun] as const,
  ]).flat(),
)(
  'of a list of %s every row comes, in however many requests, and none twice (seed %i) [M12, M20, M60]',
  async (_name, seed, make) => {
    const { world, n } = make(seeded(seed));
    const { suppressions, errors } = await world.finish();
    expect(suppressions.totals).toMatchObject({ found: n, imported: n, skipped: 0, already_suppressed: 0 });
    expect([world.addresses().length, errors, world.spooled().length]).toEqual([n, 0, 0]);
  },
);

test('paging that goes nowhere is a bad answer of that list, and the next one comes [M19]', async () => {
  const page = rowsOf(500);
  const world = sendgridLists((list, query) => {
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

test('in an old list of Mailgun rows of a tag and of * of one address are an opt-out and an unsubscribe [M55, M56, M59]', async () => {
  const row = (address: string, tag: string): Row => ({ address, tag });
  const [first, second] = [
    [row('a@gone.example', 'news'), row('b@gone.example', '*'), row('a@gone.example', 'offers')],
    [row('a@gone.example', '*'), row('b@gone.example', 'news'), row('b@gone.example', '*')],
  ];
  const next = { next: 'https://api.mailgun.net/x?page=next&address=b' };
  const world = importedLists({
    name: 'mailgun',
    answer: ({ pathname, searchParams }) => {
      if (pathname === '/v4/domains')
        return { total_count: 1, items: [{ name: 'd.example', type: 'custom' }] };
      if (pathname !== '/v3/d.example/unsubscribes') return { items: null, paging: {} };
      return searchParams.has('page') ? { items: second, paging: {} } : { items: first, paging: next };
    },
  });
  const { suppressions } = await world.finish();
  expect(suppressions.totals).toMatchObject({ found: 4, imported: 4, unsubscribe: 2, product_opt_out: 2 });
  expect(world.addresses().map((item) => addressState(item as Item, world.state.at))).toMatchObject([
    { suppression: { email: 'a@gone.example', reason: 'unsubscribe' }, opt_outs: [{}] },
    { suppression: { email: 'b@gone.example', reason: 'unsubscribe' }, opt_outs: [{}] },
  ]);
});
