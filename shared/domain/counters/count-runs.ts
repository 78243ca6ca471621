import type { Id } from '../../core/runtime.ts';
import type { Base, Counters } from '../context.ts';
import type { RunChange } from '../ports/counters.ts';

type Increments = Parameters<Counters['counters']['addRuns']>[2];

/** Like `countEmails`, for runs and their automations. Returns how many items were written. */
export async function countRuns(ctx: Base & Counters, shard: string, changes: RunChange[]): Promise<number> {
  const byAutomation = new Map<Id<'aut'>, Increments>();
  for (const { sequence, automation_id, before, after } of changes) {
    if (before === after) continue;
    const increments = byAutomation.get(automation_id) ?? [];
    byAutomation.set(automation_id, increments);
    if (before !== null) increments.push({ sequence, counter: before, n: -1 });
    increments.push({ sequence, counter: after, n: 1 });
  }
  const additions = [...byAutomation];
  await Promise.all(additions.map(([id, increments]) => ctx.counters.addRuns(id, shard, increments)));
  return additions.length;
}
