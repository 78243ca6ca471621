import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import type { Answer } from '../support/api.ts';
import { importing, migrationOf } from '../support/import-account.ts';
import type { fakeMailgun } from '../support/mailgun.ts';
import { templatesOfMailgun } from '../support/provider-templates.ts';
import { stopReceivers } from '../support/receiver.ts';
import type { Row } from '../support/stand-in.ts';

afterAll(stopReceivers);

const created_at = 'Thu, 11 Dec 2025 01:49:40 UTC';
const custom = (name: string) => ({ name, type: 'custom', state: 'active' });

const setUp = (times: { give_up_s?: number } = {}) => importing('mailgun', ['suppressions'], { times });

test('the lists of two domains become one [M27, M53, M57, M59]', async () => {
  const { provider, start, ctx, list } = await setUp();
  provider.domains.push(custom('b.example'), custom('a.example'), {
    name: 'sandbox1.mailgun.org',
    type: 'sandbox',
    state: 'active',
  });
  provider
    .of('a.example', 'bounces')
    .push(
      { address: 'one@gone.example', code: 550, error: 'No such mailbox', created_at },
      { address: 'busy@gone.example', code: '450', error: '4.7.1 greylisted', created_at },
    );
  provider
    .of('b.example', 'bounces')
    .push({ address: 'one@gone.example', code: '550', error: '', created_at });
  provider.of('b.example', 'complaints').push({ address: 'two@gone.example', created_at });
  provider
    .of('a.example', 'unsubscribes')
    .push(
      ...[['*'], [], null, ['news'], ['tips', 'news']].map(
        (tags, i): Row => ({ address: `u${i}@gone.example`, tags, created_at }),
      ),
      { address: 'old@gone.example', tag: '*', created_at },
    );
  const migration = migrationOf(await start());
  expect(migration).toMatchObject({
    provider: 'mailgun',
    region: 'us',
    status: 'completed',
    has_more: false,
    errors: [],
    attention: [
      { resource: 'suppressions', name: '', reason: 'groups_merged' },
      { resource: 'suppressions', name: '', reason: 'domains_merged' },
    ],
    suppressions: {
      totals: { found: 10, imported: 8, complaint: 1, bounce: 1, unsubscribe: 4, product_opt_out: 2 },
      skipped_reasons: { temporary_failure: 1, duplicate: 1 },
    },
  });
  expect(migration.attention[0]?.action).toContain('"news", "tips"');
  expect(await ctx.suppressions.get(list, 'one@gone.example')).toMatchObject({
    reason: 'bounce',
    note: 'mailgun: No such mailbox',
    created_at: '2025-12-11T01:49:40.000Z',
  });
  expect(provider.seen.filter((path) => path.includes('sandbox'))).toEqual([]);
});

