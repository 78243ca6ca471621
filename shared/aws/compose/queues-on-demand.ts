import type { Queueing } from '../../domain/context.ts';
import type { Queues } from '../../domain/ports/sending.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** The same, for functions of which few requests queue anything: the client is loaded with the first. */
export const queuesOnDemand: Family<Queueing> = ({ aws, config }) => ({
  queues: lazyPort<Queues>(
    async () => (await import('../queues.ts')).queuesOf(aws, config),
    ['deliver', 'webhooks', 'recover'],
  ),
});
