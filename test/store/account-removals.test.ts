import { minuteOf } from '../../shared/core/days.ts';
import { accountRemovalStore } from '../../shared/store/account-removals.ts';
import { keys } from '../../shared/store/schema.ts';
import type { Table } from '../../shared/store/table.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { testTable } from '../support/table.ts';

const hour_ms = 3_600_000;

test('the identity of a domain that a pass finds late is removed by a sweep to come [N24]', async () => {
  const ctx = testContext();
  const { account, domain } = await freshAccount(ctx);
  const found = await ctx.domains.get(domain);
  if (found === null) throw new Error('no domain');
  const table = testTable();
  const began = Date.now();
  let now = began;
  // A table of a terabyte is read for hours.
  const scan: Table['scan'] = async (page) => {
    now = began + hour_ms;
    return table.scan(page);
  };
  await accountRemovalStore({ ...table, scan }).emptyTable(account.id, () => now);
  const task = keys.domainTask(minuteOf(now) + 1, found.id);
  expect(await table.get(task, { consistent: true })).toMatchObject({ task: 'remove', name: domain });
});
