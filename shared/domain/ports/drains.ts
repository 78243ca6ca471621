import * as z from 'zod';

/** A queue without an event source, because the quota of functions is small. */
const DrainedQueue = z.object({
  name: z.string(),
  url: z.url(),
  /** The function that takes its messages, `batch_size` at a time. */
  function: z.string(),
  batch_size: z.int().min(1).max(10),
});
export type DrainedQueue = z.output<typeof DrainedQueue>;

/** The event that starts the sweep. Lists no queues if every queue has an event source. */
export const SweepEvent = z.object({ drained: z.array(DrainedQueue).default([]) });
export type SweepEvent = z.output<typeof SweepEvent>;

/** The outcome of one run of a queue's function. */
export const Drained = z.object({ done: z.number(), failed: z.number(), is_empty: z.boolean() });
export type Drained = z.output<typeof Drained>;

type QueueDrains = {
  /** Whether the queue has messages that no function has taken. */
  isWaiting: (queue: DrainedQueue) => Promise<boolean>;
  /** Starts its function and waits until the queue is empty or time is up. */
  drain: (queue: DrainedQueue) => Promise<Drained>;
};

export type Draining = { queue_drains: QueueDrains };
