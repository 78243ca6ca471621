import { emailRoutes } from '../../functions/emails/routes.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { isChange, losingTable, stopLosing } from '../support/lost-answers.ts';
import { usualRetention } from '../support/retention.ts';
import { address, oneClick, setUp } from '../support/unsubscriber.ts';

afterAll(stopLosing);

/** An accepted email, and the states of its delivery over a table whose first update loses its answer. */
async function acceptedEmail() {
  const { ctx, clock } = captured();
  const { api_key, domain } = await freshAccount(ctx);
  const email = { from: `a@${domain}`, to: 'ada@example.com', subject: 'Reset', text: 'code' };
  const { body } = await inProcess(ctx, emailRoutes, api_key)('POST', '/emails', { body: email });
  const id = String(body.id);
  const now = clock.runtime.now();
  const { table, updates } = await losingTable(clock.runtime);
  const leases = leaseStore(table, clock.runtime, usualRetention);
  return {
    ctx,
    id,
    leases,
    updates,
    input: { id, now, lease_until: now + 35_000, dead_before: now - 180_000 },
  };
}

test('a worker keeps the lease whose answer was lost, and no other gets it', async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  const leased = await leases.lease(input);
  expect(leased).toMatchObject({ leased: true, email: { id, attempt: 1 } });
  expect(updates()).toBe(2);
  expect(await leases.lease(input)).toMatchObject({ leased: false, email: { id, state: 'sending' } });
  if (leased.email) await leases.release(leased.email, 0);
  expect(await ctx.emails.lease(input)).toMatchObject({ leased: true, email: { attempt: 2 } });
});

test("E36: a worker whose record of SES's answer lost its own answer publishes email.sent, and no other does", async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  await ctx.emails.lease(input);
  const sent = { id, message_id: '<ses-1@eu-west-1.amazonses.com>', sent_at: '2026-11-22T10:00:00.000Z' };
  expect(await leases.markSent(sent)).toEqual({ message_id: sent.message_id, sent_at: sent.sent_at });
  expect(updates()).toBe(2);
  expect(await leases.markSent(sent)).toBeNull();
  expect(await ctx.emails.markSent(sent)).toBeNull();
});

test.each([false, true])(
  'Q60: an unsubscribe whose answer was lost emits its event, on a manual entry: %s',
  async (manual) => {
    const { ctx, runtime, call, visit, path, state, events } = await setUp('transactional');
    if (manual) await call('POST', '/suppressions', { body: { email: address, reason: 'manual' } });
    const { table, updates } = await losingTable(runtime, isChange);
    ctx.suppressions = suppressionStore(table, runtime);
    for (let i = 0; i < 2; i++) expect((await visit('POST', path, oneClick)).status).toBe(200);
    expect(updates()).toBe(2);
    expect((await state())?.suppression).toMatchObject({ reason: 'unsubscribe', source: 'one_click' });
    expect(events()).toHaveLength(1);
  },
);
