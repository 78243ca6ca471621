import { emailRoutes } from '../../functions/emails/routes.ts';
import type { PlanLimit, RampLimit } from '../../shared/core/records/limits.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { countsAhead } from '../../shared/store/counts-ahead.ts';
import { leaseStore } from '../../shared/store/delivery-leases.ts';
import { withItem } from '../../shared/store/limit-counts.ts';
import { keys } from '../../shared/store/schema.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { type Table, TransactionConflict } from '../../shared/store/table.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { isChange, losingTable, stopLosing } from '../support/lost-answers.ts';
import { usualRetention } from '../support/retention.ts';
import { testTable } from '../support/table.ts';
import { address, oneClick, setUp } from '../support/unsubscriber.ts';

afterAll(stopLosing);

/** An accepted email, and the states of its delivery over a table whose first update loses its answer. */
async function acceptedEmail() {
  const { ctx, clock } = captured();
  const { api_key, domain } = await freshAccount(ctx);
  const email = { from: `a@${domain}`, to: 'ada@example.com', subject: 'Reset', text: 'code' };
  const { body } = await inProcess(ctx, emailRoutes, api_key)('POST', '/emails', { body: email });
  const id = body.id as Id<'msg'>;
  const now = clock.runtime.now();
  const { table, updates } = await losingTable(clock.runtime);
  const leases = leaseStore(table, clock.runtime, usualRetention);
  return {
    ctx,
    id,
    leases,
    updates,
    input: { id, lease_until: now + 35_000, dead_before: now - 180_000 },
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

test("a worker whose record of SES's answer lost its own answer publishes email.sent, and no other does [E36]", async () => {
  const { ctx, id, leases, updates, input } = await acceptedEmail();
  await ctx.emails.lease(input);
  const sent = { id, message_id: '<ses-1@eu-west-1.amazonses.com>', sent_at: '2026-11-22T10:00:00.000Z' };
  expect(await leases.markSent(sent)).toEqual({ message_id: sent.message_id, sent_at: sent.sent_at });
  expect(updates()).toBe(2);
  expect(await leases.markSent(sent)).toBeNull();
  expect(await ctx.emails.markSent(sent)).toBeNull();
});

type Counted = { owner: 'acc' | 'ten'; kind: 'plan' | 'tenant' };

/** A count of 3 recipients that was taken ahead; `giveBack` over another table than it was taken by. */
async function takenAhead({ owner, kind }: Counted) {
  const { runtime } = captured().clock;
  const day = new Date(runtime.now()).toISOString().slice(0, 10);
  const limit = { owner: runtime.id(owner), recipients: 3 };
  const [limited, counts] =
    kind === 'plan'
      ? [
          { ...limit, kind, day_limit: 5_000, month_limit: null } as PlanLimit,
          { day, day_used: 10, month: day.slice(0, 7), month_used: 10 },
        ]
      : [
          { ...limit, kind, stream: 'transactional', daily_limit: null } as RampLimit,
          { day, stage: 2, transactional: 10, product: 0, total: 10 },
        ];
  const item = { ...keys.limit(limit.owner, kind), ...counts };
  const direct = testTable();
  await direct.put(item);
  let table = direct;
  const ahead = countsAhead({
    runtime,
    table: {
      ...direct,
      update: (...input) => table.update(...input),
      transact: (...input) => table.transact(...input),
    },
  });
  const counted = withItem(limited, item);
  ahead.noteConflict([counted]);
  expect(await ahead.take([counted])).toEqual([]);
  const giveBack = (over: Table) => {
    table = over;
    return ahead.giveBack();
  };
  const stored = () => direct.get(keys.limit(limit.owner, kind), { consistent: true });
  return { runtime, direct, counts, giveBack, stored };
}

describe.each<Counted>([
  { owner: 'acc', kind: 'plan' },
  { owner: 'ten', kind: 'tenant' },
])('a count of $kind that is given back [A3, Q9]', (of) => {
  test('and whose answer is lost is given back once', async () => {
    const { runtime, counts, giveBack, stored } = await takenAhead(of);
    const { table, updates } = await losingTable(runtime, isChange);
    await giveBack(table);
    expect(updates()).toBe(2);
    expect(await stored()).toMatchObject(counts);
  });

  test('while transactions hold its item all the time is given back', async () => {
    const { direct, counts, giveBack, stored } = await takenAhead(of);
    await giveBack({ ...direct, transact: () => Promise.reject(new TransactionConflict()) });
    expect(await stored()).toMatchObject(counts);
  });

  test('while a transaction holds its item, and whose answer is lost, is given back once', async () => {
    const { runtime, counts, giveBack, stored } = await takenAhead(of);
    const { table, updates } = await losingTable(runtime);
    await giveBack({ ...table, transact: () => Promise.reject(new TransactionConflict()) });
    expect(updates()).toBe(1);
    expect(await stored()).toMatchObject(counts);
  });
});

test.each([false, true])(
  'an unsubscribe whose answer was lost emits its event, on a manual entry: %s [Q60]',
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
