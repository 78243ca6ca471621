import type { Domain } from '../../core/records/domains.ts';
import type { Base, DomainTasks } from '../context.ts';
import type { DomainMessage } from '../ports/domains.ts';

/**
 * Queues work on a domain, once per delay in seconds. The sweep finds work that isn't queued: checks when the
 * next one is due, and cancels through the row that the domain's removal wrote.
 */
export async function queueTask(
  ctx: Base & DomainTasks,
  { id, name, account }: Domain,
  work: Pick<DomainMessage, 'task' | 'now' | 'before'>,
  delays_s = [0],
): Promise<void> {
  const message = { ...work, id, name, account };
  await Promise.all(delays_s.map((delay_s) => ctx.domain_tasks.enqueue([message], delay_s))).catch(
    (error: Error) => {
      ctx.log.warn('domain_task_not_queued', { account, domain_id: id, cause: error.name });
    },
  );
}
