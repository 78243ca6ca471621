import { type ModelAutomation, type ModelEvent, suppressed } from './run-scenarios.ts';

/**
 * What automations do, in the plainest way: no table, no queue, no clock but the one that is passed in. The model test
 * compares the product with it, so it shares no code with it.
 */
type StepState = { status: string; output: string | null; started: number | null; ended: number | null };

export type ModelRun = {
  automation: number;
  event: ModelEvent;
  status: string;
  reason: string | null;
  error: string | null;
  index: number;
  next_at: number | null;
  waiting_for: string | null;
  started: number;
  ended: number | null;
  steps: StepState[];
};

type Counts = { matched_automations: number; resumed_runs: number; cancelled_runs: number };

const samePerson = (a: ModelEvent, b: ModelEvent): boolean =>
  (a.email !== null && a.email === b.email) || (a.user_id !== null && a.user_id === b.user_id);

const nextTry_ms = [10_000, 60_000];

/** Runs of these automations; emails, requests and notices are lines that name event, automation and step. */
export function reference(automations: ModelAutomation[]) {
  const active = automations.map(() => true);
  const entered: { automation: number; event: ModelEvent }[] = [];
  const runs: (ModelRun & { tries: number; plans: Map<number | null, string | null> })[] = [];
  const emails: string[] = [];
  const requests = new Set<string>();
  const notices: string[] = [];
  type Running = (typeof runs)[number];

  const isOpen = ({ status }: Running) => status === 'running' || status === 'waiting';
  const nameOf = ({ event, automation }: Running) => `${event.n}/${automation}`;
  const stepOf = (run: Running) => automations[run.automation]?.steps[run.index];

  function end(run: Running, now: number, status: string, reason: string): void {
    Object.assign(run, { status, reason, next_at: null, waiting_for: null, ended: now });
    if (status !== 'cancelled') notices.push(`${status} ${nameOf(run)} ${run.index}`);
  }

  function close(run: Running, now: number, status: string, output: string | null): void {
    Object.assign(run.steps[run.index] ?? {}, { status, output, ended: now });
    if (status !== 'failed' && output !== 'cancelled')
      notices.push(`step_completed ${nameOf(run)} ${run.index}`);
  }

  function fail(run: Running, now: number, code: string, output: string | null = null): void {
    run.error = code;
    close(run, now, 'failed', output);
    end(run, now, 'failed', code === 'timeout' ? 'timeout' : 'error');
  }

  function goOn(run: Running, now: number): void {
    if (run.index + 1 === run.steps.length) end(run, now, 'completed', 'finished');
    else comeTo(run, run.index + 1, now);
  }

  function comeTo(run: Running, index: number, now: number): void {
    Object.assign(run, { index, status: 'running', next_at: null, waiting_for: null, tries: 0 });
    Object.assign(run.steps[index] ?? {}, { status: 'running', started: now });
    const step = stepOf(run);
    if (step?.type === 'condition') {
      const result = run.plans.get(step.wait) === 'pro';
      close(run, now, 'completed', String(result));
      if (result) goOn(run, now);
      else end(run, now, 'completed', 'condition_false');
    } else if (step?.type === 'delay' || step?.type === 'wait') {
      Object.assign(run, { status: 'waiting', next_at: now + step.seconds * 1000 });
      Object.assign(run.steps[index] ?? {}, { status: 'waiting' });
      if (step.type === 'wait') run.waiting_for = step.event;
    }
  }

  function send(run: Running, now: number): void {
    const { email } = run.event;
    if (email === null) {
      fail(run, now, 'validation_error');
      return;
    }
    if (email === suppressed) close(run, now, 'skipped', 'suppressed');
    else {
      emails.push(`${email} ${nameOf(run)} ${run.index}`);
      close(run, now, 'completed', 'sent');
    }
    goOn(run, now);
  }

  function ask(run: Running, now: number, server: string): void {
    requests.add(`${nameOf(run)} ${run.index}`);
    const attempts = run.tries + 1;
    const wait_ms = nextTry_ms[run.tries];
    if (server === 'up' || (server === 'late' && run.tries > 0)) {
      close(run, now, 'completed', `delivered 200 ${attempts}`);
      goOn(run, now);
    } else if (wait_ms === undefined) fail(run, now, 'upstream_error', `failed 503 ${attempts}`);
    else Object.assign(run, { tries: attempts, next_at: now + wait_ms });
  }

  /** The effect of the step that a run is at. */
  function act(run: Running, now: number): void {
    const step = stepOf(run);
    if (step?.type === 'mail') send(run, now);
    if (step?.type === 'hook') ask(run, now, step.server);
  }

  function timeOut(run: Running, now: number): void {
    const step = stepOf(run);
    const then = step?.type === 'wait' ? step.on_timeout : 'continue';
    if (then === 'fail') fail(run, now, 'timeout', 'timeout');
    else close(run, now, 'completed', step?.type === 'wait' ? 'timeout' : 'elapsed');
    if (then === 'end') end(run, now, 'completed', 'timeout');
    if (then === 'continue') goOn(run, now);
  }

  function cancel(run: Running, now: number, reason: string): void {
    close(run, now, 'skipped', 'cancelled');
    end(run, now, 'cancelled', reason);
  }

  /** Everything that is due at `now`. */
  function settle(now: number): void {
    for (const run of runs) {
      if (run.status === 'waiting' && (run.next_at ?? now) <= now) timeOut(run, now);
      while (run.status === 'running' && (run.next_at ?? now) <= now) act(run, now);
    }
  }

  function resumes(run: Running, event: ModelEvent): boolean {
    const step = stepOf(run);
    if (run.status !== 'waiting' || step?.type !== 'wait' || step.event !== event.name) return false;
    return !step.same_plan || run.event.plan === event.plan;
  }

  function begin(automation: number, event: ModelEvent, now: number): void {
    const { reentry = true, steps = [] } = automations[automation] ?? {};
    const before = entered.some((one) => one.automation === automation && samePerson(one.event, event));
    if (!reentry && before) return;
    entered.push({ automation, event });
    const pending = { status: 'pending', output: null, started: null, ended: null };
    const run: Running = {
      ...{ automation, event, status: 'running', reason: null, error: null, index: 0, tries: 0 },
      ...{ next_at: null, waiting_for: null, started: now, ended: null },
      ...{ steps: steps.map(() => ({ ...pending })), plans: new Map([[null, event.plan]]) },
    };
    runs.push(run);
    notices.push(`started ${nameOf(run)} 0`);
    comeTo(run, 0, now);
  }

  function post(event: ModelEvent, now: number): Counts {
    const mine = runs.filter((run) => isOpen(run) && samePerson(run.event, event));
    const cancels = mine.filter((run) => automations[run.automation]?.cancels.includes(event.name));
    const resumed = mine.filter((run) => !cancels.includes(run) && resumes(run, event));
    for (const run of cancels) cancel(run, now, 'cancel_event');
    for (const run of resumed) {
      run.plans.set(run.index, event.plan);
      close(run, now, 'completed', `event ${event.n}`);
      goOn(run, now);
    }
    const matched = automations.flatMap(({ event: name, only_pro }, i) =>
      active[i] && name === event.name && (!only_pro || event.plan === 'pro') ? [i] : [],
    );
    for (const automation of matched) begin(automation, event, now);
    const [matched_automations, resumed_runs, cancelled_runs] = [matched, resumed, cancels].map(
      ({ length }) => length,
    ) as [number, number, number];
    return { matched_automations, resumed_runs, cancelled_runs };
  }

  const open = () => runs.filter(isOpen);
  return { runs, emails, requests, notices, active, open, post, settle, cancel };
}
