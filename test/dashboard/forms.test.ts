import { pageGroups } from '../../functions/dashboard/groups.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';

const ctx = testContext();

async function world() {
  const { account } = await freshAccount(ctx);
  return { account, browser: await signIn(ctx, account) };
}

test.each([
  ['missing', { origin: '' }],
  ['null', { origin: 'null' }],
  ['another site', { origin: 'https://evil.test' }],
  ['a longer host', { origin: `${ctx.settings.dashboard_url}.evil.test` }],
  [
    'another scheme',
    { origin: ctx.settings.dashboard_url.replace('http:', 'https:').replace('https://127', 'ftp://127') },
  ],
  ['cross-site by the browser', { 'sec-fetch-site': 'cross-site' }],
  ['same-site by the browser', { 'sec-fetch-site': 'same-site' }],
])('D15: a form whose origin is %s is 403 everywhere and changes nothing', async (_name, headers) => {
  const { account, browser } = await world();
  for (const path of await formPaths()) {
    const answer = await browser.post(
      path,
      { account: account.id, email: 'csrf@acme.test', role: 'owner', name: 'csrf' },
      headers,
    );
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await browser.get('/suppressions')).text).not.toContain('csrf@acme.test');
  expect(await ctx.members.list(account.id)).toHaveLength(1);
});

/** Every form there is, with ids that name nothing. */
async function formPaths(): Promise<string[]> {
  const groups = await Promise.all(Object.values(pageGroups(ctx)).map((load) => load()));
  const posts = groups.flat().filter(({ method }) => method === 'POST');
  return [...new Set(posts.map(({ path }) => path.replace(/\{\w+\}/g, 'x')))];
}

test('D21: every form of a session refuses another account', async () => {
  const { browser } = await world();
  const open = new Set(['/sign-in', '/sign-in/check', '/sign-in/x', '/sign-out', '/accounts']);
  for (const path of (await formPaths()).filter((one) => !open.has(one)))
    expect([path, (await browser.post(path, { account: 'acc_00000000000000000000000000' })).status]).toEqual([
      path,
      409,
    ]);
});

test('0 GETs change anything: every page is read, and the account is as before', async () => {
  const { account, browser } = await world();
  const groups = await Promise.all(Object.values(pageGroups(ctx)).map((load) => load()));
  const state = async () => [
    await ctx.members.list(account.id),
    (await browser.get('/api-keys')).text.includes('Delete'),
  ];
  const before = await state();
  for (const { method, path } of groups.flat())
    if (method === 'GET') {
      const { status } = await browser.get(path.replace(/\{\w+\}/g, 'x'));
      expect([path, status < 500]).toEqual([path, true]);
    }
  expect(await state()).toEqual(before);
});
