import { setTimeout as wait } from 'node:timers/promises';

export type Publish = (topicArn: string, json: string) => Promise<unknown>;
type Notice = { topicArn: string; json: string };

const workers = 32;
const attempts = 6;

/**
 * Publishes the events of each message in SES's order. Nothing waits for it; a topic that does not answer is tried again
 * for about 6 s and then counted.
 */
export function createPublisher(publish: Publish) {
  const stats = { events_published: 0, events_failed: 0 };
  const stop = new AbortController();
  const queue: Notice[][] = [];
  let waiting = 0;
  let working = 0;

  async function publishOnce({ topicArn, json }: Notice): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await publish(topicArn, json);
        stats.events_published += 1;
        return;
      } catch (error) {
        if (attempt === attempts || stop.signal.aborted) throw error;
        await wait(100 * 2 ** attempt, undefined, { signal: stop.signal });
      }
    }
  }

  async function tell(story: Notice[]): Promise<void> {
    try {
      for (const notice of story) await publishOnce(notice);
    } catch {
      stats.events_failed += story.length;
    }
  }

  async function work(): Promise<void> {
    working += 1;
    for (let story = queue.shift(); story && !stop.signal.aborted; story = queue.shift()) {
      await tell(story);
      waiting -= story.length;
    }
    working -= 1;
  }

  return {
    /** Takes the events of one message; returns at once. */
    enqueue(story: Notice[]): void {
      waiting += story.length;
      queue.push(story);
      if (working < workers) void work();
    },

    stats: () => ({ ...stats, events_waiting: waiting }),

    close(): void {
      stop.abort();
    },
  };
}

export type Publisher = ReturnType<typeof createPublisher>;
