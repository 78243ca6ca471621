import { minuteOf } from '../../../shared/core/days.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { outboxRow } from '../../../shared/store/outbox.ts';
import { keys } from '../../../shared/store/schema.ts';
import { automationWorld } from '../../support/automations.ts';
import { captured } from '../../support/captured.ts';
import { ownSweep } from '../../support/sweep.ts';
import { testTable } from '../../support/table.ts';

const minute_ms = 60_000;

/** As a read that DynamoDB throttles for longer than its client tries. */
const throttled = async () => {
  throw new Error('throttled');
};

test('a wait whose timer was refused goes on, though the sweep that found it could not read its run [Q15, U19]', async () => {
  const { ctx, clock, active, post, work, onlyRun, down, mail } = await automationWorld();
  const automation = await active([{ type: 'delay', seconds: 86_400 }, mail]);
  down.scheduler = true;
  await post({ email: 'ada@example.com' });
  await work();
  const run = await onlyRun(automation);
  clock.advance(86_400_000 + 4 * minute_ms);
  const mark = minuteOf(clock.runtime.now()) - 12;
  let reads = 0;
  const get: Context['runs']['get'] = (id) => (++reads === 1 ? throttled() : ctx.runs.get(id));
  const sweep = ownSweep({ ...ctx, runs: { ...ctx.runs, get } }, (id) => id.startsWith(run.id), mark);
  await sweep();
  expect(reads).toBe(1);
  clock.advance(15 * minute_ms);
  await sweep();
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
});

describe('a row whose item cannot be read is there for a later sweep [Q15]', () => {
  const { ctx, clock } = captured();
  const { runtime } = ctx;

  test.each([
    ['a batch', runtime.id('bat'), { batches: { read: throttled } }],
    ['an unsubscribe', runtime.id('evt'), { pending_unsubscribes: { get: throttled } }],
    ['a deleted tenant', runtime.id('ten'), { tenant_removals: { get: throttled } }],
    ['a custom event', runtime.id('ae'), { custom_events: { get: throttled } }],
    ['a cancellation of runs', runtime.id('aut'), { runs: { getCancellation: throttled } }],
  ] as const)('%s', async (_, id, broken) => {
    const table = testTable();
    const minute = minuteOf(clock.runtime.now()) - 3;
    const row = { ...outboxRow(minute, id, 'left'), kept: id };
    await table.put(row);
    await ownSweep({ ...ctx, ...broken } as unknown as Context, (one) => one === id, minute - 1)();
    const later = Array.from({ length: 15 }, (_, i) => keys.outbox(minuteOf(clock.runtime.now()) + i, id));
    const all = [{ pk: row.pk, sk: row.sk }, ...later];
    const found = (await table.batchGet(all, { consistent: true })).filter((one) => one !== null);
    expect(found).toEqual([{ ...row, pk: expect.stringMatching(/^OUTBOX#/) }]);
    expect(found[0]?.pk).not.toBe(row.pk);
  });
});
