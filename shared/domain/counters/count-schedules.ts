import { inParallel } from '../../core/in-parallel.ts';
import type { Base, Counters } from '../context.ts';
import type { EmailChange } from '../ports/counters.ts';

const concurrency = 25;

/** An email that was counted as scheduled, and no longer is: fired, cancelled or failed. */
const hasEnded = ({ before, after }: EmailChange): boolean =>
  before?.state === 'scheduled' && after.state !== 'scheduled' && before.schedule_counted === true;

/**
 * Takes emails that are no longer scheduled from the limit of their accounts (A72), as `countEmails` counts: once, and
 * some seconds late, so that the limit is never passed and no email's fire or cancel pays for it.
 */
export async function countSchedules(
  ctx: Base & Counters,
  shard: string,
  changes: EmailChange[],
): Promise<number> {
  const byAccount = new Map<string, string[]>();
  for (const change of changes.filter(hasEnded)) {
    const { account } = change.after;
    byAccount.set(account, [...(byAccount.get(account) ?? []), change.sequence]);
  }
  await inParallel([...byAccount], concurrency, ([account, ended]) =>
    ctx.counters.endSchedules(account, shard, ended),
  );
  return byAccount.size;
}
