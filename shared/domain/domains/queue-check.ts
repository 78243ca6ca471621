import type { Domain } from '../../core/records/domains.ts';
import type { Base, DomainTasks } from '../context.ts';

/**
 * A check by the worker, which makes the identity of a new domain at SES; `now`: though none is due. What is not queued
 * now the sweep finds when the next check is due.
 */
export async function queueCheck(
  ctx: Base & DomainTasks,
  { id, name, account }: Domain,
  early: { now?: true } = {},
): Promise<void> {
  await ctx.domain_tasks.enqueue([{ task: 'check', id, name, account, ...early }]).catch((error: Error) => {
    ctx.log.warn('domain_task_not_queued', { account, domain_id: id, cause: error.name });
  });
}
