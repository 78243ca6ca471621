import { setTimeout as wait } from 'node:timers/promises';
import { createSlots } from '../../shared/core/slots.ts';
import type { Control } from './control.ts';

export type Publish = (topicArn: string, json: string) => Promise<unknown>;
type Notice = { topicArn: string; json: string };

const workers = 32;
const attempts = 6;

/**
 * Publishes each message's events in SES's order, or delayed, duplicated, shuffled, or held as the control says.
 * Nothing waits for it. A topic that doesn't answer is retried for about 6 s and then counted.
 */
export function createPublisher(publish: Publish, control: Control) {
  const stats = { events_published: 0, events_failed: 0 };
  const stop = new AbortController();
  const slots = createSlots(workers);
  const held: Notice[][] = [];
  let waiting = 0;

  const pause = (ms: number) => (ms > 0 ? wait(ms, undefined, { signal: stop.signal }) : undefined);

  async function publishOnce({ topicArn, json }: Notice): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await publish(topicArn, json);
        stats.events_published += 1;
        return;
      } catch (error) {
        if (attempt === attempts || stop.signal.aborted) throw error;
        await pause(100 * 2 ** attempt);
      }
    }
  }

  async function tell(story: Notice[]): Promise<void> {
    try {
      for (const notice of story) {
        stop.signal.throwIfAborted();
        await publishOnce(notice);
      }
    } catch {
      stats.events_failed += story.length;
    }
    waiting -= story.length;
  }

  async function release(story: Notice[], delay: number): Promise<void> {
    try {
      await pause(delay);
    } catch {
      return;
    }
    await slots(() => tell(story));
  }

  function schedule(story: Notice[]): void {
    if (!control.shuffle) return void release(story, control.delay_ms);
    const window = Math.max(control.delay_ms, 250);
    for (const notice of story) void release([notice], Math.random() * window);
  }

  return {
    enqueue(notices: Notice[]): void {
      const story = notices.flatMap((notice) => Array<Notice>(control.duplicate).fill(notice));
      if (story.length === 0) return;
      waiting += story.length;
      if (control.hold_events) held.push(story);
      else schedule(story);
    },

    resume(): void {
      if (!control.hold_events) for (const story of held.splice(0)) schedule(story);
    },

    stats: () => ({ ...stats, events_waiting: waiting }),

    close(): void {
      stop.abort();
    },
  };
}

export type Publisher = ReturnType<typeof createPublisher>;
