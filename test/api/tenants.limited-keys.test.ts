import { inProcess, keyWith, testContext } from '../support/api.ts';
import { tenantGroups, tenantWorld } from '../support/tenants.ts';

const ctx = testContext();

const refusal = ({ status, body }: { status: number; body: { error?: { details?: object } } }) => [
  status,
  body.error?.details,
];

/** A key of the tenant acme, which sent with it, so that this process remembers key, tenant and name. */
async function setUp() {
  const world = await tenantWorld(ctx);
  const elsewhere = inProcess(testContext(), tenantGroups, world.api_key);
  const fields = { external_id: 'acme', default_from_domain: world.domain };
  const old = await world.tenant('acme', fields);
  const sendAs = (key: string, body: object = {}, headers: Record<string, string> = {}) =>
    world.call('POST', '/emails', { key, headers, body: { ...world.email, tenant: 'acme', ...body } });
  const key = await world.keyOf(old);
  expect((await sendAs(key)).status).toBe(200);
  /** Another process deletes the tenant and makes it again. */
  const makeAgain = async () => {
    expect((await elsewhere('DELETE', '/tenants/acme')).status).toBe(200);
    const { body } = await elsewhere('POST', '/tenants', { body: fields });
    return body.tenant as typeof old;
  };
  return { ...world, old, key, sendAs, makeAgain };
}

test('the key of a deleted tenant does not send as the one that was made again under its name [A7, C13]', async () => {
  const { call, email, key, old, sendAs, makeAgain } = await setUp();
  await makeAgain();
  for (const fields of [{}, { tenant: old.id }]) expect((await sendAs(key, fields)).status).toBe(404);
  const emails = [{ ...email, tenant: 'acme' }];
  const { body } = await call('POST', '/emails/batch', { key, body: { emails } });
  expect(body.data).toMatchObject([{ id: null, error: { status: 404 } }]);
  // Last: the tenant is read for it, so that this process learns of the deletion.
  expect((await sendAs(key, { from: 'support' })).status).toBe(404);
});

test('the key of a tenant that was made again sends as it at once [A7]', async () => {
  const { keyOf, call, sendAs, makeAgain } = await setUp();
  const fresh = await makeAgain();
  const key = await keyOf(fresh);
  for (const tenant of ['acme', fresh.id]) {
    const sent = await sendAs(key, { tenant, from: 'support' });
    expect(sent.status).toBe(200);
    expect((await call('GET', `/emails/${sent.body.id}`, { key })).status).toBe(200);
  }
});

test('for a tenant-limited key no name is looked up, so that none takes longer that exists [A9]', async () => {
  const { key, email, old, tenant } = await setUp();
  const other = await tenant('other');
  const looked: string[] = [];
  const look = async (_account: string, name: string) => {
    looked.push(name);
    return null;
  };
  const blind = { ...ctx, tenants: { ...ctx.tenants, idOf: look, find: look } };
  const call = inProcess(blind, tenantGroups, key);
  const asked = (name: string) => [
    call('POST', '/emails', { body: { ...email, tenant: name } }),
    call('GET', `/emails?tenant=${name}`),
    call('GET', `/tenants/${name}`),
  ];
  const statuses = async (name: string) => (await Promise.all(asked(name))).map(({ status }) => status);
  for (const name of ['acme', old.id]) expect([name, await statuses(name)]).toEqual([name, [200, 200, 200]]);
  for (const name of ['other', other.id, 'none'])
    expect([name, await statuses(name)]).toEqual([name, [403, 403, 403]]);
  expect(looked).toEqual([]);
});

const headers = { 'idempotency-key': 'once' };

test.each([
  ['/emails', (email: object) => email],
  ['/emails/batch', (email: object) => ({ emails: [email] })],
])(
  'the same body of %s of an account and of a tenant-limited key is two requests [A74]',
  async (path, bodyOf) => {
    const { account, api_key, call, email, key } = await setUp();
    const secret = await keyWith(ctx, account.id, ['full']);
    const post = async (by: string, used: string) => {
      const request = { key: by, body: bodyOf(email), headers: { 'idempotency-key': used } };
      const answer = await call('POST', path, request);
      return answer.status === 200 ? answer.body : refusal(answer);
    };
    const [limited, whole] = [await post(key, 'a'), await post(api_key, 'a')];
    expect(whole).not.toEqual(limited);
    expect(await post(key, 'a')).toEqual(limited);
    for (const again of [api_key, secret]) expect(await post(again, 'a')).toEqual(whole);
  },
);

test('so it is where the email would be the tenant’s without the key, and for a resend [A74]', async () => {
  const { api_key, key, old, call, email, ownDomain, sendAs } = await setUp();
  const own = { ...email, from: `a@${await ownDomain(old)}` };
  const post = async (by: string) => (await call('POST', '/emails', { key: by, body: own, headers })).body;
  const [limited, whole] = [await post(key), await post(api_key)];
  expect(whole.id).not.toBe(limited.id);
  expect([await post(key), await post(api_key)]).toEqual([limited, whole]);
  const later = { tenant: 'acme', scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { id } = (await sendAs(key, later)).body;
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  const resend = (by: string) =>
    call('POST', `/emails/${id}/resend`, { key: by, headers: { 'idempotency-key': 'again' } });
  const replayed = async (by: string) => (await resend(by)).headers.get('idempotency-replayed');
  expect([await replayed(key), await replayed(api_key)]).toEqual([null, null]);
  expect([await replayed(key), await replayed(api_key)]).toEqual(['true', 'true']);
});

async function batchWorld() {
  const world = await setUp();
  const own = { ...world.email, from: `a@${await world.ownDomain(world.old)}` };
  /** The results of a batch, or its refusal. */
  const post = async (by: string, used: string, emails: object[]) => {
    const request = { key: by, body: { emails }, headers: { 'idempotency-key': used } };
    const answer = await world.call('POST', '/emails/batch', request);
    return answer.status === 200 ? answer.body.data : refusal(answer);
  };
  return { ...world, own, named: { ...world.email, tenant: 'acme' }, post };
}

test('a batch of the tenant’s key is its own, whatever its items are [A74]', async () => {
  const { api_key, key, email, named, own, tenant, ownDomain, post } = await batchWorld();
  const other = await tenant('other');
  const theirs = { ...email, from: `a@${await ownDomain(other)}` };
  for (const [used, item] of Object.entries({
    tenant: own,
    refused: { ...named, scheduled_at: '2020-01-01T00:00:00Z' },
    invalid: { ...named, category: 'nope' },
    account: email,
    named: { ...email, tenant: 'other' },
    domain: theirs,
    unknown: { ...email, tenant: 'nobody' },
  })) {
    const batch = [named, own, item];
    const [whole, limited] = [await post(api_key, used, batch), await post(key, used, batch)];
    expect(whole).toHaveLength(3);
    expect([used, limited]).not.toEqual([used, whole]);
    expect([await post(api_key, used, batch), await post(key, used, batch)]).toEqual([whole, limited]);
  }
});

test("the key of a tenant that was made again never gets the former one's answer [H10]", async () => {
  const { api_key, keyOf, named, post, sendAs, makeAgain } = await batchWorld();
  const first = await sendAs(api_key, {}, headers);
  const batch = await post(api_key, 'batch', [named]);
  const key = await keyOf(await makeAgain());
  expect((await sendAs(key, {}, headers)).body.id).not.toBe(first.body.id);
  expect((await sendAs(api_key, {}, headers)).body).toEqual(first.body);
  expect(await post(key, 'batch', [named])).not.toEqual(batch);
  expect(await post(api_key, 'batch', [named])).toEqual(batch);
});
