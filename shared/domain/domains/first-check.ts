import type { Domain } from '../../core/records/domains.ts';
import type { Base, DomainTasks } from '../context.ts';

/** The first check of a new domain, which makes its identity at SES. What is not queued now the sweep finds a minute later. */
export async function queueFirstCheck(ctx: Base & DomainTasks, { id, name, account }: Domain): Promise<void> {
  await ctx.domain_tasks.enqueue([{ task: 'check', id, name, account }]).catch((error: Error) => {
    ctx.log.warn('domain_task_not_queued', { account, domain_id: id, cause: error.name });
  });
}
