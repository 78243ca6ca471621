import type { Runs } from '../../domain/context.ts';
import type { RunQueue } from '../../domain/ports/runs.ts';
import { runStore } from '../../store/runs.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Runs of automations. The client of their queue is loaded with the first message. */
export const runs: Family<Runs> = ({ aws, base, config, table }) => ({
  runs: runStore(table, base.runtime, base.settings.retention),
  run_queue: lazyPort<RunQueue>(
    async () => (await import('../queues.ts')).runQueueOf(aws, config),
    ['enqueue'],
  ),
});
