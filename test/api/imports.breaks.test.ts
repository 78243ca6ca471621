import { AppError } from '../../shared/core/errors.ts';
import type { Context } from '../../shared/domain/context.ts';
import { dyingAt, endAfter, importing, killed, migrationOf } from '../support/import-account.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { stopReceivers } from '../support/receiver.ts';
import type { Row } from '../support/sendgrid.ts';

afterAll(stopReceivers);

const now_s = Math.floor(Date.now() / 1000);

const rows = (n: number, at: 'created' | 'created_at', more: Row = {}): Row[] =>
  Array.from({ length: n }, (_, i) => ({ [at]: now_s - 1000 - i, email: `r${i}@gone.example`, ...more }));

async function setUp(times: { give_up_s?: number } = {}) {
  const world = await importing('sendgrid', ['suppressions'], { times });
  const { ctx, call, list, startIn } = world;
  const requestIn = (of: Context) => {
    const start = startIn(of);
    return (cursor?: string | null) => start({ ...(cursor && { cursor }) });
  };
  const get = async (id: string | null) => migrationOf(await call('GET', `/migrations/${id}`));
  const stored = async () => {
    await indexesCaughtUp();
    const { entries: suppressions } = await ctx.suppressions.list(list, { limit: 100, before: null });
    const { entries: opt_outs } = await ctx.opt_outs.list(list, { limit: 100, before: null });
    return [...suppressions, ...opt_outs];
  };
  return { ...world, request: requestIn(ctx), requestIn, get, stored };
}

function fill(provider: Awaited<ReturnType<typeof setUp>>['provider']): void {
  provider.rows['suppression/spam_reports'] = rows(2, 'created');
  provider.rows['suppression/bounces'] = rows(12, 'created', { status: '5.1.1', reason: 'user unknown' });
  provider.rows['asm/suppressions'] = [
    ...rows(6, 'created_at', { group_id: 1 }),
    ...rows(3, 'created_at', { group_id: 2 }),
  ];
  provider.rows['suppression/blocks'] = rows(2, 'created');
}

test.each([1, 9, 15, 'record'] as const)(
  'a request that is killed at its write %s is counted right when its work is done again [M15, M17]',
  async (dieAt) => {
    const world = await setUp();
    fill(world.provider);
    // The first request ends before it has read a page.
    endAfter(world, 'scopes');
    const first = migrationOf(await world.request());
    const dying = dyingAt(Number(dieAt));
    const { ctx } = world;
    const request = world.requestIn({
      ...ctx,
      suppressions: { ...ctx.suppressions, addImported: dying(ctx.suppressions.addImported) },
      opt_outs: { ...ctx.opt_outs, addImported: dying(ctx.opt_outs.addImported) },
      imports: { ...ctx.imports, record: killed, release: async () => {} },
    });
    expect((await request(first.next_cursor)).status).toBe(500);
    const busy = await world.request(first.next_cursor);
    expect([busy.status, busy.body.error?.details]).toEqual([409, { reason: 'in_progress' }]);
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    world.clock.advance(36_000);
    const { suppressions, status } = await world.finish(migrationOf(await world.request(first.next_cursor)));
    expect([status, suppressions]).toMatchObject([
      'completed',
      {
        totals: { found: 25, imported: 18, complaint: 2, bounce: 10, product_opt_out: 6 },
        skipped_reasons: { duplicate: 5, provider_block: 2 },
      },
    ]);
    expect(await world.stored()).toHaveLength(18);
  },
);

test('of four requests at one moment one works, the others are 409 [M15]', async () => {
  const world = await setUp();
  world.provider.rows['suppression/bounces'] = rows(20, 'created');
  endAfter(world, 'scopes');
  const first = migrationOf(await world.request());
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.request(first.next_cursor)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(1);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  expect((await world.get(first.id)).suppressions.totals.imported).toBe(20);
});

