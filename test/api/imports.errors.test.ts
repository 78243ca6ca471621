import type { Scope } from '../../shared/domain/keys/scopes.ts';
import { type Answer, freshAccount, keyWith } from '../support/api.ts';
import { importing } from '../support/import-account.ts';
import { stopReceivers } from '../support/receiver.ts';
import { providerKey } from '../support/sendgrid.ts';

afterAll(stopReceivers);

const issuesOf = ({ body: { error } }: Answer) =>
  (error?.details?.issues as { path: string; rule: string }[] | undefined)?.map(({ path, rule }) => [
    path,
    rule,
  ]);
const refusal = ({ status, body: { error } }: Answer) => [status, error?.code];

async function setUp() {
  const world = await importing('sendgrid', ['suppressions']);
  const { ctx, account } = world;
  const kept = async () => (await ctx.imports.list(account.id, { limit: 100, before: null })).entries;
  return { ...world, kept };
}

test.each<[string, object, [string, string][]]>([
  ['no provider', { provider: undefined }, [['provider', 'required']]],
  ['M1: another spelling', { provider: 'SendGrid' }, [['provider', 'enum']]],
  ['no key', { api_key: undefined }, [['api_key', 'required']]],
  ['T1: a blank in the key', { api_key: 'SG. x' }, [['api_key', 'format']]],
  ['T1: a blank after the key', { api_key: 'SG.x ' }, [['api_key', 'format']]],
  ['T1: a line break in the key', { api_key: 'SG.x\n' }, [['api_key', 'format']]],
  ['T1: a key of 513 characters', { api_key: 'x'.repeat(513) }, [['api_key', 'format']]],
  ['T1: an account key', { account_api_key: 'x' }, [['account_api_key', 'conflict']]],
  [
    'M37: domains of Postmark without its account key',
    { provider: 'postmark', resources: ['domains'] },
    [['account_api_key', 'required']],
  ],
  ['T1: a region of Postmark', { provider: 'postmark', region: 'us' }, [['region', 'conflict']]],
  ['T1: another region', { region: 'ap' }, [['region', 'enum']]],
  ['T1: no resources', { resources: [] }, [['resources', 'length']]],
  ['T1: an unknown resource', { resources: ['domains', 'contacts'] }, [['resources[1]', 'enum']]],
  ['M2: a tenant', { tenant: 'acme' }, [['tenant', 'unknown']]],
  ['M13: a cursor that is none', { cursor: 'nonsense' }, [['cursor', 'format']]],
  ['dry_run that is no boolean', { dry_run: 'yes' }, [['dry_run', 'type']]],
])('%s is 400: nothing is called and nothing counted', async (_name, change, issues) => {
  const { start, provider, kept } = await setUp();
  const answer = await start(change);
  expect(refusal(answer)).toEqual([400, 'validation_error']);
  expect(issuesOf(answer)).toEqual(issues);
  expect(provider.seen).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('the write scopes of what is selected, all that lack, before the fields are looked at [M3]', async () => {
  const { ctx, account, startIn } = await setUp();
  const of = (scopes: Scope[]) => keyWith(ctx, account.id, scopes);
  const lacking = async (change: object, scopes: Scope[]) => {
    const answer = await startIn(ctx, await of(scopes))(change);
    return [...refusal(answer), answer.body.error?.details?.required];
  };
  const all = ['domains:write', 'webhooks:write', 'templates:write', 'suppressions:write'];
  const insufficient = [403, 'insufficient_scope'];
  expect(await lacking({ resources: undefined }, ['account:read'])).toEqual([...insufficient, all]);
  for (const resources of ['suppressions', [], ['x'], 7])
    expect(await lacking({ resources }, ['suppressions:write'])).toEqual([...insufficient, all.slice(0, 3)]);
  expect(await lacking({ resources: ['suppressions', 'domains', 'x'] }, ['templates:write'])).toEqual([
    ...insufficient,
    ['domains:write', 'suppressions:write'],
  ]);
  expect((await startIn(ctx, await of(['suppressions:write']))()).status).toBe(200);
});

test.each([
  ['401', { status: 401, body: {} }],
  ['403', { status: 403, body: 'Forbidden' }],
])('%s at the key check is 400 provider_auth_failed, and no import is made [M8]', async (_name, reply) => {
  const { start, provider, kept } = await setUp();
  provider.faults.push({ when: /scopes/, reply });
  const { status, body } = await start();
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: 'validation_error',
    details: {
      reason: 'provider_auth_failed',
      provider: 'sendgrid',
      field: 'api_key',
      issues: [{ path: 'api_key', rule: 'blocked' }],
    },
    hint: 'Is the account in the other region?',
  });
  expect(await kept()).toEqual([]);
});

