import type { Id } from '../runtime.ts';
import type { Automation, Step } from './automations.ts';

export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Whether a run can still move. */
export const isOpen = ({ status }: { status: RunStatus }): boolean =>
  status === 'running' || status === 'waiting';

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

/** A run's progress, which is everything that a move can change. */
export type RunState = {
  status: RunStatus;
  /** The current step, or the last one begun if the run has ended. */
  step_index: number;
  /** When that step began. Delays and timeouts count from here. */
  step_started_at: string;
  /** When the delay, timeout, or retry is due. */
  next_step_at: string | null;
  waiting_for: string | null;
  /** The value of the wait's `match.equals`. Null for an object or list, which never matches. */
  match?: string | number | boolean | null;
  /** Failed attempts at this step. */
  tries: number;
  /** When the step's at-most-once call began. Null if none is in progress. */
  claimed_at: string | null;
  ended_reason: EndedReason | null;
  error: RunError | null;
  started_at: string;
  completed_at: string | null;
};

/** One step's result, written once when it ends. */
export type StepRecord = {
  index: number;
  type: Step['type'];
  status: 'completed' | 'skipped' | 'failed';
  started_at: string;
  completed_at: string;
  /** When the step's wait was due. Absent if the step did not wait. */
  until?: string;
  /** Includes the event's id if an event ended the wait. */
  output: Record<string, unknown> | null;
};

/** How a step ended: completed, condition true or false, skipped, or failed. */
export type StepEnd = 'c' | 't' | 'f' | 's' | 'e';

type PinnedRevision = Pick<Automation, 'version' | 'revision' | 'place'>;

export type Person = { email: string | null; user_id: string | null };

/** A stored run: its progress, and the revision and event it started with. */
export type Run = RunState &
  PinnedRevision &
  Person & {
    id: Id<'run'>;
    account: Id<'acc'>;
    automation_id: Id<'aut'>;
    event_id: Id<'ae'>;
    event_name: string;
    /** The maximum number of seconds that the run may take: its delays and timeouts plus a week. */
    longest_s: number;
    /** The number of writes. Each move is one write, on the condition that this number hasn't changed. */
    moves: number;
    /** The custom event that canceled it, so that the event counts it once. */
    cancelled_by: Id<'ae'> | null;
  };

/** An event's work, stored before any of it starts. */
export type EventPlan = {
  cancels: Id<'run'>[];
  /** Each run with the step at which it waits. */
  resumes: { run: Id<'run'>; step: number }[];
  starts: ({ automation_id: Id<'aut'> } & PinnedRevision)[];
  /** The person's last planned row if there are more rows. Absent if these are all. */
  after?: string;
  /** How many more pages the queue has planned after that row. Absent in the request's own plan. */
  page?: number;
};
