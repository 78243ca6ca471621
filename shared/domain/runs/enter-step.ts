import { isAppError } from '../../core/errors.ts';
import type { ConditionStep, DelayStep, Step, WaitStep } from '../../core/records/automations.ts';
import type { RunState } from '../../core/records/runs.ts';
import { timestamp } from '../../core/runtime.ts';
import { fillValue, requireValues } from '../automations/fill.ts';
import { evaluate } from '../automations/operators.ts';
import type { Scope } from '../automations/references.ts';
import { anyRoom, faultOf, lineRoom } from '../automations/room.ts';
import { endOfDelay } from './end-of-delay.ts';

export type Entered =
  /** The run stays at the step, waiting for its effect, its time, or an event. */
  | { kind: 'rest'; state: Partial<RunState> }
  /** Ends the step immediately. The run continues with the next step or a step by id, or ends. */
  | { kind: 'over'; output: Record<string, unknown>; next: { skip_to: string | null } | 'end' }
  | { kind: 'fault'; error: { message: string; code: string } };

type At = { scope: Scope; at: string };

const after = (at: string, seconds: number) => timestamp(Date.parse(at) + seconds * 1000);

const matchPath = 'match.equals';

/**
 * The value of `match.equals` when the wait begins. Throws 400 if the reference has no value, and
 * `filledTooLarge`.
 */
function matchOf(step: WaitStep, scope: Scope): Pick<RunState, 'match'> {
  if (step.match === undefined) return {};
  const { equals } = step.match;
  if (typeof equals === 'string') requireValues(matchPath, equals, scope);
  const value = fillValue(equals, scope, anyRoom());
  if (typeof value === 'string') lineRoom(matchPath)(value);
  return { match: typeof value === 'object' ? null : (value as string | number | boolean) };
}

function wait(step: WaitStep, { scope, at }: At): Entered {
  const next_step_at = after(at, step.timeout_seconds);
  const state = { status: 'waiting' as const, next_step_at, waiting_for: step.event };
  return { kind: 'rest', state: { ...state, ...matchOf(step, scope) } };
}

function delay(step: DelayStep, { scope, at }: At): Entered {
  const now = Date.parse(at);
  const end = endOfDelay(step, scope, now);
  if (end <= now) return { kind: 'over', output: { outcome: 'elapsed' }, next: { skip_to: null } };
  return { kind: 'rest', state: { status: 'waiting', next_step_at: timestamp(end) } };
}

function condition(step: ConditionStep, { scope }: At): Entered {
  const output = evaluate(step, scope);
  if (output.result) return { kind: 'over', output, next: { skip_to: null } };
  const { skip_to } = step;
  return { kind: 'over', output, next: skip_to === undefined ? 'end' : { skip_to } };
}

/** A problem with a value, which makes the run fail. */
function orFault(entering: () => Entered): Entered {
  try {
    return entering();
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind: 'fault', error: faultOf(error) };
  }
}

/** Decides a step without an effect. A step with an effect leaves the run `running` at that step. */
export function enter(step: Step, at: At): Entered {
  switch (step.type) {
    case 'condition':
      return condition(step, at);
    case 'delay':
      return orFault(() => delay(step, at));
    case 'wait_for_event':
      return orFault(() => wait(step, at));
    default:
      return { kind: 'rest', state: { status: 'running' } };
  }
}
