import { AppError } from '../../core/errors.ts';
import type { Step, WaitStep } from '../../core/records/automations.ts';
import type { RunState } from '../../core/records/runs.ts';
import { timestamp } from '../../core/runtime.ts';
import { fillValue, fillWhole } from '../automations/fill.ts';
import { evaluate } from '../automations/operators.ts';
import type { Scope } from '../automations/references.ts';

/** What a run finds at a step. */
export type Entered =
  /** It stays there: for the effect, the time, or an event. */
  | { kind: 'rest'; state: Partial<RunState> }
  | { kind: 'condition'; output: { result: boolean; rules: boolean[] } }
  | { kind: 'fault'; error: { message: string; code: string } };

type At = { scope: Scope; at: string };

const after = (at: string, seconds: number) => timestamp(Date.parse(at) + seconds * 1000);

/** `match.equals` as it is when the wait begins (U30); throws 400 when it finds nothing (U25). */
function matchOf(step: WaitStep, scope: Scope): Pick<RunState, 'match'> {
  if (step.match === undefined) return {};
  const { equals } = step.match;
  if (typeof equals === 'string') fillWhole('match.equals', equals, scope);
  const value = fillValue(equals, scope);
  return { match: typeof value === 'object' ? null : (value as string | number | boolean) };
}

function wait(step: WaitStep, { scope, at }: At): Entered {
  try {
    const next_step_at = after(at, step.timeout_seconds);
    const state = { status: 'waiting' as const, next_step_at, waiting_for: step.event };
    return { kind: 'rest', state: { ...state, ...matchOf(step, scope) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'fault', error: { message: error.message, code: error.code } };
  }
}

/** What has no effect is decided here; a step with an effect leaves the run `running` at it. */
export function enter(step: Step, at: At): Entered {
  switch (step.type) {
    case 'condition':
      return { kind: 'condition', output: evaluate(step, at.scope) };
    case 'delay': {
      const next_step_at = after(at.at, step.seconds);
      return { kind: 'rest', state: { status: 'waiting', next_step_at } };
    }
    case 'wait_for_event':
      return wait(step, at);
    default:
      return { kind: 'rest', state: { status: 'running' } };
  }
}
