import { Drained, type QueueDrains } from '../domain/ports/drains.ts';
import type { Aws } from './clients.ts';
import { once } from './lazy-port.ts';
import type { DrainEvent } from './own-queue.ts';
import type { Sqs } from './signed/sqs.ts';

/**
 * The queues without an event source. An answer that does not come in time ends the waiting only: the function works on,
 * and deletes what it has handled.
 */
export function lambdaDrains(aws: Aws, sqs: Sqs): QueueDrains {
  const starter = once(async () => (await import('./start-function.ts')).functionStarter(aws));
  return {
    isWaiting: async ({ url }) => {
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await sqs.call('GetQueueAttributes', { QueueUrl: url, AttributeNames });
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0) > 0;
    },

    drain: async ({ function: name, url, batch_size }) => {
      const event: DrainEvent = { drain: { url, batch_size } };
      const start = await starter();
      return Drained.parse(await start(name, event));
    },
  };
}
