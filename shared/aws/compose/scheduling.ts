import type { Scheduling } from '../../domain/context.ts';
import type { Scheduler } from '../../domain/ports/sending.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** One-time schedules of emails. */
export const scheduling: Family<Scheduling> = ({ aws, config }) => ({
  scheduler: lazyPort<Scheduler>(async () => {
    const { eventBridgeScheduler } = await import('../scheduler.ts');
    return eventBridgeScheduler(aws, {
      group: config.SCHEDULER_GROUP,
      role: config.SCHEDULER_ROLE_ARN,
      queues: { deliver: config.DELIVER_QUEUE_ARN, bulk: config.BULK_QUEUE_ARN },
    });
  }, ['put', 'remove']),
});
