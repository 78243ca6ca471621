import type { EmailMeta } from '../../shared/core/records/emails.ts';
import { counterStore } from '../../shared/store/counters.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { emailStore } from '../../shared/store/emails.ts';
import type { Table } from '../../shared/store/table.ts';
import { capturedAccount } from '../support/captured.ts';
import { usualRetention } from '../support/retention.ts';
import { testTable } from '../support/table.ts';

/** A table of whose replicas one has nothing yet, and answers whatever may be eventually consistent. */
function lateTable(): Table {
  const table = testTable();
  return {
    ...table,
    get: async (key, options) => (options?.consistent ? table.get(key, options) : null),
    batchGet: async (keys, options) =>
      options?.consistent ? table.batchGet(keys, options) : keys.map(() => null),
  };
}

test('Q18: an envelope of its own is found at once by who reads, sends and counts the email', async () => {
  const { ctx, account, send } = await capturedAccount();
  const to = Array.from({ length: 40 }, (_, i) => `person-${i}@recipients.example`);
  const id = await send({ to, subject: 'For all' });
  const meta = (await ctx.emails.getMeta(id)) as EmailMeta;
  expect(meta.envelope).toBe('item');
  const whole = { id, to, subject: 'For all' };
  const [table, { runtime }] = [lateTable(), ctx];
  const none = () => Promise.reject(new Error('everything fits an item'));
  const emails = emailStore(table, { put: none, get: none, remove: none }, runtime, usualRetention);
  expect(await emails.get(account.id, id)).toMatchObject(whole);
  expect(await counterStore(table, runtime).readEmails([meta])).toMatchObject([whole]);
  const now = runtime.now();
  const lease = { id, now, lease_until: now + 35_000, dead_before: now - 180_000 };
  expect(await leaseStore(table, runtime, usualRetention).lease(lease)).toMatchObject({ email: whole });
});
