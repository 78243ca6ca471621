import * as z from 'zod';
import type { CustomEvent, PostedEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { EventPlan, Run, RunState, StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Joined } from './emails.ts';

/** What the queue of runs carries: the effect of a step, the end of a wait, or what a move leaves to do (U17). */
export const RunMessage = z.object({
  id: idOf('run'),
  account: idOf('acc'),
  step: z.int(),
  /** Tries of the step that failed before: a message that comes again is no try (U33). */
  tries: z.int(),
  /** What ended from this step on is not published yet; -1: nor is the start. */
  from: z.int().optional(),
});
export type RunMessage = z.output<typeof RunMessage>;

/** The queue of runs; `delay_s` up to 900. */
export type RunQueue = { enqueue: (messages: RunMessage[], delay_s?: number) => Promise<void> };

/** A run that was read, and what one of its moves makes of it. */
type RunChange = {
  seen: Run;
  next: RunState & Pick<Run, 'cancelled_by'>;
  ended: StepRecord[];
};

export type RunStore = {
  /** Strongly consistent; null: there is none, or it has expired. */
  get: (id: string) => Promise<Run | null>;
  /** The same with its steps that ended, in their order, in one round trip. */
  open: (id: string) => Promise<{ run: Run; records: StepRecord[] } | null>;
  /**
   * The run with its steps that ended already and, where the automation is entered once, the marks of its person, in one
   * transaction. `exists`: it began before; `entered`: the person did (U13).
   */
  start: (input: {
    run: Run;
    ended: StepRecord[];
    once: boolean;
    shards: number;
  }) => Promise<'started' | 'exists' | 'entered'>;
  /** Stored when the run is still the one that was read. */
  save: (change: RunChange) => Promise<boolean>;
  /** The same as a part of another store's transaction. */
  joined: (change: RunChange) => Joined;
  /** Newest first, of the automation or, of these, of one person; `before` is the id of the last one already seen. */
  list: (
    automation: string,
    page: { email: string | null; shards: number; limit: number; before: string | null },
  ) => Promise<{ entries: Run[]; next: string | null }>;
};

/** An event as it is stored: what it answered, and what it does. */
export type StoredEvent = { account: Id<'acc'>; posted: PostedEvent; plan: EventPlan; due: number | null };

export type CustomEventStore = {
  /** With the idempotency claim of its request; `duplicate_key` when another request holds that claim. */
  create: (
    stored: StoredEvent,
    options: { claim: IdempotencyClaim | null; kept_s: number },
  ) => Promise<'created' | 'duplicate_key'>;
  /** Strongly consistent. */
  get: (id: string) => Promise<StoredEvent | null>;
  /** The events of these ids, as far as they are kept. */
  find: (ids: string[]) => Promise<(CustomEvent | null)[]>;
  /** Nothing is left to do: the row by which the sweep finds it goes. */
  end: (id: string, due: number) => Promise<void>;
  moveRow: (event: { id: string; account: string }, from: number, to: number) => Promise<void>;
};
