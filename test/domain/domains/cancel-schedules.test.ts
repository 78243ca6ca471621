import { systemRuntime, timestamp } from '../../../shared/core/runtime.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { cancelSchedules } from '../../../shared/domain/domains/cancel-schedules.ts';
import type { DomainMessage, ScheduleRow } from '../../../shared/domain/ports/domains.ts';

const began = Date.parse('2026-11-25T00:00:00Z');
const hour_ms = 3_600_000;

/** Emails of a domain in the order of its index, a read of which takes a second; when each was scheduled. */
function world(made_at: number[]) {
  let now = began + 2 * hour_ms;
  const { id } = systemRuntime(() => now);
  const rows = made_at
    .map((at) => systemRuntime(() => at).id('msg'))
    .sort()
    .map((email): ScheduleRow => ({ id: email, outbox: { pk: 'OUTBOX', sk: email } }));
  const left = new Set(rows);
  const queued: DomainMessage[] = [];
  const ctx = {
    runtime: { now: () => now },
    log: { info: () => {} },
    domain_tasks: { enqueue: async (messages: DomainMessage[]) => void queued.push(...messages) },
    open_schedules: {
      shards: 1,
      list: async (_: unknown, { after, limit }: { after: string | null; limit: number }) => {
        now += 1_000;
        const rest = rows.filter((row) => left.has(row) && (after === null || row.id > after));
        return {
          rows: rest.slice(0, limit),
          next: rest.length > limit ? (rest[limit - 1]?.id ?? null) : null,
        };
      },
      cancel: async (row: ScheduleRow) => left.delete(row),
    },
  } as unknown as Context;
  const message: DomainMessage = {
    task: 'cancel',
    id: id('dom'),
    name: 'acme.example',
    account: id('acc'),
    before: timestamp(began + hour_ms),
  };
  return { ctx, message, queued, left };
}

test('what was scheduled from the domain since it was added again is not read to its end, time after time [A46]', async () => {
  const [old, since] = [30, 1_500];
  const { ctx, message, queued, left } = world([
    ...Array.from({ length: old }, () => began),
    ...Array.from({ length: since }, () => began + 1.5 * hour_ms),
  ]);
  await cancelSchedules(ctx, message);
  expect([left.size, queued]).toEqual([since, []]);
});

test('what one message has no time for, the next one cancels [A46]', async () => {
  const { ctx, message, queued, left } = world(Array.from({ length: 1_500 }, () => began));
  await cancelSchedules(ctx, message);
  expect(queued).toEqual([message]);
  await cancelSchedules(ctx, message);
  expect([left.size, queued]).toEqual([0, [message]]);
});
