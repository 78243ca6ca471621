import { type ModelAutomation, type ModelEvent, suppressed } from './run-scenarios.ts';

/**
 * Automations in the simplest form: no table, no queue, and no clock except the one passed in. The model test
 * compares the product with it, so it shares no code.
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

const samePerson = (a: ModelEvent, b: ModelEvent): boolean =>
  (a.email !== null && a.email === b.email) || (a.user_id !== null && a.user_id === b.user_id);

const nextTry_ms = [10_000, 60_000];

/** After this time, nobody knows whether a claimed text was sent. */
const claim_ms = 60_000;

/**
 * Runs of these automations. Emails, requests, texts, and notices are lines that name event, automation, and step.
 */
export function reference(automations: ModelAutomation[]) {
  const active = automations.map(() => true);
  const entered: { automation: number; event: ModelEvent }[] = [];
  type Kept = { tries: number; claim_over: number | null; plans: Map<number | null, string | null> };
  const runs: (ModelRun & Kept)[] = [];
  const emails: string[] = [];
  const requests = new Set<string>();
  const texts: string[] = [];
  const unsure = new Set<string>();
  const notices: string[] = [];
  type Running = (typeof runs)[number];

  const isOpen = ({ status }: Running) => status === 'running' || status === 'waiting';
  const nameOf = ({ event, automation }: Running) => `${event.n}/${automation}`;
  const lineOf = (run: Running) => `${nameOf(run)} ${run.index}`;
  const stepOf = (run: Running) => automations[run.automation]?.steps[run.index];

  function end(run: Running, now: number, status: string, reason: string): void {
    Object.assign(run, { status, reason, next_at: null, waiting_for: null, ended: now });
    if (status !== 'cancelled') notices.push(`${status} ${lineOf(run)}`);
  }

  function close(run: Running, now: number, status: string, output: string | null): void {
    Object.assign(run.steps[run.index] ?? {}, { status, output, ended: now });
    if (status !== 'failed' && output !== 'cancelled') notices.push(`step_completed ${lineOf(run)}`);
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
    const fresh = { next_at: null, waiting_for: null, tries: 0, claim_over: null };
    Object.assign(run, { index, status: 'running', ...fresh });
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

  function send(run: Running, now: number) {
    const { email } = run.event;
    if (email === null) return fail(run, now, 'validation_error');
    const isSent = email !== suppressed;
    if (isSent) emails.push(`${email} ${lineOf(run)}`);
    close(run, now, isSent ? 'completed' : 'skipped', isSent ? 'sent' : 'suppressed');
    goOn(run, now);
  }

  function tryAgain(run: Running, now: number, code: string, output: string | null): void {
    const wait_ms = nextTry_ms[run.tries];
    if (wait_ms === undefined) fail(run, now, code, output);
    else Object.assign(run, { tries: run.tries + 1, next_at: now + wait_ms });
  }

  const takes = (run: Running, other: string) => other === 'up' || (other === 'late' && run.tries > 0);

  function ask(run: Running, now: number, server: string) {
    requests.add(lineOf(run));
    if (!takes(run, server)) return tryAgain(run, now, 'upstream_error', `failed 503 ${run.tries + 1}`);
    close(run, now, 'completed', `delivered 200 ${run.tries + 1}`);
    goOn(run, now);
  }

  function text(run: Running, now: number, provider: string) {
    const isUnknown = run.claim_over !== null || provider === 'silent';
    if (provider === 'refused' && !isUnknown) return fail(run, now, 'validation_error');
    if (!takes(run, provider) && !isUnknown) return tryAgain(run, now, 'unavailable', null);
    if (isUnknown) unsure.add(lineOf(run));
    else texts.push(lineOf(run));
    close(run, now, 'completed', isUnknown ? 'unknown' : 'sent');
    goOn(run, now);
  }

  /** The effect of a run's current step. `claimed` means that its worker died while sending its text. */
  function act(run: Running, now: number, claimed: boolean) {
    const step = stepOf(run);
    if (step?.type === 'mail') send(run, now);
    if (step?.type === 'hook') ask(run, now, step.server);
    if (step?.type !== 'text') return;
    if (!claimed || run.claim_over !== null) return text(run, now, step.provider);
    unsure.add(lineOf(run));
    run.claim_over = now + claim_ms;
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

  const isDue = (run: Running, now: number) => Math.max(run.next_at ?? now, run.claim_over ?? now) <= now;

  /** Does everything due at `now` in these steps of runs, except what dead processes left for later. */
  function settle(now: number, left: ReadonlyMap<ModelRun, number>): void {
    for (const run of runs) {
      const isLeft = () => left.get(run) === run.index;
      if (run.status === 'waiting' && isDue(run, now) && !isLeft()) timeOut(run, now);
      while (run.status === 'running' && isDue(run, now)) act(run, now, isLeft());
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
      automation,
      event,
      status: 'running',
      reason: null,
      error: null,
      index: 0,
      tries: 0,
      claim_over: null,
      next_at: null,
      waiting_for: null,
      started: now,
      ended: null,
      steps: steps.map(() => ({ ...pending })),
      plans: new Map([[null, event.plan]]),
    };
    runs.push(run);
    notices.push(`started ${nameOf(run)} 0`);
    comeTo(run, 0, now);
  }

  function post(event: ModelEvent, now: number) {
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
    const counts = { resumed_runs: resumed.length, cancelled_runs: cancels.length };
    return { matched_automations: matched.length, ...counts };
  }

  const open = () => runs.filter(isOpen);
  return { runs, emails, requests, texts, unsure, notices, active, open, post, settle, cancel };
}
