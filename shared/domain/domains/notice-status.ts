import type { Domain } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, DomainTasks, Identity } from '../context.ts';
import type { CheckedFields } from '../ports/domains.ts';

/** Seconds until a notice is sent: the status that it is about is written by then, or the notice does nothing. */
const notice_s = 60;

/**
 * What a new status of a domain brings: the first verified domain of an account unlocks production (A39), and its owner
 * is mailed when one is failing or has failed (A29), by the worker. Safe to repeat.
 */
export async function noticeStatus(
  ctx: Base & Identity & DomainTasks,
  before: Domain,
  { status, verified_at }: CheckedFields,
): Promise<void> {
  if (before.status === status) return;
  const { account, id, name } = before;
  ctx.log.info('domain_status', { account, domain_id: id, from: before.status, to: status });
  if (status === 'verified' && before.sending_enabled)
    await ctx.accounts.markDomainVerified(account, timestamp(ctx.runtime.now()));
  const worse = status === 'failing' || (status === 'failed' && verified_at !== null);
  if (worse) await ctx.domain_tasks.enqueue([{ task: 'notice', id, name, account }], notice_s);
}
