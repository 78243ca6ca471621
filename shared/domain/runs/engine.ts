import type { CustomEvent, Definition, Step } from '../../core/records/automations.ts';
import { type EndedReason, isOpen, type RunState, type StepRecord } from '../../core/records/runs.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Scope } from '../automations/references.ts';
import { type Entered, enter } from './enter-step.ts';

type Fault = { message: string; code: string };

/** Something that happens to a run. `step` is the step it concerns. A run at another step ignores it. */
export type Input =
  | { kind: 'begin' }
  /** A step's call, which is made at most once, begins. */
  | { kind: 'claim'; step: number }
  /** A step's effect is done, or was refused in a way that lets the run continue. */
  | { kind: 'done'; step: number; status: 'completed' | 'skipped'; output: Record<string, unknown> }
  | { kind: 'failed'; step: number; error: Fault; output?: Record<string, unknown> }
  /** The run's message failed too many times, whatever the run waits for. */
  | { kind: 'dead'; step: number; error: Fault }
  /** The step failed. It is retried up to the third attempt. `after_ms` lengthens the wait. */
  | { kind: 'try_failed'; step: number; error: Fault; after_ms?: number; output?: Record<string, unknown> }
  /** A delay, wait, or retry is due. */
  | { kind: 'time'; step: number }
  | { kind: 'event'; step: number; event: CustomEvent }
  /** Ends a delay or wait immediately in a dry run. */
  | { kind: 'skip'; step: number }
  | { kind: 'cancel'; reason: 'cancel_event' | 'cancelled' };

/** A run after an input, stored in one write. */
export type Move = { run: RunState; ended: StepRecord[] };

/** Seconds before a step's second and third attempts. */
const retry_s = [10, 60];

const max_retry_ms = 15 * 60_000;

/** Times within a run never go backwards. */
const notBefore = (run: RunState | null, now: number): string => {
  const at = timestamp(now);
  return run !== null && run.step_started_at > at ? run.step_started_at : at;
};

const newRun = (at: string): RunState => ({
  status: 'running',
  step_index: 0,
  step_started_at: at,
  next_step_at: null,
  waiting_for: null,
  tries: 0,
  claimed_at: null,
  ended_reason: null,
  error: null,
  started_at: at,
  completed_at: null,
});

type Moving = { definition: Definition; scope: Scope; at: string };

export function stepAt({ steps }: Definition, index: number): Step {
  const step = steps[index];
  if (step === undefined) throw new Error('a run at no step of its definition');
  return step;
}

type Output = StepRecord['output'];

function record(
  { definition, at }: Moving,
  run: RunState,
  output: Output,
  status: StepRecord['status'] = 'completed',
): StepRecord {
  const { step_index: index, step_started_at: started_at, next_step_at } = run;
  const until = run.status === 'waiting' && next_step_at !== null ? { until: next_step_at } : {};
  const { type } = stepAt(definition, index);
  return { index, type, status, started_at, completed_at: at, ...until, output };
}

type Ended = Pick<RunState, 'status' | 'ended_reason' | 'error'>;

function end({ at }: Moving, { match: _match, ...run }: RunState, ended: Ended): RunState {
  return { ...run, ...ended, next_step_at: null, waiting_for: null, claimed_at: null, completed_at: at };
}

/** Ends a run with a fault at its step. A step without a record gets one without output. */
function fail(
  moving: Moving,
  run: RunState,
  fault: Fault,
  output: Output,
  ended_reason: 'error' | 'timeout' = 'error',
): Move {
  const error = { ...fault, step_index: run.step_index };
  const failed = end(moving, run, { status: 'failed', ended_reason, error });
  return { run: failed, ended: [record(moving, run, output, 'failed')] };
}

const complete = (moving: Moving, run: RunState, ended_reason: EndedReason): Move => ({
  run: end(moving, run, { status: 'completed', ended_reason, error: null }),
  ended: [],
});

const before = (first: StepRecord, then: Move): Move => ({ run: then.run, ended: [first, ...then.ended] });

/** A run arriving at `step_index`. Steps without an effect are taken immediately. */
function arrive(moving: Moving, run: RunState): Move {
  const entered: Entered = enter(stepAt(moving.definition, run.step_index), moving);
  switch (entered.kind) {
    case 'rest':
      return { run: { ...run, ...entered.state }, ended: [] };
    case 'fault':
      return fail(moving, run, entered.error, null);
    case 'over': {
      const { output, next } = entered;
      const ends = next === 'end';
      const then = ends ? complete(moving, run, 'condition_false') : goOn(moving, run, next.skip_to);
      return before(record(moving, run, output), then);
    }
  }
}

