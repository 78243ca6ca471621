import { importing, migrationOf } from '../support/import-account.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { stopReceivers } from '../support/receiver.ts';
import { providerKey, type Row } from '../support/sendgrid.ts';

afterAll(stopReceivers);

const day = 86_400;
const begun = Math.floor(Date.now() / 1000);
const epoch = (days: number) => begun - days * day;

const bounces = (n: number, prefix = 'b'): Row[] =>
  Array.from({ length: n }, (_, i) => ({
    created: epoch(30) - i,
    email: `${prefix}${i}@gone.example`,
    reason: '550 5.1.1 The email account that you tried to reach does not exist',
    status: '5.1.1',
  }));

async function setUp() {
  const world = await importing('sendgrid', ['suppressions']);
  const { ctx, list } = world;
  const listed = async () => {
    await indexesCaughtUp();
    return (await ctx.suppressions.list(list, { limit: 2000, before: null })).entries;
  };
  return { ...world, listed };
}

test('one page of bounces becomes suppressions, and the answer says what came [M1, M23, M24]', async () => {
  const { provider, start, call, account } = await setUp();
  provider.rows['suppression/bounces'] = [
    ...bounces(2),
    { created: epoch(3), email: 'Busy@Later.example', reason: '450 4.2.1 mailbox busy', status: '4.2.1' },
    { created: epoch(3), email: 'no address', reason: '', status: '' },
    { created: epoch(3), email: 'B0@gone.example', reason: '550 user unknown', status: '5.1.1' },
  ];
  const answer = await start();
  expect(answer.status).toBe(200);
  const migration = migrationOf(answer);
  expect(migration).toMatchObject({
    provider: 'sendgrid',
    region: 'us',
    resources: ['suppressions'],
    dry_run: false,
    status: 'completed',
    has_more: false,
    next_cursor: null,
    errors: [],
    attention: [],
    suppressions: {
      totals: { found: 4, imported: 2, bounce: 2, already_suppressed: 0, skipped: 2, failed: 0 },
      skipped_reasons: { temporary_failure: 1, invalid_address: 1 },
      estimated: false,
    },
  });
  expect(migration).not.toHaveProperty('retry_after_seconds');
  const found = await call('GET', '/suppressions?email=b0@gone.example');
  expect(found.body.suppressions).toEqual([
    {
      id: expect.stringMatching(/^sup_/),
      email: 'b0@gone.example',
      reason: 'bounce',
      tenant: null,
      source: 'import',
      email_id: null,
      note: 'sendgrid: 550 5.1.1 The email account that you tried to reach does not exist',
      created_at: new Date(Number(bounces(1)[0]?.created) * 1000).toISOString(),
    },
  ]);
  const { id } = migration;
  expect(migrationOf(await call('GET', `/migrations/${id}`))).toEqual({
    ...migration,
    created_at: expect.any(String),
  });
  const list = await call('GET', '/migrations');
  expect(list.body).toEqual({
    migrations: [
      {
        id,
        provider: 'sendgrid',
        region: 'us',
        status: 'completed',
        resources: ['suppressions'],
        totals: {
          domains: { found: 0, imported: 0, skipped: 0, failed: 0 },
          webhooks: { found: 0, imported: 0, skipped: 0, failed: 0 },
          templates: { found: 0, imported: 0, skipped: 0, failed: 0, needs_attention: 0 },
          suppressions: migration.suppressions.totals,
        },
        created_at: migration.created_at,
        updated_at: migration.updated_at,
      },
    ],
    has_more: false,
    next_cursor: null,
  });
  expect(account.id).toMatch(/^acc_/);
});

