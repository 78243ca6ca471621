import { inParallel } from '../../core/in-parallel.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Counters } from '../context.ts';
import type { EmailChange } from '../ports/counters.ts';

const concurrency = 25;

/** An email that was counted as scheduled and has fired, been canceled, or failed. */
const hasEnded = ({ before, after }: EmailChange): boolean =>
  before?.state === 'scheduled' && after.state !== 'scheduled' && before.schedule_counted === true;

/**
 * Lowers an account's count of scheduled emails when they fire, fail, or are canceled. Each change counts exactly once,
 * a few seconds late. The limit is never exceeded, and the fire or cancel itself costs no extra write.
 */
export async function countSchedules(
  ctx: Base & Counters,
  shard: string,
  changes: EmailChange[],
): Promise<number> {
  const byAccount = new Map<Id<'acc'>, string[]>();
  for (const change of changes.filter(hasEnded)) {
    const { account } = change.after;
    byAccount.set(account, [...(byAccount.get(account) ?? []), change.sequence]);
  }
  await inParallel([...byAccount], concurrency, ([account, ended]) =>
    ctx.counters.endSchedules(account, shard, ended),
  );
  return byAccount.size;
}