test('pages by the query of links that lead elsewhere; no record keeps an address [M12, M20]', async () => {
  const { provider, start, finish, clock, ctx, account } = await setUp();
  provider.domains.push(custom('a.example'));
  provider.links.base = 'http://user:pass@169.254.169.254:1/steal';
  const rows = provider.of('a.example', 'bounces');
  for (let i = 0; i < 1100; i++)
    rows.push({ address: `r${String(i).padStart(4, '0')}@gone.example`, code: '550', error: '' });
  provider.hooks.before = (path) => {
    // A request ends with each page of it, within which its time is over.
    if (path.endsWith('bounces')) clock.advance(24_500);
  };
  const first = migrationOf(await start());
  expect(first.has_more).toBe(true);
  const { entries: imports } = await ctx.imports.list(account.id, { limit: 10, before: null });
  expect(JSON.stringify(imports)).not.toContain('gone.example');
  const done = await finish(first);
  expect(done).toMatchObject({
    status: 'completed',
    suppressions: { totals: { found: 1100, bounce: 1100 } },
  });
  expect(provider.seen.every((path) => /^\/v[34]\//.test(path))).toBe(true);
});

test('a link that leads to the page that it is on ends the list [M20]', async () => {
  const { provider, start } = await setUp();
  provider.domains.push(custom('a.example'));
  const next = 'https://api.mailgun.net/v3/a.example/bounces?page=next&address=x&limit=1000';
  const items = [{ address: 'one@gone.example', code: '550', error: '' }];
  provider.routes['/v3/a.example/bounces'] = () => ({ status: 200, body: { items, paging: { next } } });
  expect(migrationOf(await start())).toMatchObject({
    status: 'completed',
    suppressions: { totals: { found: 1, bounce: 1 } },
  });
});

test('a domain whose list is refused is named, and the others come [M26]', async () => {
  const { provider, start } = await setUp();
  provider.domains.push(custom('a.example'), custom('b.example'));
  provider.of('b.example', 'bounces').push({ address: 'one@gone.example', code: '550', error: '' });
  provider.faults.push({ when: /a.example\/bounces/, reply: { status: 403, body: {} } });
  expect(migrationOf(await start())).toMatchObject({
    status: 'partial',
    errors: [
      {
        code: 'provider_forbidden',
        retryable: false,
        message: 'bounces of a.example: Mailgun returned status 403',
      },
    ],
    suppressions: { totals: { bounce: 1 } },
  });
});

test('a name with half of a character ends nothing but its own lists [M9]', async () => {
  const { provider, start } = await setUp();
  provider.domains.push(custom('a.example'), custom('b\ud800.example'));
  provider.of('a.example', 'bounces').push({ address: 'one@gone.example', code: '550', error: '' });
  const resources = ['webhooks', 'templates', 'suppressions'];
  const { status, body: answer } = await start({ resources });
  expect([status, answer.migration]).toMatchObject([200, { suppressions: { totals: { bounce: 1 } } }]);
});

test.each([
  ['plain text', 401, 'Forbidden'],
  ['a JSON string', 401, '"Forbidden"'],
  ['an object', 401, { message: 'Invalid private key' }],
  ['an object with 403', 403, { message: 'Forbidden' }],
])('a key that is refused with %s is 400 [M8]', async (_name, status, reply) => {
  const { provider, start } = await setUp();
  provider.faults.push({ when: /domains/, reply: { status, body: reply } });
  const answer = await start({ region: 'eu' });
  expect([answer.status, answer.body.error?.details?.reason]).toEqual([400, 'provider_auth_failed']);
  expect(answer.body.error).toMatchObject({ hint: 'Is the account in the other region?' });
});

test.each([
  [['suppressions'], 'us', 'eu'],
  [['domains', 'suppressions'], 'eu', 'us'],
  [['webhooks', 'suppressions'], 'us', 'eu'],
  [['templates', 'suppressions'], 'us', 'eu'],
])(
  'an account without domains is asked once about its region, of %j [M27]',
  async (resources, region, other) => {
    const { start } = await setUp();
    expect(migrationOf(await start({ resources, region }))).toMatchObject({
      status: 'completed',
      errors: [],
      attention: [
        {
          resource: resources[0],
          name: '',
          reason: 'no_domains',
          action: `Mailgun returned no domains for this key. Is the account in the ${other} region?`,
        },
      ],
    });
  },
);

test('it is asked about its region also where the deployment has no domains [M27]', async () => {
  const { start, ctx } = await setUp();
  Object.assign(ctx.settings, { service_domain: null });
  expect(migrationOf(await start({ resources: undefined }))).toMatchObject({
    errors: [{ resource: 'domains', code: 'not_configured' }],
    attention: [{ resource: 'webhooks', name: '', reason: 'no_domains' }],
  });
});

/** The answers of all requests of one import or preview. */
async function allOf(start: (change: object) => Promise<Answer>, change: object) {
  const answers: MigrationRecord[] = [];
  do {
    const cursor = answers.at(-1)?.next_cursor;
    const answer = await start({ resources: ['templates'], ...change, ...(cursor && { cursor }) });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    answers.push(migrationOf(answer));
  } while (answers.at(-1)?.has_more && answers.length < 12);
  return answers;
}

const inEachDomain = (provider: Awaited<ReturnType<typeof fakeMailgun>>, n: number, names: string[]) => {
  const templates = templatesOfMailgun(provider);
  for (let i = 0; i < n; i++) {
    const domain = `d${String(i).padStart(3, '0')}.example`;
    provider.domains.push(custom(domain));
    for (const name of names) templates.add(domain, name, { template: 'Hi' });
  }
};

test('the lists of templates of a hundred domains are each read once [M16, M42]', async () => {
  const n = 100;
  const { provider, start, clock } = await setUp();
  inEachDomain(provider, n, ['hello']);
  clock.hold();
  // 300 ms a call, and two calls a list: 42 lists in a request.
  provider.hooks.before = (path) => path.endsWith('/templates') && clock.advance(300);
  const answers = await allOf(start, {});
  expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
  expect(answers.filter(({ retry_after_seconds }) => retry_after_seconds !== undefined)).toEqual([]);
  expect(answers).toHaveLength(Math.ceil(n / 42));
  expect(answers.at(-1)).toMatchObject({ has_more: false });
  const items = answers.flatMap(({ templates }) => templates.items);
  expect(items.map(({ alias, reason }) => [alias, reason])).toEqual(
    items.map(({ source_id }, at) => [at === 0 ? 'hello' : `hello-${source_id.split('/')[0]}`, null]),
  );
  expect(provider.seen.filter((path) => path.endsWith('/templates?limit=100'))).toHaveLength(n);
});

test('no call begins when the time of a request is over, and that is no fault of the provider [M10, M16]', async () => {
  const { provider, start, clock } = await setUp();
  inEachDomain(provider, 1, ['a', 'b', 'c']);
  provider.hooks.before = (path) => {
    if (!path.endsWith('/templates')) return;
    provider.hooks.before = () => {};
    clock.advance(26_000);
  };
  const answers = await allOf(start, {});
  expect(answers).toMatchObject([
    { has_more: true, errors: [], templates: { totals: { found: 0 } } },
    { has_more: false, errors: [], templates: { totals: { found: 3 } } },
  ]);
  expect(answers[0]).not.toHaveProperty('retry_after_seconds');
  const pages = provider.seen.filter((path) => path.includes('/templates?'));
  expect(pages.slice(0, 2)).toEqual(Array(2).fill('/v3/d000.example/templates?limit=100'));
});

test('a list for which no whole request is enough is given up [M11]', async () => {
  const { provider, start, clock } = await setUp({ give_up_s: 60 });
  inEachDomain(provider, 2, ['a', 'b', 'c']);
  provider.hooks.before = (path) => path.endsWith('d000.example/templates') && clock.advance(26_000);
  const answers = await allOf(start, {});
  expect(answers.flatMap(({ errors }) => errors)).toMatchObject([
    { code: 'provider_unavailable', message: 'templates of d000.example: Mailgun did not respond' },
  ]);
  expect(answers).toHaveLength(5);
  expect(answers.at(-1)).toMatchObject({ status: 'partial', templates: { totals: { found: 3 } } });
});
