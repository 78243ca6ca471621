import { outboxStore } from '../../shared/store/outbox.ts';
import { keys } from '../../shared/store/schema.ts';
import { type Table, TransactionConflict } from '../../shared/store/table.ts';
import { capturedAccount } from '../support/captured.ts';
import { testTable } from '../support/table.ts';

const table = testTable();

/** The outbox over a table whose first updates meet a transaction. */
function refusing(count: number) {
  let left = count;
  const update: Table['update'] = async (...input) => {
    if (left-- > 0) throw new TransactionConflict();
    return table.update(...input);
  };
  return outboxStore({ ...table, update }, { sleep: async () => {}, random: Math.random });
}

/** A scheduled email, and in which of the minutes its outbox row is. */
async function scheduled() {
  const { ctx, send, ahead } = await capturedAccount();
  const email = await ctx.emails.getMeta(await send({ scheduled_at: ahead(120) }));
  if (!email?.outbox) throw new Error('no outbox row');
  const minutes = async (...some: number[]) => {
    const rows = await Promise.all(
      some.map((minute) => table.get(keys.outbox(minute, email.id), { consistent: true })),
    );
    const { outbox } = (await ctx.emails.getMeta(email.id)) ?? {};
    return [outbox, some.filter((_, i) => rows[i] !== null)];
  };
  return { email, from: email.outbox, minutes };
}

test('an outbox row is moved however often another write is in the way; a failed move leaves the old row [Q15]', async () => {
  const { email, from, minutes } = await scheduled();
  const to = from + 5;
  await refusing(5).moveOutboxRow(email, from, to);
  expect(await minutes(from, to)).toEqual([to, [to]]);
  const always = refusing(Number.POSITIVE_INFINITY).moveOutboxRow(email, to, to + 1);
  await expect(always).rejects.toMatchObject({ code: 'unavailable' });
  expect(await minutes(to, to + 1)).toEqual([to, [to, to + 1]]);
});

test('a row that another worker has moved stays, and the sweep drops the one too many [Q15]', async () => {
  const { email, from, minutes } = await scheduled();
  await refusing(0).moveOutboxRow(email, from, from + 5);
  await refusing(0).moveOutboxRow(email, from, from + 9);
  expect(await minutes(from, from + 5, from + 9)).toEqual([from + 5, [from + 5, from + 9]]);
});

test('a minute may have any number of rows: 160,000 of eight shards are listed [Q15]', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ pk: 'p', sk: `msg_${i}` }));
  const query: Table['query'] = async ({ pk }) => ({
    items: Number(pk.split('#').at(-1)) < 8 ? rows : [],
    more: false,
  });
  const store = outboxStore({ ...table, query }, { sleep: async () => {}, random: Math.random });
  expect(await store.listOutbox(1)).toHaveLength(160_000);
});
