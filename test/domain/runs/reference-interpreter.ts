import type { Step } from '../../../shared/core/records/automations.ts';

/**
 * What runs do, in the plainest way: a list of what is left, walked step by step. The model test compares the engine
 * with it, so it shares no code with the product, and knows conditions by the answer alone.
 */
export type Told = {
  status: string;
  reason: string | null;
  index: number;
  steps: string[];
  notices: string[];
  next_at: number | null;
  waiting_for: string | null;
  effect: boolean;
  tries: number;
};

export type Happening =
  | { kind: 'done'; step: number; status: 'completed' | 'skipped' }
  | { kind: 'failed'; step: number }
  | { kind: 'try_failed'; step: number }
  | { kind: 'time'; step: number }
  | { kind: 'event'; step: number; plan: string }
  | { kind: 'cancel' };

/** A condition of the model test asks whether the plan of an event is `pro`, of the trigger's or of a wait's. */
const planOf = (step: Step): number | null => {
  const field = step.type === 'condition' ? (step.all?.[0]?.field ?? '') : '';
  return field.startsWith('steps.') ? Number(field.split('.')[1]) : null;
};

/** A run of these steps, begun at `now` by an event of this plan. */
export function interpreter(steps: Step[], plan: string, begun: number) {
  const plans = new Map<number | null, string>([[null, plan]]);
  const told: Told = {
    status: 'running',
    reason: null,
    index: 0,
    steps: steps.map(() => 'pending'),
    notices: ['started 0'],
    next_at: null,
    waiting_for: null,
    effect: false,
    tries: 0,
  };

  function end(status: string, reason: string): void {
    Object.assign(told, { status, reason, next_at: null, waiting_for: null, effect: false });
    if (status !== 'cancelled') told.notices.push(`${status} ${told.index}`);
  }

  function close(status: string): void {
    told.steps[told.index] = status;
    if (status !== 'failed') told.notices.push(`step_completed ${told.index}`);
  }

  function comeTo(index: number, now: number): void {
    const step = steps[index];
    if (step !== undefined)
      Object.assign(told, { index, next_at: null, waiting_for: null, effect: false, tries: 0 });
    if (step === undefined) end('completed', 'finished');
    else if (step.type === 'condition') {
      close('completed');
      if (plans.get(planOf(step)) === 'pro') comeTo(index + 1, now);
      else if (step.skip_to === undefined) end('completed', 'condition_false');
      else comeTo(Number(step.skip_to), now);
    } else if (step.type === 'delay') {
      const until = step.until === undefined ? now : Date.parse(step.until);
      const next_at = until + 1000 * (step.seconds ?? step.offset_seconds ?? 0);
      if (next_at > now) Object.assign(told, { status: 'waiting', next_at });
      else {
        close('completed');
        comeTo(index + 1, now);
      }
    } else if (step.type === 'wait_for_event') {
      const next_at = now + step.timeout_seconds * 1000;
      Object.assign(told, { status: 'waiting', next_at, waiting_for: step.event });
    } else Object.assign(told, { status: 'running', effect: true });
  }

  function timeOut(step: Step, now: number): void {
    const answer = step.type === 'wait_for_event' ? step.on_timeout : 'continue';
    close(answer === 'fail' ? 'failed' : 'completed');
    if (answer === 'continue') comeTo(told.index + 1, now);
    else end(answer === 'fail' ? 'failed' : 'completed', 'timeout');
  }

  function useEffect(what: Happening, now: number): void {
    if (what.kind === 'done') {
      close(what.status);
      comeTo(told.index + 1, now);
    } else if (what.kind === 'failed' || told.tries === 2) {
      close('failed');
      end('failed', 'error');
    } else {
      told.next_at = now + (told.tries === 0 ? 10_000 : 60_000);
      told.tries++;
    }
  }

  /** A call that had begun when the run was cancelled ends as it ended; the run stays as it is. */
  function endCall(what: Happening): boolean {
    if (what.kind !== 'done' || what.step !== told.index) return false;
    if (steps[told.index]?.type !== 'send_sms') return false;
    const notice = `step_completed ${told.index}`;
    told.steps[told.index] = what.status;
    if (!told.notices.includes(notice)) told.notices.push(notice);
    return true;
  }

  /** Whether it changed anything. */
  function happen(what: Happening, now: number): boolean {
    if (told.status === 'cancelled') return endCall(what);
    if (told.status !== 'running' && told.status !== 'waiting') return false;
    if (what.kind === 'cancel') {
      told.steps[told.index] = 'skipped';
      end('cancelled', 'cancelled');
      return true;
    }
    if (what.step !== told.index) return false;
    if (what.kind === 'event') {
      if (told.waiting_for === null) return false;
      plans.set(told.index, what.plan);
      close('completed');
      comeTo(told.index + 1, now);
    } else if (what.kind === 'time') {
      if (told.status !== 'waiting' || now < (told.next_at ?? 0)) return false;
      timeOut(steps[told.index] as Step, now);
    } else {
      if (!told.effect) return false;
      useEffect(what, now);
    }
    return true;
  }

  comeTo(0, begun);
  return { told, happen };
}