test('a request that ends with an error of ours gives its lease back [M15]', async () => {
  const world = await setUp();
  fill(world.provider);
  endAfter(world, 'scopes');
  const first = migrationOf(await world.request());
  const { ctx } = world;
  const busy = () => Promise.reject(new AppError('unavailable', 'busy'));
  const failing = world.requestIn({ ...ctx, suppressions: { ...ctx.suppressions, readStates: busy } });
  expect((await failing(first.next_cursor)).status).toBe(503);
  const next = await world.request(first.next_cursor);
  expect([next.status, migrationOf(next).suppressions.totals.imported]).toEqual([200, 18]);
});

test('a wait that does not fit ends the request, and nothing is called before it is over [M10]', async () => {
  const world = await setUp();
  const { provider, clock, request } = world;
  provider.rows['suppression/bounces'] = rows(2, 'created');
  provider.faults.push({ when: /bounces/, reply: { status: 429, headers: { 'retry-after': '120' } } });
  const first = migrationOf(await request());
  expect(first).toMatchObject({
    status: 'in_progress',
    has_more: true,
    retry_after_seconds: 120,
    errors: [],
  });
  const calls = provider.seen.length;
  clock.advance(20_000);
  const early = migrationOf(await request(first.next_cursor));
  expect(early.retry_after_seconds).toBeLessThanOrEqual(100);
  expect(provider.seen).toHaveLength(calls);
  clock.advance(101_000);
  expect(migrationOf(await request(early.next_cursor))).toMatchObject({
    status: 'completed',
    has_more: false,
    suppressions: { totals: { imported: 2 } },
  });
});

test('a 429 at the key check makes the import, with nothing done [M8, M10]', async () => {
  const world = await setUp();
  world.provider.faults.push({ when: /scopes/, reply: { status: 429, headers: { 'retry-after': '90' } } });
  const first = migrationOf(await world.request());
  expect(first).toMatchObject({ status: 'in_progress', has_more: true, retry_after_seconds: 90 });
  expect(world.provider.seen).toEqual(['/v3/scopes']);
});

test('a provider that is down is waited for, longer each time, then the list is given up [M11]', async () => {
  const world = await setUp({ give_up_s: 60 });
  const { provider, clock, request } = world;
  const runtime = { ...world.ctx.runtime, sleep: async () => {} };
  Object.assign(world.ctx, { runtime });
  provider.rows['suppression/blocks'] = rows(1, 'created');
  provider.faults.push({ when: /bounces/, reply: { status: 503 }, times: 1000 });
  let last = migrationOf(await request());
  const waits = [last.retry_after_seconds];
  expect(provider.seen.filter((path) => path.includes('bounces'))).toHaveLength(3);
  while (last.has_more) {
    clock.advance(1000 * (last.retry_after_seconds ?? 0) + 1);
    last = migrationOf(await request(last.next_cursor));
    waits.push(last.retry_after_seconds);
  }
  expect(waits).toEqual([5, 10, 20, 40, undefined]);
  expect(await world.get(last.id)).toMatchObject({
    status: 'partial',
    errors: [
      {
        resource: 'suppressions',
        code: 'provider_unavailable',
        retryable: true,
        message: 'bounces: SendGrid did not respond',
      },
    ],
    suppressions: { skipped_reasons: { provider_block: 1 } },
  });
});

test('a key that is revoked in the middle is 400, and the same cursor goes on once it works', async () => {
  const world = await setUp();
  const { provider, request } = world;
  fill(provider);
  endAfter(world, 'scopes');
  const first = migrationOf(await request());
  provider.faults.push({ when: /unsubscribes/, reply: { status: 401 } });
  const refused = await request(first.next_cursor);
  expect([refused.status, refused.body.error?.details?.reason]).toEqual([400, 'provider_auth_failed']);
  expect((await world.get(first.id)).suppressions.totals.imported).toBe(12);
  const last = migrationOf(await request(first.next_cursor));
  expect(last).toMatchObject({ status: 'completed', suppressions: { totals: { product_opt_out: 6 } } });
});

test('an import without a request for a day is shown as abandoned [M29]', async () => {
  const world = await setUp();
  fill(world.provider);
  endAfter(world, 'bounces');
  const first = migrationOf(await world.request());
  world.clock.advance(86_400_000);
  expect(await world.get(first.id)).toMatchObject({
    status: 'partial',
    has_more: false,
    errors: [{ code: 'abandoned', retryable: true }],
  });
});