test.each<[string, object, string]>([
  ['500', { status: 500, body: 'down' }, 'provider_unavailable'],
  ['a connection that breaks', { reply: 'cut' }, 'provider_unavailable'],
  ['404', { status: 404, body: {} }, 'provider_bad_answer'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'provider_bad_answer'],
  ['HTML', { status: 200, body: '<html>' }, 'provider_bad_answer'],
  ['cut JSON', { status: 200, body: '{"scopes": [' }, 'provider_bad_answer'],
  ['another shape', { status: 200, body: [] }, 'provider_bad_answer'],
])('%s at the key check is 502 [M8]', async (_name, reply, reason) => {
  const { start, provider, ctx, kept } = await setUp();
  const runtime = { ...ctx.runtime, sleep: async () => {} };
  Object.assign(ctx, { runtime });
  const fault = 'reply' in reply ? ('cut' as const) : (reply as { status: number });
  provider.faults.push({ when: /scopes/, reply: fault, times: 3 });
  const answer = await start();
  expect(refusal(answer)).toEqual([502, 'upstream_error']);
  expect(answer.body.error?.details).toEqual({ reason, provider: 'sendgrid' });
  expect(answer.text).not.toContain('down');
  expect(await kept()).toEqual([]);
});

test('of fifteen new imports at one moment ten are taken; another account is untouched [M5]', async () => {
  const { start, startIn, ctx, clock } = await setUp();
  const answers = await Promise.all(Array.from({ length: 15 }, () => start({ dry_run: true })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  for (const answer of refused) {
    expect(refusal(answer)).toEqual([429, 'rate_limited']);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
  }
  const other = await freshAccount(ctx, { domain: false });
  expect((await startIn(ctx, other.api_key)()).status).toBe(200);
  clock.advance(3_600_001);
  expect((await start({ dry_run: true })).status).toBe(200);
});

test('a cursor opens with the same key, body and account only, for a day; in any other hand nothing is called [M13]', async () => {
  const { start, startIn, call, provider, ctx, clock } = await setUp();
  provider.hooks.before = (path) => {
    if (path.endsWith('spam_reports')) clock.advance(26_000);
  };
  const { next_cursor: cursor } = (await start()).body.migration as { next_cursor: string };
  await start();
  const { next_cursor: ofList } = (await call('GET', '/migrations?limit=1')).body as { next_cursor: string };
  const other = await freshAccount(ctx, { domain: false });
  const called = provider.seen.length;
  for (const answer of [
    await start({ cursor, api_key: `${providerKey}x` }),
    await start({ cursor, region: 'eu' }),
    await start({ cursor, resources: undefined }),
    await start({ cursor, dry_run: true }),
    await start({ cursor, provider: 'mailgun' }),
    await start({ cursor, provider: 'postmark' }),
    await start({ cursor: ofList }),
    await call('GET', `/migrations?cursor=${cursor}`),
    await startIn(ctx, other.api_key)({ cursor }),
    await start({ cursor: cursor.slice(0, -1) }),
    await start({ cursor: `${cursor.slice(0, 20)}${cursor[20] === 'A' ? 'B' : 'A'}${cursor.slice(21)}` }),
  ]) {
    expect(refusal(answer)).toEqual([400, 'validation_error']);
    expect(issuesOf(answer)).toEqual([['cursor', 'format']]);
  }
  expect(provider.seen).toHaveLength(called);
  expect((await start({ cursor })).status).toBe(200);
  clock.advance(86_400_001);
  expect(issuesOf(await start({ cursor }))).toEqual([['cursor', 'format']]);
});

test('a resource that cannot be read is named in errors, and the others come [M25, M26]', async () => {
  const { start, call, provider } = await setUp();
  provider.rows['suppression/spam_reports'] = [{ email: 'a@gone.example', created: 1_700_000_000 }];
  provider.faults.push({ when: /v3\/templates/, reply: { status: 403, body: {} }, times: 2 });
  const all = (await start({ resources: undefined })).body.migration as Record<string, unknown>;
  expect(all).toMatchObject({
    status: 'partial',
    resources: ['domains', 'webhooks', 'templates', 'suppressions'],
    errors: [{ resource: 'templates', code: 'provider_forbidden', retryable: false }],
    suppressions: { totals: { complaint: 1 } },
  });
  const one = (await start({ resources: ['templates'] })).body.migration as { id: string; status: string };
  expect(one.status).toBe('failed');
  expect((await call('GET', `/migrations/${one.id}`)).body.migration).toMatchObject({
    status: 'failed',
    errors: [{ resource: 'templates' }],
  });
});
