import { keyWith, newTenant, testContext } from '../support/api.ts';
import { type Entry, listAccount } from '../support/lists.ts';

const ctx = testContext();
const setUp = () => listAccount(ctx);

test('POST /suppressions answers 201 {suppression}, manual by default; GET by id and by address find it [H26]', async () => {
  const { call } = await setUp();
  const made = await call('POST', '/suppressions', {
    body: { email: 'a@x.example', note: 'asked by phone' },
  });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    suppression: {
      id: expect.stringMatching(/^sup_[0-9a-hjkmnp-tv-z]{26}$/),
      email: 'a@x.example',
      reason: 'manual',
      tenant: null,
      source: 'api',
      email_id: null,
      note: 'asked by phone',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
  const { id } = made.body.suppression as Entry;
  expect(await call('GET', `/suppressions/${id}`)).toMatchObject({ status: 200, body: made.body });
  const found = await call('GET', '/suppressions?email=A@X.example');
  expect(found.body).toEqual({
    suppressions: [made.body.suppression],
    has_more: false,
    next_cursor: null,
  });
  expect((await call('GET', '/suppressions?email=b@x.example')).body.suppressions).toEqual([]);
});

test('any form of C8 is taken; the address is kept bare, in lower case, with A-labels [Q45]', async () => {
  const { call } = await setUp();
  const made = await call('POST', '/suppressions', { body: { email: 'Ada <Ada.L+Shop@BÜCHER.example>' } });
  expect(made.body.suppression).toMatchObject({ email: 'ada.l+shop@xn--bcher-kva.example' });
  const again = await call('POST', '/suppressions', { body: { email: 'ada.l+shop@xn--bcher-kva.example' } });
  expect([again.status, again.body]).toEqual([200, made.body]);
});

test('only a stronger reason replaces; id and created_at stay [Q32]', async () => {
  const { call } = await setUp();
  const post = async (reason: string, note?: string) => {
    const { status, body } = await call('POST', '/suppressions', {
      body: { email: 'a@x.example', reason, note },
    });
    const { id, created_at, reason: now, note: kept } = body.suppression as Entry;
    return { status, id, created_at, reason: now, note: kept };
  };
  const first = await post('unsubscribe', 'first');
  expect(first).toMatchObject({ status: 201, reason: 'unsubscribe' });
  const same = { ...first, status: 200 };
  expect(await post('manual', 'weaker')).toEqual(same);
  expect(await post('unsubscribe', 'equal')).toEqual(same);
  expect(await post('bounce', 'stronger')).toEqual({ ...same, reason: 'bounce', note: 'stronger' });
  expect(await post('complaint', 'strongest')).toEqual({ ...same, reason: 'complaint', note: 'strongest' });
  expect(await post('bounce')).toEqual({ ...same, reason: 'complaint', note: 'strongest' });
});

test('a space in the email of a query is read as + [Q31]', async () => {
  const { call } = await setUp();
  await call('POST', '/suppressions', { body: { email: 'ada+shop@x.example' } });
  expect((await call('GET', '/suppressions?email=ada+shop@x.example')).body.suppressions).toHaveLength(1);
  const gone = await call('DELETE', '/suppressions?email=ada+shop@x.example');
  expect([gone.status, gone.body]).toEqual([200, { ok: true }]);
  expect((await call('GET', '/suppressions?email=ada%2Bshop@x.example')).body.suppressions).toEqual([]);
});

test('a space inside the quotes of an address stays one, a space before an address is a + [Q31]', async () => {
  const { call } = await setUp();
  for (const email of ['"ada shop"@x.example', 'ada@x.example']) {
    await call('POST', '/suppressions', { body: { email } });
  }
  expect((await call('DELETE', '/suppressions?email=+ada@x.example')).status).toBe(404);
  const query = `?email=${encodeURIComponent('"ada shop"@x.example')}`;
  expect((await call('GET', `/suppressions${query}`)).body.suppressions).toHaveLength(1);
  expect((await call('DELETE', `/suppressions${query}`)).status).toBe(200);
  const listed = (await call('GET', '/suppressions')).body.suppressions as Entry[];
  expect(listed.map(({ email }) => email)).toEqual(['ada@x.example']);
});

test('what was removed is off the list, and comes back as a new entry [H26]', async () => {
  const { call, list, optOut } = await setUp();
  await optOut('a@x.example', 'product');
  const first = await call('POST', '/suppressions', { body: { email: 'a@x.example', reason: 'bounce' } });
  expect((await call('DELETE', '/suppressions?email=a@x.example')).status).toBe(200);
  expect((await call('GET', '/suppressions')).body.suppressions).toEqual([]);
  expect((await call('GET', `/suppressions/${(first.body.suppression as Entry).id}`)).status).toBe(404);
  // Its opt-out is another matter.
  expect((await ctx.suppressions.readStates(list, ['a@x.example']))[0]?.opt_outs).toHaveLength(1);
  const second = await call('POST', '/suppressions', { body: { email: 'a@x.example' } });
  expect([second.status, (second.body.suppression as Entry).reason]).toEqual([201, 'manual']);
  const listed = await call('GET', '/suppressions');
  expect(listed.body.suppressions).toEqual([second.body.suppression]);
});

test('a batch counts every distinct address once, and a repeat skips all [Q32]', async () => {
  const { call } = await setUp();
  await call('POST', '/suppressions', { body: { email: 'old@x.example', reason: 'manual' } });
  await call('POST', '/suppressions', { body: { email: 'hard@x.example', reason: 'complaint' } });
  const emails = [
    'new@x.example',
    'NEW@x.example',
    'old@x.example',
    'hard@x.example',
    'nope',
    'nope',
    "'+cell@x.example",
  ];
  const body = { action: 'add', emails, reason: 'bounce' };
  const failed = [{ email: 'nope', message: 'not an email address' }];
  const added = await call('POST', '/suppressions/batch', { body });
  expect([added.status, added.body]).toEqual([200, { added: 3, removed: 0, skipped: 1, failed }]);
  const again = await call('POST', '/suppressions/batch', { body });
  expect(again.body).toEqual({ added: 0, removed: 0, skipped: 4, failed });
  const all = (await call('GET', '/suppressions')).body.suppressions as Entry[];
  expect(Object.fromEntries(all.map(({ email, reason }) => [email, reason]))).toEqual({
    'new@x.example': 'bounce',
    'old@x.example': 'bounce',
    'hard@x.example': 'complaint',
    '+cell@x.example': 'bounce',
  });
  const remove = { action: 'remove', emails: ['new@x.example', 'never@x.example', 'hard@x.example'] };
  const removed = await call('POST', '/suppressions/batch', { body: remove });
  expect(removed.body).toEqual({ added: 0, removed: 2, skipped: 1, failed: [] });
});

test('a batch takes 1,000 addresses [H26]', async () => {
  const { call } = await setUp();
  const emails = Array.from({ length: 1000 }, (_, i) => `r${i}@x.example`);
  const { body } = await call('POST', '/suppressions/batch', { body: { action: 'add', emails } });
  expect(body).toEqual({ added: 1000, removed: 0, skipped: 0, failed: [] });
}, 60_000);

test('a body names the list that it changes, a query the one that is read [H26, A62]', async () => {
  const { account, call } = await setUp();
  await newTenant(ctx, account.id, 'acme');
  const add = async (query: string, email: string, fields: object) => {
    const { body } = await call('POST', `/suppressions${query}`, { body: { email, ...fields } });
    return body.suppression as Entry;
  };
  const ours = await add('?tenant=acme', 'ours@x.example', {});
  const theirs = await add('?tenant=nobody', 'theirs@x.example', { tenant: 'acme' });
  const emails = ['more@x.example'];
  await call('POST', '/suppressions/batch?tenant=acme', { body: { action: 'add', emails } });
  const listed = async (query: string) =>
    ((await call('GET', `/suppressions${query}`)).body.suppressions as Entry[]).map(({ email }) => email);
  expect(await listed('')).toEqual(['more@x.example', 'ours@x.example']);
  expect(await listed('?tenant=acme')).toEqual(['theirs@x.example']);
  const get = async ({ id }: Entry, query: string) => {
    const { status, body } = await call('GET', `/suppressions/${id}${query}`);
    return status === 200 ? body.suppression : status;
  };
  expect([await get(ours, ''), await get(theirs, '?tenant=acme')]).toEqual([ours, theirs]);
  expect([await get(theirs, ''), await get(ours, '?tenant=acme'), await get(ours, '?tenant=nobody')]).toEqual(
    [404, 404, 404],
  );
  expect(await get(theirs, '?tenant=acme&tenant=acme')).toBe(400);
});

test('a tenant-limited key acts on its own list without naming it [H26, A62]', async () => {
  const { account, call } = await setUp();
  const tenant = await newTenant(ctx, account.id);
  const secret = await keyWith(ctx, account.id, ['suppressions:write'], { tenant: tenant.id });
  const ours = await call('POST', '/suppressions', { body: { email: 'ours@x.example' } });
  const theirs = await call('POST', '/suppressions', { key: secret, body: { email: 'theirs@x.example' } });
  const emails = (answer: { body: Record<string, unknown> }) =>
    (answer.body.suppressions as Entry[]).map(({ email }) => email);
  expect(emails(await call('GET', '/suppressions'))).toEqual(['ours@x.example']);
  expect(emails(await call('GET', '/suppressions', { key: secret }))).toEqual(['theirs@x.example']);
  const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.suppression as Entry).id;
  expect((await call('GET', `/suppressions/${idOf(ours)}`, { key: secret })).status).toBe(404);
  expect((await call('GET', `/suppressions/${idOf(theirs)}`)).status).toBe(404);
  expect((await call('DELETE', '/suppressions?email=ours@x.example', { key: secret })).status).toBe(404);
  const exported = await call('GET', '/suppressions/export', { key: secret });
  expect(exported.text.split('\r\n')).toEqual([expect.any(String), expect.stringMatching(/^theirs@/), '']);
  const named = await call('GET', '/suppressions/export?tenant=*', { key: secret });
  expect([named.status, named.body.error?.details]).toEqual([403, { reason: 'key_tenant' }]);
});
