import { routeGroups } from '../../functions/routes.ts';
import { scopes } from '../../shared/domain/keys/scopes.ts';
import { type Client, freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';

const ctx = testContext();
const routes = Object.values(routeGroups).flat();
const tooLong = `{${'x'.repeat(5 * 1024 * 1024)}`;

/** A request with one fault of every step: each row mends the fault that the row before was refused for. */
test('of a request with every fault, the first in the order of checks decides [C12]', async () => {
  const { account, api_key, domain } = await freshAccount(ctx, { plan: 'pro' });
  const weak = await keyWith(
    ctx,
    account.id,
    scopes.filter((scope) => scope !== 'full' && scope !== 'emails:send'),
  );
  const sent = { from: 'a@unknown.example', to: 7, subject: 'Hello', text: 'Hi' };
  const sound = { ...sent, to: 'ada@x.example' };
  const empty = { 'idempotency-key': '' };
  const call: Client = inProcess(ctx, routes, null);
  const rows: [string, string, string, Parameters<Client>[2], number, string | undefined][] = [
    ['404', 'PUT', '/nothing', { raw: tooLong, headers: empty }, 404, 'not_found'],
    ['405', 'PUT', '/emails', { raw: tooLong, headers: empty }, 405, 'method_not_allowed'],
    ['401', 'POST', '/emails', { raw: tooLong, headers: empty }, 401, undefined],
    ['413', 'POST', '/emails', { key: weak, raw: tooLong, headers: empty }, 413, 'payload_too_large'],
    ['JSON', 'POST', '/emails', { key: weak, raw: '{', headers: empty }, 400, 'validation_error'],
    [
      'scope',
      'POST',
      '/emails',
      { key: weak, body: { ...sent, tenant: 'x' }, headers: empty },
      403,
      'insufficient_scope',
    ],
    [
      'tenant',
      'POST',
      '/emails',
      { key: api_key, body: { ...sent, tenant: 'x' }, headers: empty },
      403,
      'tenants_not_enabled',
    ],
    ['key form', 'POST', '/emails', { key: api_key, body: sent, headers: empty }, 400, 'validation_error'],
    ['fields', 'POST', '/emails', { key: api_key, body: sent }, 400, 'validation_error'],
    ['domain', 'POST', '/emails', { key: api_key, body: sound }, 403, 'domain_not_verified'],
    ['none', 'POST', '/emails', { key: api_key, body: { ...sound, from: `a@${domain}` } }, 200, undefined],
  ];
  for (const [name, method, path, request, status, code] of rows) {
    const answer = await call(method, path, request);
    expect([name, answer.status, answer.body.error?.code]).toEqual([name, status, code]);
  }
});

test('429 rate_limited is before 413, and carries the three headers (C10) [C12]', async () => {
  const { account } = await freshAccount(ctx, { plan: 'free', domain: false });
  const call = inProcess(ctx, routes, await keyWith(ctx, account.id, ['emails:read']));
  // The length alone is over the limit, so that as many requests as the bucket holds cost little time.
  const headers = { 'content-length': String(tooLong.length) };
  const attempt = () => call('POST', '/emails', { raw: 'x', headers });
  const answers = await Promise.all(Array.from({ length: 60 }, attempt));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([413, 429]));
  const answer = answers.find(({ status }) => status === 429);
  if (answer === undefined) throw new Error('no answer is 429');
  expect(answer.body.error?.code).toBe('rate_limited');
  for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
    expect(answer.headers.get(name)).toMatch(/^\d+$/);
});
