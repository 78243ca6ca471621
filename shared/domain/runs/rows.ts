import type { Definition } from '../../core/records/automations.ts';
import { isOpen, type Person, type Run, type StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Runs } from '../context.ts';
import type { RunRows, Subscriber } from '../ports/runs.ts';

export type DefinedRun = { run: Run; definition: Definition };

function rowsOf(run: Run, cancels: string[]): RunRows {
  const { status, step_index: step, waiting_for: event, next_step_at: until } = run;
  const wait = status === 'waiting' && until !== null ? { step, event, until } : null;
  return { run, cancels: isOpen(run) ? cancels : [], wait };
}

/** Written before the run enters their state, so no event or sweep misses it. */
export async function putRows(ctx: Base & Runs, run: Run, cancels: string[] = []): Promise<void> {
  await ctx.runs.putRows(rowsOf(run, cancels), { kept_s: run.longest_s + ctx.settings.retention.run });
}

export const removeRows = (ctx: Runs, run: Run, cancels: string[]): Promise<void> =>
  ctx.runs.dropRows([rowsOf(run, cancels)]);

/** The rows of ended waits and, for an ended run, of its cancelling events. */
export function rowsLeft({ run, definition }: DefinedRun, ended: StepRecord[]): RunRows[] {
  const cancels = isOpen(run) ? [] : definition.trigger.cancel_on_events;
  const left = ended.flatMap(({ index, until }): RunRows[] => {
    if (until === undefined) return [];
    const step = definition.steps[index];
    const event = step?.type === 'wait_for_event' ? step.event : null;
    return [{ run, cancels: [], wait: { step: index, event, until } }];
  });
  return cancels.length > 0 ? [...left, { run, cancels, wait: null }] : left;
}

/**
 * After this time, events delete rows of an ended run or wait when they find them. Before that, the run's own
 * worker does.
 */
const left_ms = 60_000;

/** Max rows that one request deletes. Rows for both of a person's keys fit in one batch. */
const max_rows = 12;

/**
 * Whether a row is obsolete, because its run ended or passed that wait. A row can be written before its run
 * exists or reaches that wait, so such a row stays.
 */
export function isStale({ step }: Pick<Subscriber, 'step'>, run: Run | null, now: number): boolean {
  if (run === null) return false;
  const passed_at = step !== null && run.step_index > step ? run.step_started_at : null;
  const since = run.completed_at ?? passed_at;
  return since !== null && now - Date.parse(since) > left_ms;
}

/** Deletes some rows that an event found stale. The next event finds those that fail. */
export async function removeStale(
  ctx: Base & Runs,
  event: { account: Id<'acc'>; name: string; person: Person },
  stale: Subscriber[],
): Promise<void> {
  if (stale.length === 0) return;
  await ctx.runs.dropSubscribers(event, stale.slice(0, max_rows)).catch((error: Error) => {
    ctx.log.warn('rows_not_removed', { account: event.account, cause: error.name });
  });
}