/** Continues after a step: with the next step, with a later step by id, or by ending the run. */
function goOn(moving: Moving, run: RunState, skip_to: string | null = null): Move {
  const { steps } = moving.definition;
  const index = skip_to === null ? run.step_index + 1 : steps.findIndex(({ id }) => id === skip_to);
  if (index === steps.length) return complete(moving, run, 'finished');
  return arrive(moving, { ...newRun(moving.at), started_at: run.started_at, step_index: index });
}

const over = (moving: Moving, run: RunState, output: Output, status?: StepRecord['status']): Move =>
  before(record(moving, run, output, status), goOn(moving, run));

/** A wait's time is up, and no event arrived (H33 on_timeout). */
function timeOut(moving: Moving, run: RunState): Move {
  const step = stepAt(moving.definition, run.step_index);
  if (step.type !== 'wait_for_event') return over(moving, run, { outcome: 'elapsed' });
  const output = { outcome: 'timeout', event: null };
  if (step.on_timeout === 'continue') return over(moving, run, output);
  if (step.on_timeout === 'end') return before(record(moving, run, output), complete(moving, run, 'timeout'));
  const error = { message: `The event ${step.event} didn't arrive in time`, code: 'timeout' };
  return fail(moving, run, error, output, 'timeout');
}

function tryAgain(
  moving: Moving,
  run: RunState,
  { error, after_ms = 0, output }: Extract<Input, { kind: 'try_failed' }>,
): Move {
  const wait_s = retry_s[run.tries];
  if (wait_s === undefined) return fail(moving, run, error, output ?? null);
  const wait_ms = Math.max(wait_s * 1000, Math.min(after_ms, max_retry_ms));
  const next_step_at = timestamp(Date.parse(moving.at) + wait_ms);
  return { run: { ...run, tries: run.tries + 1, next_step_at, claimed_at: null }, ended: [] };
}

const cancel = (moving: Moving, run: RunState, ended_reason: 'cancel_event' | 'cancelled'): Move => ({
  run: end(moving, run, { status: 'cancelled', ended_reason, error: null }),
  ended: [record(moving, run, { outcome: 'cancelled' }, 'skipped')],
});

/** Later conditions can use the event that ends a wait. */
function resume(moving: Moving, run: RunState, event: CustomEvent): Move {
  const waits = new Map(moving.scope.waits).set(run.step_index, event);
  const known = { ...moving, scope: { ...moving.scope, waits } };
  return over(known, run, { outcome: 'event', event: event.id });
}

/** Steps whose call may have begun when their run is canceled. */
const calling: readonly Step['type'][] = ['send_sms', 'webhook'];

/** A call that a cancel overtook keeps its actual result, and the run stays canceled. */
function endCancelled(moving: Moving, run: RunState, input: Input): Move | null {
  if (run.status !== 'cancelled' || !('output' in input) || input.output === undefined) return null;
  const { step, output } = input;
  if (step !== run.step_index || !calling.includes(stepAt(moving.definition, step).type)) return null;
  return { run, ended: [record(moving, run, output, input.kind === 'done' ? input.status : 'failed')] };
}

function moveOpen(moving: Moving, run: RunState, input: Exclude<Input, { kind: 'begin' }>): Move | null {
  if (input.kind === 'cancel') return cancel(moving, run, input.reason);
  if (input.step !== run.step_index) return null;
  const waiting = run.status === 'waiting';
  switch (input.kind) {
    case 'event':
      return waiting && run.waiting_for !== null ? resume(moving, run, input.event) : null;
    case 'skip':
      return waiting ? over(moving, run, { stubbed: true }) : null;
    case 'time':
      return waiting && moving.at >= (run.next_step_at ?? '') ? timeOut(moving, run) : null;
    case 'claim':
      if (waiting || run.claimed_at !== null) return null;
      return { run: { ...run, claimed_at: moving.at }, ended: [] };
    case 'done':
      return waiting ? null : over(moving, run, input.output, input.status);
    case 'failed':
      return waiting ? null : fail(moving, run, input.error, input.output ?? null);
    case 'dead':
      return fail(moving, run, input.error, null);
    case 'try_failed':
      return waiting ? null : tryAgain(moving, run, input);
  }
}

/**
 * All rules of runs are here. Takes a run and an input at `now` (epoch ms), and returns the next run and the
 * records of ended steps. Null if the run is over, or isn't where the input expects. Pure. The caller stores
 * the result on condition that the run is unchanged.
 */
export function move(
  run: RunState | null,
  input: Input,
  { definition, scope, now }: { definition: Definition; scope: Scope; now: number },
): Move | null {
  const moving = { definition, scope, at: notBefore(run, now) };
  if (input.kind === 'begin') return run === null ? arrive(moving, newRun(moving.at)) : null;
  if (run === null) return null;
  return isOpen(run) ? moveOpen(moving, run, input) : endCancelled(moving, run, input);
}
