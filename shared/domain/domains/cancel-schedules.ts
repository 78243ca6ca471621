import { idTime, timestamp } from '../../core/runtime.ts';
import type { Base, DomainTasks, OpenSchedules } from '../context.ts';
import type { DomainMessage, ScheduleRow } from '../ports/domains.ts';

/** The time limit for one message. Its function has 60 s. */
const run_ms = 40_000;
const concurrency = 25;

/** Rows are ordered by id. The remaining emails were scheduled later, after the domain was added again. */
const isPast = (rows: ScheduleRow[], before: number): boolean => idTime(rows.at(-1)?.id ?? '') >= before;

/**
 * Cancels a page of emails like PATCH. Returns how many were canceled. Their schedules still fire, but find
 * the emails canceled.
 */
async function cancelRows(ctx: Base & OpenSchedules, rows: ScheduleRow[], before: number): Promise<number> {
  const cancelled_at = timestamp(ctx.runtime.now());
  const open = rows.filter(({ id }) => idTime(id) < before);
  const cancelled = await Promise.all(open.map((row) => ctx.open_schedules.cancel(row, cancelled_at)));
  return cancelled.filter(Boolean).length;
}

/**
 * Cancels emails scheduled from a domain before it was force-deleted or claimed. Queues another message for
 * emails beyond its time limit. Safe to repeat. An email that comes due first fails.
 */
export async function cancelSchedules(
  ctx: Base & OpenSchedules & DomainTasks,
  message: DomainMessage,
): Promise<void> {
  const { account, id: domain_id, name: domain } = message;
  const until = ctx.runtime.now() + run_ms;
  const before = Date.parse(message.before ?? timestamp(ctx.runtime.now()));
  let cancelled = 0;
  for (let shard = 0; shard < ctx.open_schedules.shards; shard++) {
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      if (ctx.runtime.now() >= until) return ctx.domain_tasks.enqueue([message]);
      const page = await ctx.open_schedules.list({ account, domain }, { shard, after, limit: concurrency });
      cancelled += await cancelRows(ctx, page.rows, before);
      after = isPast(page.rows, before) ? null : page.next;
    }
  }
  ctx.log.info('schedules_cancelled', { account, domain_id, emails: cancelled });
}
