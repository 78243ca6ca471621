import { systemRuntime } from '../../shared/core/runtime.ts';
import { testContext } from '../support/api.ts';
import { operate } from '../support/operator.ts';

test('add-member to an account that does not exist is not_found, and adds nobody [D20]', async () => {
  const ctx = testContext();
  const account = systemRuntime().id('acc');
  const email = `${account}@acme.test`;
  const added = operate(['add-member', '--account', account, '--email', email, '--role', 'owner']);
  await expect(added).rejects.toMatchObject({ code: 'not_found', message: 'Account not found' });
  expect(await ctx.members.list(account)).toEqual([]);
  expect(await ctx.members.membershipsOf(email)).toEqual([]);
});
