import { blockedSenders } from '../../functions/inbound/blocked-senders.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { BlockRecord } from '../../shared/domain/inbound-rules/rule-records.ts';
import { detachTenant, removeBlocks } from '../../shared/domain/tenant-admin/detach-tenant.ts';
import { type Client, freshAccount, inProcess, keyWith, newTenant, testContext } from '../support/api.ts';
import { inboundDomain } from '../support/inbound.ts';

const ctx = testContext();

async function world() {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  return { call: inProcess(ctx, blockedSenders.routes, api_key), account: account.id };
}

const block = async (call: Client, body: object): Promise<BlockRecord> => {
  const made = await call('POST', '/blocked-senders', { body });
  expect(made.status).toBe(201);
  return made.body.blocked_sender as BlockRecord;
};

const listed = async (call: Client, query = ''): Promise<BlockRecord[]> =>
  (await call('GET', `/blocked-senders${query}`)).body.blocked_senders as BlockRecord[];

test('a sender is blocked, listed newest first, read and unblocked [N46]', async () => {
  const { call } = await world();
  const first = await block(call, { sender: 'Ada@Spam.Example' });
  expect(first).toMatchObject({ sender: 'ada@spam.example', domain: null, tenant: null });
  const second = await block(call, { sender: 'MÜNCHEN.example' });
  expect(second.sender).toBe('xn--mnchen-3ya.example');
  expect(await listed(call)).toEqual([second, first]);
  expect((await call('GET', `/blocked-senders/${first.id}`)).body.blocked_sender).toEqual(first);
  expect((await call('DELETE', `/blocked-senders/${first.id}`)).body).toEqual({ ok: true });
  expect((await call('DELETE', `/blocked-senders/${first.id}`)).status).toBe(404);
  expect(await listed(call)).toEqual([second]);
  expect((await block(call, { sender: 'ada@spam.example' })).id).not.toBe(first.id);
});

