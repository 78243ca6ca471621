import type { Id } from '../runtime.ts';
import type { Automation, Step } from './automations.ts';

export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const endedReasons = [
  'finished',
  'condition_false',
  'timeout',
  'cancel_event',
  'cancelled',
  'error',
] as const;
export type EndedReason = (typeof endedReasons)[number];

export type RunError = { message: string; code: string; step_index: number };

/** The progress of a run: everything that one of its moves changes. */
export type RunState = {
  status: RunStatus;
  /** The step that the run is at; of an ended one the last that was begun. */
  step_index: number;
  /** The time when that step began: delays and time-outs count from here. */
  step_started_at: string;
  /** End of the delay, time-out, or the next try. */
  next_step_at: string | null;
  waiting_for: string | null;
  /** The value that `match.equals` of the wait was filled with; null, which matches nothing, for an object or a list. */
  match?: string | number | boolean | null;
  /** Tries of the step that failed so far. */
  tries: number;
  /** The time when the call of the step began that is made at most once; null: none is under way. */
  claimed_at: string | null;
  ended_reason: EndedReason | null;
  error: RunError | null;
  started_at: string;
  completed_at: string | null;
};

/** The result of one step: written once, when it ended. */
export type StepRecord = {
  index: number;
  type: Step['type'];
  status: 'completed' | 'skipped' | 'failed';
  started_at: string;
  completed_at: string;
  /** The time when the step's wait was to end; absent of steps that did not wait, and in records of the release before. */
  until?: string;
  /** A wait that an event ended holds the event's id. */
  output: Record<string, unknown> | null;
};

type PinnedRevision = Pick<Automation, 'version' | 'revision' | 'place'>;

export type Person = { email: string | null; user_id: string | null };

/** One run of an automation, as it is stored: its progress, and the revision and event with which it began. */
export type Run = RunState &
  PinnedRevision &
  Person & {
    id: Id<'run'>;
    account: Id<'acc'>;
    automation_id: Id<'aut'>;
    event_id: Id<'ae'>;
    event_name: string;
    /** The longest time that it may take, in seconds: its delays and time-outs, and a week. */
    longest_s: number;
    /** The number of its writes: each move is one write, on the condition that it is still the one that was read. */
    moves: number;
    /** The custom event that cancelled it: the mark by which that event counts it. */
    cancelled_by: Id<'ae'> | null;
  };

/** The work of an event, stored with it before any of it is done. */
export type EventPlan = {
  cancels: Id<'run'>[];
  /** Each with the wait that it is at. */
  resumes: { run: Id<'run'>; step: number }[];
  starts: ({ automation_id: Id<'aut'> } & PinnedRevision)[];
  /** The row of the person behind which there are more; absent: these are all. */
  after?: string;
  /** The queue plans again behind that row: how often it did. Absent in the plan of the request. */
  page?: number;
};
