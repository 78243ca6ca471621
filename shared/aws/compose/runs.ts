import type { Runs } from '../../domain/context.ts';
import type { RunQueue, RunSchedules } from '../../domain/ports/runs.ts';
import { runRowStore } from '../../store/run-rows.ts';
import { runStore } from '../../store/runs.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Runs of automations. The client of their queue is loaded with the first message. */
export const runs: Family<Runs> = ({ aws, base, config, table }) => ({
  runs: {
    ...runStore(table, base.runtime, base.settings.retention),
    ...runRowStore(table, base.runtime),
  },
  run_queue: lazyPort<RunQueue>(
    async () => (await import('../queues.ts')).runQueueOf(aws, config),
    ['enqueue'],
  ),
  run_schedules: lazyPort<RunSchedules>(async () => {
    const { runSchedules } = await import('../scheduler.ts');
    return runSchedules(aws, {
      group: config.SCHEDULER_GROUP,
      role: config.SCHEDULER_ROLE_ARN,
      queue: config.ADVANCE_QUEUE_ARN,
    });
  }, ['put', 'remove']),
});
