import type { Id } from '../../shared/core/runtime.ts';
import { addMember, makeSignInLink, removeMember } from '../../shared/domain/sessions/members.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { createBrowser, elementsOf } from '../support/browser.ts';

const ctx = testContext();

/** Accounts of which one address is a member, in the order of their ids. */
async function memberOf(count: number) {
  const email = `agency-${ctx.runtime.secret(8, 'base32')}@acme.test`.toLowerCase();
  const accounts: Id<'acc'>[] = [];
  for (let i = 0; i < count; i++) {
    const { account } = await freshAccount(ctx, { domain: false });
    await addMember(ctx, { account: account.id, email, role: 'developer' });
    accounts.push(account.id);
  }
  return { email, accounts: accounts.sort() };
}

/** Follows an operator's link, whose browser is returned. */
async function follow(email: string, account: Id<'acc'> | null) {
  const { url } = await makeSignInLink(ctx, { email, account, minutes: 15 });
  const browser = createBrowser(ctx);
  return { ...browser, use: () => browser.post(new URL(url).pathname) };
}

const accountIn = (html: string) =>
  elementsOf(html).find(({ attributes }) => attributes.name === 'account')?.attributes.value;

test('an address in more than a hundred accounts has a way into each [D21]', async () => {
  const { email, accounts } = await memberOf(102);
  const last = accounts.at(-1) as Id<'acc'>;
  const named = await follow(email, last);
  expect((await named.use()).status).toBe(303);
  expect(accountIn((await named.get('/settings/sessions')).text)).toBe(last);
  const choosing = await follow(email, null);
  expect((await choosing.use()).location).toMatch(/^\/accounts\?/);
  expect((await choosing.get('/accounts')).text).toContain(last);
  await choosing.post('/accounts', { account: last });
  expect(accountIn((await choosing.get('/settings/sessions')).text)).toBe(last);
});

test('who was invited to several accounts is active in those that they choose [D20]', async () => {
  const { email, accounts } = await memberOf(3);
  const choosing = await follow(email, null);
  await choosing.use();
  await choosing.post('/accounts', { account: accounts[1] as string });
  const members = await Promise.all(accounts.map((account) => ctx.members.list(account)));
  const own = members.map((all) => all.find((one) => one.email === email));
  expect(own.map((one) => [one?.status, one?.last_seen_at !== null])).toEqual([
    ['invited', false],
    ['active', true],
    ['invited', false],
  ]);
});

test('an invitation that was not taken never decides the account of a sign-in [D20]', async () => {
  const [invited, own] = [await freshAccount(ctx), await freshAccount(ctx)];
  const { email } = own.account;
  const statusIn = async (account: Id<'acc'>) =>
    (await ctx.members.list(account)).find((one) => one.email === email)?.status;
  await (await follow(email, own.account.id)).use();
  await addMember(ctx, { account: invited.account.id, email, role: 'owner' });
  const browser = await follow(email, null);
  expect((await browser.use()).location).toMatch(/^\/accounts\?/);
  expect(accountIn((await browser.get('/settings/sessions')).text)).toBe(own.account.id);
  expect(await statusIn(invited.account.id)).toBe('invited');
});

test('the settings lead to the other accounts of an address that has several [D21]', async () => {
  const leads = async (count: number) => {
    const browser = await follow((await memberOf(count)).email, null);
    await browser.use();
    return (await browser.get('/settings')).text.includes('href="/accounts"');
  };
  expect({ one: await leads(1), two: await leads(2) }).toEqual({ one: false, two: true });
});

test('a link for an account leads into no other one where the member was removed from it meanwhile [D8]', async () => {
  const { email, accounts } = await memberOf(2);
  const one = accounts[0] as Id<'acc'>;
  const link = await follow(email, one);
  await removeMember(ctx, { account: one, email });
  expect((await link.use()).status).toBe(404);
  expect((await link.get('/settings/sessions')).status).toBe(303);
});
