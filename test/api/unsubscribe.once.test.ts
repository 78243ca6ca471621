import { minuteOf } from '../../shared/core/days.ts';
import type { Context } from '../../shared/domain/context.ts';
import { ownSweep, sweepOf } from '../support/sweep.ts';
import { address, oneClick, setUp } from '../support/unsubscriber.ts';

/** The ids of the outbox rows that requests write from now on. */
function watchRows(ctx: Context): string[] {
  const rows: string[] = [];
  const { put } = ctx.pending_unsubscribes;
  ctx.pending_unsubscribes.put = async (row, minute) => {
    rows.push(row.id);
    await put(row, minute);
  };
  return rows;
}

test.each(['product', 'transactional'] as const)(
  '40 equal one-click posts at once for %s mail emit one event and leave no outbox row [Q60]',
  async (category) => {
    const { ctx, visit, path, state, events } = await setUp(category);
    const rows = watchRows(ctx);
    const answers = await Promise.all(Array.from({ length: 40 }, () => visit('POST', path, oneClick)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(events()).toHaveLength(1);
    expect((await state())?.opt_outs).toHaveLength(category === 'product' ? 1 : 0);
    const minute = Math.floor(ctx.runtime.now() / 60_000) + 1;
    const left = [...(await ctx.emails.listOutbox(minute)), ...(await ctx.emails.listOutbox(minute - 1))];
    expect(left.filter((id) => rows.includes(id))).toEqual([]);
  },
);

test('a one-click on a manual entry makes it an unsubscribe and emits its event once [Q60]', async () => {
  const { call, visit, path, state, events, email_id } = await setUp('transactional');
  await call('POST', '/suppressions', { body: { email: address, reason: 'manual', note: 'asked by phone' } });
  const before = (await state())?.suppression;
  for (let i = 0; i < 3; i++) expect((await visit('POST', path, oneClick)).status).toBe(200);
  expect((await state())?.suppression).toMatchObject({
    id: before?.id,
    created_at: before?.created_at,
    reason: 'unsubscribe',
    source: 'one_click',
    email_id,
  });
  expect(events()).toMatchObject([{ data: { scope: 'all', suppression_id: before?.id } }]);
});

test.each(['product', 'transactional'] as const)(
  'when the function dies before the event of %s mail is queued, the sweep emits it once [Q60, E8]',
  async (category) => {
    const { ctx, visit, path, events, advance } = await setUp(category);
    const { webhooks } = ctx.queues;
    const rows = watchRows(ctx);
    ctx.queues.webhooks = async () => {
      throw new Error('killed');
    };
    expect((await visit('POST', path, oneClick)).status).toBe(200);
    ctx.queues.webhooks = webhooks;
    expect((await visit('POST', path, oneClick)).status).toBe(200);
    expect(events()).toEqual([]);
    advance(180_000);
    await sweepOf(ctx, (id) => rows.includes(id));
    expect(events()).toHaveLength(1);
    advance(900_000);
    await sweepOf(ctx, (id) => rows.includes(id));
    expect(events()).toHaveLength(1);
  },
);

test('an outbox row whose entry was removed meanwhile emits nothing [Q60]', async () => {
  const { ctx, visit, path, events, advance, list } = await setUp('product');
  const rows = watchRows(ctx);
  ctx.pending_unsubscribes.delete = async () => {
    throw new Error('down');
  };
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  expect(events()).toHaveLength(1);
  await ctx.opt_outs.remove(list, address, 'product');
  advance(180_000);
  await sweepOf(ctx, (id) => rows.includes(id));
  expect(events()).toHaveLength(1);
});

test('an outbox row that the sweep cannot move is looked at by a later one, and emits its event once [Q60]', async () => {
  const { ctx, visit, path, events, advance } = await setUp('product');
  const { webhooks } = ctx.queues;
  const rows = watchRows(ctx);
  const { put } = ctx.pending_unsubscribes;
  const sweep = ownSweep(ctx, (id) => rows.includes(id), minuteOf(ctx.runtime.now()) - 1);
  ctx.queues.webhooks = async () => {
    throw new Error('killed');
  };
  expect((await visit('POST', path, oneClick)).status).toBe(200);
  ctx.queues.webhooks = webhooks;
  ctx.pending_unsubscribes.put = async () => {
    throw new Error('throttled');
  };
  advance(180_000);
  await sweep();
  ctx.pending_unsubscribes.put = put;
  expect(events()).toEqual([]);
  for (let i = 0; i < 2; i++) {
    advance(900_000);
    await sweep();
    expect(events()).toHaveLength(1);
  }
});
