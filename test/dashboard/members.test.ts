import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Account } from '../../shared/core/records/accounts.ts';
import type { Member, Role } from '../../shared/core/records/members.ts';
import { addMember, removeMember } from '../../shared/domain/sessions/members.ts';
import { buildApp } from '../../shared/http/app.ts';
import { session } from '../../shared/http/steps/session.ts';
import { freshAccount, testClock, testContext } from '../support/api.ts';
import { createBrowser, signIn } from '../support/browser.ts';

const clock = testClock();
clock.hold();
/** Two processes with caches of their own. */
const [here, there] = [testContext({ runtime: clock.runtime }), testContext({ runtime: clock.runtime })];
const origin = here.settings.dashboard_url;

/** An account whose second owner is signed in, and known to the other process. */
async function world() {
  const { account } = await freshAccount(here);
  const email = 'second@acme.test';
  await addMember(here, { account: account.id, email, role: 'owner' });
  const signed = await signIn(here, { ...account, email });
  const browser = createBrowser(there);
  browser.setCookie(signed.cookie());
  expect((await browser.get('/settings/members')).status).toBe(200);
  const post = (path: string, form: Record<string, string>) =>
    browser.post(path, { account: account.id, ...form });
  return { account, email, post, browser };
}

const emailsOf = async (account: Account) =>
  (await here.members.list(account.id)).map(({ email, role }) => [email, role]);

const key = { name: 'heir', scopes: 'full' };
const evil = { email: 'heir@acme.test', role: 'owner' };

test('a member who is removed leaves no key, endpoint or member behind, in no process [D11, A70]', async () => {
  const { account, email, post, browser } = await world();
  await removeMember(here, { account: account.id, email });
  const forms = [await post('/settings/members/invite', evil), await post('/api-keys/new', key)];
  expect(forms.map(({ status, location }) => [status, location])).toEqual([
    [303, '/sign-in'],
    [303, '/sign-in'],
  ]);
  const app = buildApp(there, webhookRoutes, { strategies: [session(there, ['/webhooks'])] });
  const headers = { cookie: `__Host-mailwright=${browser.cookie()}`, origin };
  const body = JSON.stringify({ url: 'https://hooks.example.com/heir' });
  const answer = await app.request(`${origin}/api/webhooks`, { method: 'POST', headers, body });
  expect(answer.status).toBe(401);
  expect(await emailsOf(account)).toEqual([[account.email, 'owner']]);
});

test('a changed role counts for the next form [D11, A70]', async () => {
  const { account, email, post } = await world();
  await addMember(here, { account: account.id, email, role: 'support' });
  const forms = [await post('/settings/members/invite', evil), await post('/api-keys/new', key)];
  expect(forms.map(({ status }) => status)).toEqual([403, 403]);
  expect(await emailsOf(account)).toHaveLength(2);
});

test('a form in a session that was ended elsewhere changes nothing [D11]', async () => {
  const { account, post, browser } = await world();
  const other = createBrowser(here);
  other.setCookie(browser.cookie());
  expect((await other.post('/settings/sessions/end-all', { account: account.id })).location).toBe('/sign-in');
  expect((await post('/settings/members/invite', evil)).location).toBe('/sign-in');
  expect(await emailsOf(account)).toHaveLength(2);
});

type Act = (account: Account, email: string) => Promise<unknown>;
const remove: Act = ({ id }, email) => removeMember(here, { account: id, email });
const become =
  (role: Role): Act =>
  ({ id }, email) =>
    addMember(here, { account: id, email, role });

test.each<[string, Act, Act]>([
  ['removed', remove, remove],
  ['demoted', become('support'), become('developer')],
  ['removed and demoted', remove, become('support')],
])('of two owners who are %s at the same time one stays [D20]', async (_, first, second) => {
  const { account, email } = await world();
  const results = await Promise.allSettled([first(account, account.email), second(account, email)]);
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failures).toMatchObject([{ code: 'conflict', details: { reason: 'last_owner' } }]);
  expect((await emailsOf(account)).filter(([, role]) => role === 'owner')).toHaveLength(1);
});

test('who was made an owner since it was read is neither removed nor demoted as what it was [D20]', async () => {
  const { account, email } = await world();
  const now = (await here.members.list(account.id)).find((one) => one.email === email);
  if (now === undefined) throw new Error('no member');
  const read = { ...now, role: 'developer' as const };
  expect(await here.members.remove(read, null)).toBe(false);
  expect(await here.members.changeRole(read, 'support', null)).toBe(null);
  expect(await emailsOf(account)).toHaveLength(2);
});

test('of invitations at one moment none is the 51st member [D20]', async () => {
  const ctx = testContext();
  const { account } = await freshAccount(ctx, { domain: false });
  const memberOf = (i: number): Member => ({
    id: ctx.runtime.id('mem'),
    account: account.id,
    email: `m${i}@acme.test`,
    role: 'support',
    status: 'invited',
    created_at: account.created_at,
    last_seen_at: null,
  });
  const count = async () => (await ctx.members.list(account.id)).length;
  await Promise.all(Array.from({ length: 48 - (await count()) }, (_, i) => ctx.members.add(memberOf(i))));
  const invite = (name: string) =>
    addMember(ctx, { account: account.id, email: `${name}@acme.test`, role: 'support' });
  const invited = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(invite));
  const made = invited.filter(({ status }) => status === 'fulfilled').length;
  const refusals = invited.flatMap((one) => (one.status === 'rejected' ? [one.reason.details] : []));
  // One that is taken back stands in the way of others for a moment, so that fewer than two may be made.
  expect({ few: made <= 2, count: await count() }).toEqual({ few: true, count: 48 + made });
  expect(refusals).toEqual(Array(5 - made).fill({ reason: 'members', limit: 50 }));
  for (const name of ['f', 'g'].slice(made)) await invite(name);
  await expect(invite('h')).rejects.toMatchObject({ details: { reason: 'members' } });
  expect(await count()).toBe(50);
});
