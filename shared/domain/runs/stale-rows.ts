import type { Person, Run } from '../../core/records/runs.ts';
import type { Base, Runs } from '../context.ts';
import type { Subscriber } from '../ports/runs.ts';

/** The worker of a run removes its rows; what it left is removed by an event that finds it so much later. */
const left_ms = 60_000;

/** Rows that one request removes: with both keys of a person one batch. */
const max_rows = 12;

/**
 * Whether a row is of no use any more (U9): its run ended, or is past that wait. One whose run does not exist, or is not
 * yet at that wait, was written before what it says, and stays.
 */
export function isStale({ step }: Pick<Subscriber, 'step'>, run: Run | null, now: number): boolean {
  if (run === null) return false;
  const passed_at = step !== null && run.step_index > step ? run.step_started_at : null;
  const since = run.completed_at ?? passed_at;
  return since !== null && now - Date.parse(since) > left_ms;
}

/** Removes some of the rows that an event found stale. One that fails is found by the next event. */
export async function removeStale(
  ctx: Base & Runs,
  event: { account: string; name: string; person: Person },
  stale: Subscriber[],
): Promise<void> {
  if (stale.length === 0) return;
  await ctx.runs.dropSubscribers(event, stale.slice(0, max_rows)).catch((error: Error) => {
    ctx.log.warn('rows_not_removed', { account: event.account, cause: error.name });
  });
}
