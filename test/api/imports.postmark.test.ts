import type { Id } from '../../shared/core/runtime.ts';
import { importing, migrationOf } from '../support/import-account.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { accountToken } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const row = (name: string, reason: string, origin = 'Recipient', at = '2019-12-17T08:58:33-05:00') => ({
  EmailAddress: `${name}@gone.example`,
  SuppressionReason: reason,
  Origin: origin,
  CreatedAt: at,
});

async function setUp(times: { give_up_s?: number } = {}) {
  const world = await importing('postmark', ['suppressions'], { times });
  const { ctx, account, list } = world;
  const reasonOf = async (name: string) =>
    (await ctx.suppressions.get(list, `${name}@gone.example`))?.reason ?? null;
  const optOuts = async () => {
    await indexesCaughtUp();
    return (await ctx.opt_outs.list(list, { limit: 100, before: null })).entries;
  };
  const spooled = (id: string | null, name: string) =>
    ctx.import_rows.get({ account: account.id, id: String(id) as Id<'mig'> }, name);
  return { ...world, reasonOf, optOuts, spooled };
}

test('the dumps of both streams, kind by kind, with their dates [M53, M57, M59, M60]', async () => {
  const { provider, start, call, ctx, list, reasonOf, optOuts, spooled } = await setUp();
  provider.suppressions.outbound = [
    row('left', 'ManualSuppression'),
    row('bounced', 'HardBounce'),
    row('off', 'ManualSuppression', 'Customer'),
    row('odd', 'ManualSuppression', 'Elsewhere'),
    row('new', 'Tomorrow'),
    'no object',
  ];
  provider.suppressions.broadcast = [
    row('left', 'SpamComplaint'),
    row('bounced', 'ManualSuppression'),
    row('off', 'ManualSuppression', 'Admin'),
  ];
  const migration = migrationOf(await start());
  expect(migration).toMatchObject({
    provider: 'postmark',
    region: null,
    status: 'completed',
    has_more: false,
    errors: [],
    attention: [],
    suppressions: {
      totals: { found: 9, imported: 6, complaint: 1, bounce: 1, manual: 2, product_opt_out: 2, skipped: 3 },
      skipped_reasons: { duplicate: 1, unknown_reason: 1, invalid_address: 1 },
    },
  });
  expect(await Promise.all(['left', 'bounced', 'off', 'odd', 'new'].map(reasonOf))).toEqual([
    ...['complaint', 'bounce', 'manual', 'manual', null],
  ]);
  expect((await optOuts()).map(({ email }) => email).sort()).toEqual([
    ...['bounced@gone.example', 'off@gone.example'],
  ]);
  expect(await ctx.suppressions.get(list, 'bounced@gone.example')).toMatchObject({
    created_at: '2019-12-17T13:58:33.000Z',
    note: 'postmark',
    source: 'import',
  });
  expect(await spooled(migration.id, '0:outbound-2/0')).toBeNull();
  expect(await spooled(migration.id, encodeURIComponent('0:outbound').concat('-2/0'))).toBeNull();
  expect(provider.seen.filter((path) => path.includes('inbound'))).toEqual([]);
  expect(migrationOf(await call('GET', `/migrations/${migration.id}`)).suppressions).toEqual(
    migration.suppressions,
  );
});

test('an import over several requests reads each dump once [M60]', async () => {
  const { provider, start, finish, clock, spooled } = await setUp();
  provider.suppressions.outbound = Array.from({ length: 300 }, (_, i) => row(`a${i}`, 'HardBounce'));
  provider.suppressions.broadcast = Array.from({ length: 3 }, (_, i) => row(`a${i}`, 'SpamComplaint'));
  provider.hooks.before = (path) => {
    if (path.endsWith('dump')) clock.advance(26_000);
  };
  const first = migrationOf(await start());
  expect(first).toMatchObject({
    status: 'in_progress',
    has_more: true,
    suppressions: { totals: { found: 0 } },
  });
  expect(await spooled(first.id, `${encodeURIComponent('0:outbound')}-1/0`)).toHaveLength(300);
  const done = await finish(first);
  expect(done.suppressions.totals).toMatchObject({ found: 303, imported: 300, complaint: 3, bounce: 297 });
  expect(provider.seen.filter((path) => path.endsWith('dump'))).toHaveLength(2);
  expect(await spooled(first.id, `${encodeURIComponent('0:outbound')}-1/0`)).toBeNull();
});

test('a preview looks at the first 500 rows of a dump, cuts it, and writes nothing [M28]', async () => {
  const { provider, start, ctx, list } = await setUp();
  let made = 0;
  provider.suppressions.outbound = (function* () {
    for (; made < 200_000; made++) yield row(`p${made}`, 'HardBounce');
  })();
  const preview = migrationOf(await start({ dry_run: true }));
  expect(preview).toMatchObject({
    id: null,
    status: 'completed',
    has_more: false,
    suppressions: { totals: { found: 500, imported: 500, bounce: 500 }, estimated: true },
  });
  expect(made).toBeLessThan(200_000);
  expect(await ctx.suppressions.get(list, 'p0@gone.example')).toBeNull();
});

test.each<[string, object | 'cut', string]>([
  ['a dump that breaks', 'cut', 'provider_unavailable'],
  [
    'a dump that is cut',
    { status: 200, body: '{"Suppressions":[{"EmailAddress":"a@b.c"}' },
    'provider_bad_answer',
  ],
  ['a dump of another shape', { status: 200, body: '[]' }, 'provider_bad_answer'],
  ['a dump that is refused', { status: 403, body: {} }, 'provider_forbidden'],
  ['a stream that is gone', { status: 404, body: {} }, 'provider_not_found'],
])('%s is an error of its stream, and the other one comes [M11, M26]', async (_name, reply, code) => {
  const { provider, start, finish, ctx } = await setUp({ give_up_s: 60 });
  Object.assign(ctx, { runtime: { ...ctx.runtime, sleep: async () => {} } });
  provider.suppressions.outbound = [row('a', 'HardBounce')];
  provider.suppressions.broadcast = [row('b', 'HardBounce')];
  provider.faults.push({ when: /outbound/, reply: reply as { status: number } | 'cut', times: 1000 });
  const done = await finish(migrationOf(await start()));
  expect(done).toMatchObject({
    status: 'partial',
    errors: [{ resource: 'suppressions', code }],
    suppressions: { totals: { found: 1, bounce: 1 } },
  });
  expect(done.errors[0]?.message).toMatch(/^suppressions of outbound: Postmark /);
});

test('a 429 of a dump that names no wait is waited for ten seconds [M10]', async () => {
  const { provider, start, finish, clock } = await setUp();
  provider.suppressions.outbound = [row('a', 'HardBounce')];
  provider.faults.push({ when: /outbound/, reply: { status: 429, body: {} } });
  provider.hooks.before = (path) => {
    if (path.includes('outbound')) clock.advance(20_000);
  };
  const first = migrationOf(await start());
  expect(first).toMatchObject({ has_more: true, retry_after_seconds: 10 });
  expect((await finish(first)).suppressions.totals.bounce).toBe(1);
});

test('the account token is checked too, and named when it is refused [M8]', async () => {
  const { start } = await setUp();
  const answer = await start({ account_api_key: 'wrong' });
  expect(answer.body.error?.details).toMatchObject({
    reason: 'provider_auth_failed',
    provider: 'postmark',
    field: 'account_api_key',
  });
  expect((await start({ account_api_key: accountToken })).status).toBe(200);
});
