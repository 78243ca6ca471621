import type { Base } from '../context.ts';
import type { DrainedQueue, Draining } from '../ports/drains.ts';

type Sweeping = Pick<Base, 'runtime' | 'log'> & Draining;

/** How long a sweep starts functions. The last function has as long again to run. */
const start_ms = 20_000;

/**
 * Drains queues without an event source. Starts their functions one after another while messages wait, so
 * together they use only one of the account's few concurrent copies. A queue that isn't emptied gets another
 * run after the others. If a function is still working when the next sweep begins, its messages stay hidden,
 * and that sweep starts it only for new messages.
 */
export async function drainQueues(ctx: Sweeping, queues: DrainedQueue[]): Promise<void> {
  const until = ctx.runtime.now() + start_ms;
  const waits = await Promise.all(queues.map((queue) => ctx.queue_drains.isWaiting(queue)));
  let waiting = queues.filter((_, i) => waits[i]);
  while (waiting.length > 0) {
    const left: DrainedQueue[] = [];
    for (const queue of waiting) {
      if (ctx.runtime.now() >= until) return;
      if (!(await drainOnce(ctx, queue))) left.push(queue);
    }
    waiting = left;
  }
}

/** True when there is nothing more to do in this minute. */
async function drainOnce(ctx: Sweeping, queue: DrainedQueue): Promise<boolean> {
  const { name } = queue;
  try {
    const { done, failed, is_empty } = await ctx.queue_drains.drain(queue);
    ctx.log.info('queue_drained', { queue: name, messages: done + failed, failed });
    return is_empty;
  } catch (error) {
    ctx.log.warn('queue_not_drained', { queue: name, cause: (error as Error).name });
    return true;
  }
}