test('the report as CSV and as JSON [M30]', async () => {
  const { provider, start, call } = await setUp();
  provider.rows['suppression/bounces'] = bounces(2);
  provider.rows['suppression/blocks'] = [{ email: 'x@y.example', created: epoch(1) }];
  provider.faults.push({ when: /spam_reports/, reply: { status: 403, body: {} } });
  const { id } = migrationOf(await start());
  const csv = await call('GET', `/migrations/${id}/report`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${id}.csv"`);
  expect(csv.text).toBe(
    [
      'resource,name,status,reason,detail,created_id',
      'suppressions,bounce,imported,,2,',
      'suppressions,,skipped,provider_block,1,',
      'suppressions,,error,provider_forbidden,spam_reports: SendGrid returned status 403,',
      '',
    ].join('\r\n'),
  );
  const json = await call('GET', `/migrations/${id}/report?format=json`);
  expect(json.headers.get('content-disposition')).toBe(`attachment; filename="${id}.json"`);
  expect(JSON.parse(json.text)).toEqual((await call('GET', `/migrations/${id}`)).body);
  expect((await call('GET', `/migrations/${id}/report?format=xml`)).status).toBe(400);
});

test('two requests with a cursor; each answers for itself, GET for both [M13, M14, M16, M22]', async () => {
  const { provider, start, call, clock, listed } = await setUp();
  provider.rows['suppression/bounces'] = bounces(520);
  provider.hooks.before = (path) => {
    if (path.endsWith('bounces')) clock.advance(26_000);
  };
  const first = migrationOf(await start());
  expect(first).toMatchObject({ status: 'in_progress', has_more: true });
  expect(first.suppressions.totals.imported).toBeGreaterThan(0);
  const between = migrationOf(await call('GET', `/migrations/${first.id}`));
  expect(between).toMatchObject({ status: 'in_progress', has_more: true, next_cursor: null });
  let cursor = first.next_cursor;
  const parts = [first];
  while (cursor !== null) {
    const next = migrationOf(await start({ cursor }));
    expect(next.id).toBe(first.id);
    parts.push(next);
    cursor = next.next_cursor;
  }
  expect(parts.length).toBeGreaterThan(1);
  const sum = parts.reduce((all, { suppressions }) => all + suppressions.totals.imported, 0);
  expect(sum).toBe(520);
  const whole = migrationOf(await call('GET', `/migrations/${first.id}`));
  expect(whole).toMatchObject({
    status: 'completed',
    suppressions: { totals: { found: 520, imported: 520, bounce: 520 } },
  });
  expect(await listed()).toHaveLength(520);
  // Of a finished import any cursor of it that opens does nothing more.
  const again = migrationOf(await start({ cursor: first.next_cursor }));
  expect(again).toMatchObject({ status: 'completed', has_more: false });
  expect(again.suppressions.totals.found).toBe(0);
});

test('a preview says what would come, and writes nothing [M28]', async () => {
  const { provider, start, call, listed } = await setUp();
  provider.rows['suppression/bounces'] = bounces(600);
  const preview = migrationOf(await start({ dry_run: true }));
  expect(preview).toMatchObject({
    id: null,
    dry_run: true,
    status: 'completed',
    has_more: false,
    next_cursor: null,
    suppressions: { totals: { found: 500, imported: 500 }, estimated: true },
  });
  expect(await listed()).toEqual([]);
  expect((await call('GET', '/migrations')).body.migrations).toEqual([]);
});

test('a preview is one request; what it had no time for is not in it, and it is an estimate [M28, M75]', async () => {
  const { provider, start, clock } = await setUp();
  const version = { id: 'v', active: 1, subject: 'S', html_content: 'x', plain_content: '' };
  for (let n = 100; n < 140; n++)
    provider.templates.push({ id: `d-${n}`, name: `T ${n}`, generation: 'dynamic', versions: [version] });
  provider.hooks.before = (path) => {
    if (path.endsWith('d-130')) clock.advance(26_000);
  };
  const preview = migrationOf(await start({ dry_run: true, resources: ['templates'] }));
  expect(preview).toMatchObject({
    status: 'completed',
    has_more: false,
    next_cursor: null,
    suppressions: { estimated: true },
  });
  expect(preview.templates.totals.found).toBeGreaterThan(20);
  expect(preview.templates.totals.found).toBeLessThan(40);
  expect(preview.agent_prompt).toContain('T 100'.toLowerCase().replace(' ', '-'));
});

test('a preview that is to wait ends with what it has, and says how long [M10, M28]', async () => {
  const { provider, start } = await setUp();
  provider.faults.push({ when: /bounces/, reply: { status: 429, headers: { 'retry-after': '90' } } });
  expect(migrationOf(await start({ dry_run: true }))).toMatchObject({
    has_more: false,
    retry_after_seconds: 90,
    suppressions: { estimated: true },
  });
});

test('the key of the old account is in no log line, no record and no answer [M13, M71]', async () => {
  const { provider, start, lines, ctx, account } = await setUp();
  provider.rows['suppression/bounces'] = bounces(1);
  const answer = await start();
  const { entries: imports } = await ctx.imports.list(account.id, { limit: 10, before: null });
  const line = lines.find((one) => one.includes('import_request'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    provider: 'sendgrid',
    step: 0,
    phase: 'done',
    rows: 1,
    written: 1,
    calls: 7,
    code: null,
  });
  for (const text of [answer.text, JSON.stringify(imports), ...lines]) {
    expect(text).not.toContain(providerKey);
    expect(text).not.toContain('gone.example');
  }
  expect(provider.calls[0]?.headers).toMatchObject({
    accept: 'application/json',
    'user-agent': 'Service-Import/1',
    authorization: `Bearer ${providerKey}`,
  });
});
