import * as z from 'zod';
import type { CustomEvent, PostedEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { EventPlan, Person, Run, RunState, StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Entries, Page } from './common.ts';
import type { Joined } from './emails.ts';

/** A message of the queue of runs: the effect of a step, the end of a wait, or what a move leaves to do. */
export const RunMessage = z.object({
  id: idOf('run'),
  account: idOf('acc'),
  step: z.int(),
  /** Tries of the step that failed before: a message that comes again is no try. */
  tries: z.int(),
  /** The step from which on ended ones are not published yet; -1: nor is the start. */
  from: z.int().optional(),
});
export type RunMessage = z.output<typeof RunMessage>;

/** The rest of what an event does, where that is more than one request takes: a thousand of each from this place on. */
const EventMessage = z.object({ event: idOf('ae'), account: idOf('acc'), from: z.int().optional() });

/** A page of several, in a shape that the last release, which would end the event with it, cannot read. */
const PageMessage = z.object({
  paged_event: idOf('ae'),
  account: idOf('acc'),
  from: z.int(),
  page: z.int().optional(),
});
export type EventMessage = z.output<typeof EventMessage> | z.output<typeof PageMessage>;

/** The open runs of an automation that was deleted, or paused with cancel_runs, are to be cancelled. */
const CancelMessage = z.object({
  automation: idOf('aut'),
  account: idOf('acc'),
  removed: z.boolean(),
  /** Only runs whose event was posted until then, where the automation still exists. */
  until: z.string(),
  /** Epoch minutes of its outbox row. */
  due: z.int(),
  /** The place in the list of runs at which it goes on. */
  after: z.string().nullable(),
  pass: z.enum(['first', 'last']),
});
export type CancelMessage = z.output<typeof CancelMessage>;
export type Cancellation = Omit<CancelMessage, 'after' | 'pass'>;

export const AdvanceMessage = z.union([RunMessage, EventMessage, PageMessage, CancelMessage]);
export type AdvanceMessage = z.output<typeof AdvanceMessage>;

export type RunQueue = { enqueue: (messages: AdvanceMessage[], delay_s?: number) => Promise<void> };

/** One-time schedules of waits that are longer than the queue delays; each is named by run and step. */
export type RunSchedules = {
  /** The message is queued at `at` (epoch ms) or up to a minute later; one that exists stays. */
  put: (name: string, message: RunMessage, at: number) => Promise<void>;
  remove: (name: string) => Promise<void>;
};

/** The rows by which events and the sweep find a run: hints, written before the run is what they say. */
export type RunRows = {
  run: Pick<Run, 'id' | 'account' | 'automation_id'> & Person;
  /** The names of the events that cancel it, from its start to its end. */
  cancels: string[];
  /** A wait: its step, its event where it waits for one, and its time (ISO 8601). */
  wait: { step: number; event: string | null; until: string } | null;
};

export type Subscriber = { run: Id<'run'>; automation_id: Id<'aut'>; step: number | null };

export type RunChange = { seen: Run; next: RunState & Pick<Run, 'cancelled_by'>; ended: StepRecord[] };

/**
 * A new run, the steps that it is past, and how the entry of its person is marked: one who is marked enters again where
 * the mark is of a run with an id before `before`; null: never.
 */
export type RunStart = {
  run: Run;
  ended: StepRecord[];
  entry: 'free' | { before: Id<'run'> | null };
  shards: number;
};

export type RunRowStore = {
  putRows: (rows: RunRows, options: { kept_s: number }) => Promise<void>;
  dropRows: (rows: RunRows[]) => Promise<void>;
  /** The row of a wait whose time is over goes to another minute. */
  moveRow: (
    wait: { run: Id<'run'>; step: number; account: Id<'acc'> },
    from: number,
    to: number,
  ) => Promise<void>;
  dropRow: (wait: { run: Id<'run'>; step: number }, minute: number) => Promise<void>;
  /** The row of a cancellation, in the minute `due` in which the sweep takes it up; false where that minute has one. */
  putCancellation: (cancellation: Cancellation) => Promise<boolean>;
  getCancellation: (automation: Id<'aut'>, minute: number) => Promise<Cancellation | null>;
  endCancellation: (automation: Id<'aut'>, minute: number) => Promise<void>;
  /** The marks of the persons of these runs, whose automation is deleted. */
  dropEntries: (runs: Run[]) => Promise<void>;
  /**
   * The runs of a person that an event of this name may cancel (`step` null), then those that it may resume, each
   * oldest first, strongly consistent; behind the row `after`. `next`: the last row, where there are more.
   */
  subscribers: (
    event: { account: Id<'acc'>; name: string; person: Person },
    after: string | null,
  ) => Promise<{ rows: Subscriber[]; next: string | null }>;
  dropSubscribers: (
    event: { account: Id<'acc'>; name: string; person: Person },
    rows: Subscriber[],
  ) => Promise<void>;
};

export type RunStore = RunRowStore & {
  /** Strongly consistent, in their order. */
  find: (ids: Id<'run'>[]) => Promise<(Run | null)[]>;
  /** Strongly consistent; null: there is none, or it has expired. */
  get: (id: Id<'run'>) => Promise<Run | null>;
  /** The same with its steps that ended, in their order, in one round trip. */
  open: (id: Id<'run'>) => Promise<{ run: Run; records: StepRecord[] } | null>;
  /** With ended steps and the person's marks, at once. `exists`: it began before; `entered`: the person did. */
  start: (start: RunStart) => Promise<'started' | 'exists' | 'entered'>;
  /** Stored when the run is still the one that was read. */
  save: (change: RunChange) => Promise<boolean>;
  /** The same for moves of different runs, many in one round trip; whether each was stored, in their order. */
  saveAll: (changes: RunChange[]) => Promise<boolean[]>;
  /** The move as a part of another store's transaction. */
  joined: (change: RunChange) => Joined;
  /** Newest first, of the automation or, of these, of one person. */
  list: (
    automation: Id<'aut'>,
    page: Page & { email: string | null; shards: number },
  ) => Promise<Entries<Run>>;
};

export type StoredEvent = {
  account: Id<'acc'>;
  posted: PostedEvent;
  plan: EventPlan;
  due: number | null;
  /** Its plan is carried out, and its counts are those of the answer. */
  done: boolean;
};

export type CustomEventStore = {
  /** With the idempotency claim of its request; `duplicate_key` when another request holds that claim: nothing is stored. */
  create: (
    stored: StoredEvent,
    options: { claim: IdempotencyClaim | null; kept_s: number },
  ) => Promise<'created' | 'duplicate_key'>;
  /** Strongly consistent. */
  get: (id: Id<'ae'>) => Promise<StoredEvent | null>;
  /** null for an event that is not kept. */
  find: (ids: Id<'ae'>[]) => Promise<(CustomEvent | null)[]>;
  /** Stores the counts of what was done of its plan, once. */
  finish: (id: Id<'ae'>, counts: Pick<PostedEvent, 'resumed_runs' | 'cancelled_runs'>) => Promise<void>;
  /** The next page of its plan in place of the one before; false where another worker was first. */
  turn: (event: Pick<StoredEvent, 'account'> & { id: Id<'ae'> }, plan: EventPlan) => Promise<boolean>;
  /** Whether its row is still there: its messages may not have been queued. Strongly consistent. */
  isLeft: (id: Id<'ae'>, due: number) => Promise<boolean>;
  /** Deletes the row by which the sweep finds it: nothing is left to do. */
  end: (id: Id<'ae'>, due: number) => Promise<void>;
  moveRow: (event: { id: Id<'ae'>; account: Id<'acc'> }, from: number, to: number) => Promise<void>;
};
