import * as z from 'zod';
import type { CustomEvent, PostedEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { EventPlan, Person, Run, RunState, StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Entries, Page } from './common.ts';
import type { Joined } from './emails.ts';

/** A run queue message: a step's effect, a wait's end, or a move's follow-up. */
export const RunMessage = z.object({
  id: idOf('run'),
  account: idOf('acc'),
  step: z.int(),
  /** Failed attempts at the step. A redelivered message doesn't count. */
  tries: z.int(),
  /** The first step whose end isn't published yet. -1 if the run's start isn't published either. */
  from: z.int().optional(),
});
export type RunMessage = z.output<typeof RunMessage>;

/** The rest of an event's work beyond one request: a thousand changes per message, starting here. */
const EventMessage = z.object({ event: idOf('ae'), account: idOf('acc'), from: z.int().optional() });

/**
 * One of several pages, in a format that the previous release can't read. Otherwise that release would end
 * the event there.
 */
const PageMessage = z.object({
  paged_event: idOf('ae'),
  account: idOf('acc'),
  from: z.int(),
  page: z.int().optional(),
});
export type EventMessage = z.output<typeof EventMessage> | z.output<typeof PageMessage>;

/** Cancels the open runs of an automation that was deleted, or paused with cancel_runs. */
const CancelMessage = z.object({
  automation: idOf('aut'),
  account: idOf('acc'),
  removed: z.boolean(),
  /** If the automation still exists, only runs whose event was posted before this time. */
  until: z.string(),
  /** Epoch minutes of its outbox row. */
  due: z.int(),
  /** Where to resume in the list of runs. */
  after: z.string().nullable(),
  pass: z.enum(['first', 'last']),
});
export type CancelMessage = z.output<typeof CancelMessage>;
export type Cancellation = Omit<CancelMessage, 'after' | 'pass'>;

export const AdvanceMessage = z.union([RunMessage, EventMessage, PageMessage, CancelMessage]);
export type AdvanceMessage = z.output<typeof AdvanceMessage>;

export type RunQueue = { enqueue: (messages: AdvanceMessage[], delay_s?: number) => Promise<void> };

/** One-time schedules for waits longer than the queue allows, named by run and step. */
export type RunSchedules = {
  /** Queues the message at `at` (epoch ms) or up to a minute later. An existing schedule stays. */
  put: (name: string, message: RunMessage, at: number) => Promise<void>;
  remove: (name: string) => Promise<void>;
};

/** The rows by which events and the sweep find a run. They are hints, written before the run's state. */
export type RunRows = {
  run: Pick<Run, 'id' | 'account' | 'automation_id'> & Person;
  /** Names of the events that cancel it, from start to end. */
  cancels: string[];
  /** A wait: its step, its event if any, and its end (ISO 8601). */
  wait: { step: number; event: string | null; until: string } | null;
};

export type Subscriber = { run: Id<'run'>; automation_id: Id<'aut'>; step: number | null };

export type RunChange = { seen: Run; next: RunState & Pick<Run, 'cancelled_by'>; ended: StepRecord[] };

/**
 * A new run, its finished steps, and its person's entry mark. A marked person enters again only if the mark's
 * run id is below `before`. Null means never.
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
  /** Moves an overdue wait's row to another minute. */
  moveRow: (
    wait: { run: Id<'run'>; step: number; account: Id<'acc'> },
    from: number,
    to: number,
  ) => Promise<void>;
  dropRow: (wait: { run: Id<'run'>; step: number }, minute: number) => Promise<void>;
  /**
   * Adds a cancellation's row in minute `due`, when the sweep handles it. False if that minute already has
   * one.
   */
  putCancellation: (cancellation: Cancellation) => Promise<boolean>;
  getCancellation: (automation: Id<'aut'>, minute: number) => Promise<Cancellation | null>;
  endCancellation: (automation: Id<'aut'>, minute: number) => Promise<void>;
  /** Deletes the entry marks of these runs' persons, after their automation was deleted. */
  dropEntries: (runs: Run[]) => Promise<void>;
  /**
   * A person's runs that an event of this name may cancel (`step` null), then those it may resume, each
   * oldest first, strongly consistent, after the row `after`. `next` is the last row, if there are more.
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
  /** Strongly consistent, in the given order. */
  find: (ids: Id<'run'>[]) => Promise<(Run | null)[]>;
  /** Strongly consistent. Null if missing or expired. */
  get: (id: Id<'run'>) => Promise<Run | null>;
  /** Like `get`, with its ended steps in order, in one round trip. */
  open: (id: Id<'run'>) => Promise<{ run: Run; records: StepRecord[] } | null>;
  /**
   * Creates a run with its ended steps and the person's marks in one write. `exists` means that the run
   * already started, and `entered` that the person may not start another one.
   */
  start: (start: RunStart) => Promise<'started' | 'exists' | 'entered'>;
  /** Stores a change if the run is still as read. */
  save: (change: RunChange) => Promise<boolean>;
  /** Like `save` for different runs, many per round trip. Returns whether each was stored, in order. */
  saveAll: (changes: RunChange[]) => Promise<boolean[]>;
  /** The move as part of another store's transaction. */
  joined: (change: RunChange) => Joined;
  /** Newest first, of the automation, optionally of one person. */
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
  /** True once its plan has been carried out and its counts are final. */
  done: boolean;
};

export type CustomEventStore = {
  /**
   * Includes its request's idempotency claim. `duplicate_key` means that another request has that claim, and
   * nothing is stored.
   */
  create: (
    stored: StoredEvent,
    options: { claim: IdempotencyClaim | null; kept_s: number },
  ) => Promise<'created' | 'duplicate_key'>;
  /** Strongly consistent. */
  get: (id: Id<'ae'>) => Promise<StoredEvent | null>;
  /** null for an event that isn't stored. */
  find: (ids: Id<'ae'>[]) => Promise<(CustomEvent | null)[]>;
  /** Stores, once, how many runs its completed plan resumed and canceled. */
  storeCounts: (id: Id<'ae'>, counts: Pick<PostedEvent, 'resumed_runs' | 'cancelled_runs'>) => Promise<void>;
  /** Replaces its plan with the next page. False if another worker was first. */
  turn: (event: Pick<StoredEvent, 'account'> & { id: Id<'ae'> }, plan: EventPlan) => Promise<boolean>;
  /** Whether its row still exists, because its messages may not be queued. Strongly consistent. */
  isLeft: (id: Id<'ae'>, due: number) => Promise<boolean>;
  /** Deletes the sweep's row when nothing is left to do. */
  end: (id: Id<'ae'>, due: number) => Promise<void>;
  moveRow: (event: { id: Id<'ae'>; account: Id<'acc'> }, from: number, to: number) => Promise<void>;
};
