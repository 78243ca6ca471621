import { domainRoutes } from '../../functions/domains/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { adoptDomain } from '../../shared/domain/domains/adopt-domain.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import type { Settings } from '../../shared/domain/settings.ts';
import { freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';

const ctx = testContext();

async function setUp(plan: 'free' | 'pro' | 'dedicated' = 'dedicated') {
  const { account, api_key } = await freshAccount(ctx, { plan, domain: false });
  const call = inProcess(ctx, domainRoutes, api_key);
  const name = `${account.id.slice(4)}.example.com`;
  const post = (body: Record<string, unknown>) => call('POST', '/domains', { body });
  return { account, call, name, post };
}

/** As the operator's command does, with an identity that SES has verified. */
const adopt = (account: Id<'acc'>, name: string) =>
  adoptDomain(
    ctx,
    {
      ...ctx.identities,
      get: async () => ({
        verified: true,
        signed: true,
        dkim_selector: 's',
        stage: null,
        domain: null,
        dkim_failed: false,
        mail_from: null,
        forwards_feedback: false,
      }),
      adopt: async () => {},
    },
    { account, name },
  );

const issueOf = ({ body }: { body: { error?: { details?: Record<string, unknown> } } }) =>
  (body.error?.details?.issues as { path: string; rule: string }[])?.[0];

test.each([
  ['localhost', 'format'],
  ['192.0.2.1', 'format'],
  ['a@example.com', 'format'],
  ['example.com.', 'format'],
  ['-a.example.com', 'format'],
  ['_service.example.com', 'format'],
  [`${'a'.repeat(64)}.example.com`, 'format'],
  [`${'a.'.repeat(112)}example.com`, 'format'],
  ['xn--a.example.com', 'format'],
  ['shop.xn--zzzzzzzz99', 'format'],
  ['', 'length'],
  ['co.uk', 'blocked'],
  ['github.io', 'blocked'],
  ['gmail.com', 'blocked'],
  ['GMX.de', 'blocked'],
  ['mailwright.test', 'blocked'],
  ['a.mailwright.test', 'blocked'],
  ['sandbox.mailwright.test', 'blocked'],
])('the name %j is 400 (%s) [H24, A59]', async (name, rule) => {
  const { post } = await setUp();
  const answer = await post({ name });
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  expect(issueOf(answer)).toMatchObject({ path: 'name', rule });
});

test.each([['xmailwright.test'], ['shop.gmail.com.example'], ['a.b.c.test']])(
  'the name %s is allowed [A59]',
  async (name) => {
    const { post, call } = await setUp();
    const answer = await post({ name });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    await call('DELETE', `/domains/${name}`);
  },
);

test('a domain that receives is a sub domain [H24]', async () => {
  const { post, account } = await setUp();
  const answer = await post({ name: `${account.id.slice(4)}.com`, inbound_enabled: true });
  expect(answer.status).toBe(400);
  expect(issueOf(answer)).toMatchObject({ path: 'name', rule: 'format' });
});

test('another region, a wrong type and both names of the field are 400 [H24]', async () => {
  const { post, name } = await setUp();
  const bodies = [
    [{ name, region: 'eu-west-9' }, 'region'],
    [{ name, tls_mode: 'none' }, 'tls_mode'],
    [{ name, inbound_enabled: 'yes' }, 'inbound_enabled'],
    [{ name, domain: `b.${name}` }, 'name'],
    [{}, 'name'],
  ] as const;
  for (const [body, path] of bodies) {
    const answer = await post(body);
    expect([answer.status, issueOf(answer)?.path]).toEqual([400, path]);
  }
});

test('a name of another account is 409 with how to claim it, and makes nothing [H24, A19]', async () => {
  const [owner, other] = [await setUp(), await setUp()];
  await owner.post({ name: owner.name });
  const answers = [await other.post({ name: owner.name }), await other.post({ name: owner.name })];
  for (const answer of answers) {
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'domain_claimed']);
    expect(answer.body.error?.details).toEqual({
      claim: {
        record: {
          type: 'TXT',
          host: `_service-claim.${owner.name}`,
          value: expect.stringMatching(/^service-claim=[a-z2-7]{32}$/),
        },
        endpoint: 'POST /domains/claims',
        expires_at: expect.any(String),
      },
    });
  }
  const value = (i: number) => JSON.stringify(answers[i]?.body.error?.details).match(/claim=(\w+)/)?.[1];
  expect(value(0)).toBe(value(1));
  expect((await other.call('GET', '/domains')).body.domains).toEqual([]);
  expect((await other.call('GET', `/domains/${owner.name}`)).status).toBe(404);
  expect((await other.call('DELETE', `/domains/${owner.name}`)).status).toBe(404);
});

test('a sub domain of another account is a name of its own [A32]', async () => {
  const [owner, other] = [await setUp(), await setUp()];
  await owner.post({ name: owner.name });
  expect((await other.post({ name: `mail.${owner.name}` })).status).toBe(201);
});

test('concurrent creates on the free plan make one domain; a deleted one gives its place back [A37]', async () => {
  const { post, call, name } = await setUp('free');
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => post({ name: `n${i}.${name}` })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 201)) {
    expect(body.error).toMatchObject({
      code: 'plan_limit',
      details: { limit: 1, used: 1, period: 'total', domain_limit: 1 },
    });
  }
  const { domains } = (await call('GET', '/domains')).body as { domains: DomainRecord[] };
  expect(domains).toHaveLength(1);
  await call('DELETE', `/domains/${domains[0]?.id}`);
  expect((await post({ name: `again.${name}` })).status).toBe(201);
  expect((await post({ name: `more.${name}` })).status).toBe(403);
});

test('a domain that an operator adopts takes a place of the plan, also over its number [A37]', async () => {
  const { account, post, call, name } = await setUp('free');
  for (const label of ['a', 'b', 'b']) await adopt(account.id, `${label}.${name}`);
  const refused = await post({ name: `c.${name}` });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'plan_limit']);
  const { domains } = (await call('GET', '/domains')).body as { domains: DomainRecord[] };
  expect(domains).toHaveLength(2);
  for (const { id } of domains) await call('DELETE', `/domains/${id}`);
  expect((await post({ name: `c.${name}` })).status).toBe(201);
});

test('100 concurrent creates of one name by two accounts make one domain with one owner [A19, A31, A37]', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const name = `race-${one.name}`;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 ? one : other).post({ name })),
  );
  const statuses = [0, 1].map((of) => answers.flatMap(({ status }, i) => (i % 2 === of ? status : [])));
  expect(statuses.map((all) => all.sort()).sort()).toEqual([
    [...Array(49).fill(200), 201],
    Array(50).fill(409),
  ]);
  const ids = answers.flatMap(({ body }) => (body.domain as { id: string } | undefined)?.id ?? []);
  expect([ids.length, new Set(ids).size]).toEqual([50, 1]);
  const lists = await Promise.all([one, other].map(({ call }) => call('GET', '/domains')));
  expect(lists.map(({ body }) => (body.domains as unknown[]).length).sort()).toEqual([0, 1]);
});

test('without a service domain POST /domains is 503 not_configured [A1]', async () => {
  const { account } = await setUp();
  const bare = testContext();
  (bare.settings as { -readonly [K in keyof Settings]: Settings[K] }).service_domain = null;
  const call = inProcess({ ...bare }, domainRoutes, await keyWith(ctx, account.id, ['domains:write']));
  const answer = await call('POST', '/domains', { body: { name: 'a.example.com' } });
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'not_configured']);
});