test('the same sender for the same recipients is one entry, also of concurrent requests [N47]', async () => {
  const { call, account } = await world();
  const domain = await inboundDomain(ctx, account);
  const post = (body: object) => call('POST', '/blocked-senders', { body });
  const answers = await Promise.all([1, 2, 3].map(() => post({ sender: 'spam.example' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(new Set(answers.map(({ body }) => (body.blocked_sender as BlockRecord).id)).size).toBe(1);
  const other = await block(call, { sender: 'spam.example', domain });
  expect(other.domain).toBe(domain);
  expect(await listed(call)).toHaveLength(2);
});

test('a blocked sender ends with its domain, and others stay [N47]', async () => {
  const { call, account } = await world();
  const [domain, other] = [await inboundDomain(ctx, account), await inboundDomain(ctx, account)];
  const kept = [
    await block(call, { sender: 'spam.example' }),
    await block(call, { sender: 'a.example', domain: other }),
  ];
  for (const sender of ['spam.example', 'b.example']) await block(call, { sender, domain });
  const found = await ctx.domains.get(domain);
  if (found === null) throw new Error('no domain');
  await ctx.domains.remove(found, { identity_until: Date.now(), cancelled_at: null }, null);
  expect(await listed(call)).toEqual(kept.toReversed());
});

test('also with one that does not receive any more when it is deleted [N47]', async () => {
  const { call, account } = await world();
  const name = await inboundDomain(ctx, account);
  await block(call, { sender: 'spam.example', domain: name });
  const found = await ctx.domains.get(name);
  const domain =
    found &&
    (await ctx.domains.saveSettings(found, { inbound_enabled: false, updated_at: found.created_at }));
  if (!domain) throw new Error('no domain');
  await ctx.domains.remove(domain, { identity_until: Date.now(), cancelled_at: null }, null);
  expect(await listed(call)).toEqual([]);
});

test('an account has 1,000 at most [N47]', async () => {
  const { call, account } = await world();
  for (let made = 0; made < 1000; made += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        ctx.blocked_senders.create(
          {
            id: ctx.runtime.id('bsn'),
            account,
            sender: `a${made + i}@spam.example`,
            tenant: null,
            domain: null,
            domain_id: null,
            created_at: '2026-11-21T08:15:30.000Z',
          },
          1000,
        ),
      ),
    );
  const over = await call('POST', '/blocked-senders', { body: { sender: 'b@spam.example' } });
  const details = { limit: 1000, used: 1000, period: 'total' };
  expect([over.status, over.body.error]).toMatchObject([403, { code: 'plan_limit', details }]);
  const known = await call('POST', '/blocked-senders', { body: { sender: 'a7@spam.example' } });
  expect(known.status).toBe(200);
});

test.each([
  '',
  'a',
  'localhost',
  '@spam.example',
  'a@',
  'a b@spam.example',
  '*.spam.example',
  'a@b@c.example',
])('%j is no sender [N46]', async (sender) => {
  const { call } = await world();
  const { status, body } = await call('POST', '/blocked-senders', { body: { sender } });
  expect([status, body.error?.details]).toMatchObject([400, { issues: [{ path: 'sender' }] }]);
});

test.each([
  ['*@spam.example', 'spam.example'],
  ['news+*@spam.example', 'spam.example'],
  ['*.spam.example', 'spam.example'],
  ['*@*.spam.example', 'spam.example'],
])('%j would match no mail: the answer says what to write [R82]', async (sender, domain) => {
  const { call } = await world();
  const { status, body } = await call('POST', '/blocked-senders', { body: { sender } });
  const message = expect.stringContaining(`use ${domain} to block every sender in that domain`);
  expect([status, body.error?.details]).toMatchObject([400, { issues: [{ rule: 'format', message }] }]);
});

test('another account’s domain or tenant is 404, and a domain that only sends is 400 [C13]', async () => {
  const [mine, theirs] = [await world(), await world()];
  await newTenant(ctx, mine.account);
  const domain = await inboundDomain(ctx, theirs.account);
  const post = (body: object) =>
    mine.call('POST', '/blocked-senders', { body: { sender: 'a@x.example', ...body } });
  expect((await post({ domain })).status).toBe(404);
  expect((await post({ tenant: 'nowhere' })).status).toBe(404);
  const sends = await inboundDomain(ctx, mine.account, { inbound_enabled: false });
  expect((await post({ domain: sends })).status).toBe(400);
});

test('a key of a tenant blocks for its tenant alone, and the entries end with the tenant [A9, N47]', async () => {
  const { call, account } = await world();
  const acme = await newTenant(ctx, account);
  const other = await newTenant(ctx, account);
  const key = await keyWith(ctx, account, ['inbound:write'], { tenant: acme.id });
  const limited = inProcess(ctx, blockedSenders.routes, key);
  const whole = await block(call, { sender: 'spam.example' });
  const made = await block(limited, { sender: 'spam.example' });
  expect(made.tenant).toBe(acme.external_id);
  const named = await block(call, { sender: 'other.example', tenant: other.external_id });
  expect(await listed(limited)).toEqual([made]);
  const refused = await limited('POST', '/blocked-senders', {
    body: { sender: 'spam.example', tenant: other.external_id },
  });
  expect(refused.status).toBe(403);
  await detachTenant(ctx, { account, id: acme.id }, { before: null, isOver: () => false });
  await removeBlocks(ctx, { account, id: acme.id }, { before: null, isOver: () => false });
  expect(await listed(call)).toEqual([named, whole]);
});

test('those of a deleted tenant are removed a few at a time, since each removal writes the same counts [N47]', async () => {
  let [running, most, removed] = [0, 0, 0];
  const remove = async () => {
    most = Math.max(most, ++running);
    await null;
    running--;
    return ++removed > 0;
  };
  const list = async () => ({ entries: Array(100).fill({ tenant: 'ten_1' }), next: null });
  const ctx = { blocked_senders: { list, remove } } as unknown as Context;
  await removeBlocks(ctx, { account: 'acc_1', id: 'ten_1' }, { before: null, isOver: () => false });
  expect([most, removed]).toEqual([4, 100]);
});

test("a deleted tenant's blocked sender isn't the account's, even before a worker removes it [N47]", async () => {
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...blockedSenders.routes, ...tenantRoutes], api_key);
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const block = async (body: object) =>
    (await call('POST', '/blocked-senders', { body })).body.blocked_sender as BlockRecord;
  const own = await block({ sender: 'own.example' });
  const { id } = await block({ sender: 'spam.example', tenant: 'acme' });
  expect((await call('DELETE', '/tenants/acme')).status).toBe(200);
  expect((await call('GET', '/blocked-senders')).body.blocked_senders).toEqual([own]);
  expect((await call('GET', `/blocked-senders/${id}`)).status).toBe(404);
  expect((await call('DELETE', `/blocked-senders/${id}`)).status).toBe(404);
});
