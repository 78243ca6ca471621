import type { Account } from '../../shared/core/records/accounts.ts';
import type { Role } from '../../shared/core/records/members.ts';
import { addMember, removeMember } from '../../shared/domain/sessions/members.ts';
import { freshAccount, testContext } from '../support/api.ts';

const here = testContext();

async function world() {
  const { account } = await freshAccount(here);
  const email = 'second@acme.test';
  await addMember(here, { account: account.id, email, role: 'owner' });
  return { account, email };
}

const emailsOf = async (account: Account) =>
  (await here.members.list(account.id)).map(({ email, role }) => [email, role]);

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
])('D20: of two owners who are %s at the same time one stays', async (_, first, second) => {
  const { account, email } = await world();
  const results = await Promise.allSettled([first(account, account.email), second(account, email)]);
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failures).toMatchObject([{ code: 'conflict', details: { reason: 'last_owner' } }]);
  expect((await emailsOf(account)).filter(([, role]) => role === 'owner')).toHaveLength(1);
});

test('D20: who was made an owner since it was read is neither removed nor demoted as what it was', async () => {
  const { account, email } = await world();
  const now = (await here.members.list(account.id)).find((one) => one.email === email);
  if (now === undefined) throw new Error('no member');
  const read = { ...now, role: 'developer' as const };
  expect(await here.members.remove(read, null)).toBe(false);
  expect(await here.members.changeRole(read, 'support', null)).toBe(null);
  expect(await emailsOf(account)).toHaveLength(2);
});
