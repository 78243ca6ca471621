import type { CustomEvent, Definition, Step } from '../../core/records/automations.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import type { Scope } from '../automations/references.ts';
import type { CustomEvents } from '../context.ts';
import { max_wait_s, max_window_s } from './end-of-delay.ts';

/** One week in addition to a run's waits, for retries, queues, and outages. */
const spare_s = 7 * 86_400;

function waited_s(step: Step): number {
  if (step.type === 'wait_for_event') return step.timeout_seconds;
  if (step.type !== 'delay') return 0;
  return step.seconds ?? (step.between === undefined ? max_wait_s : max_window_s);
}

/** The longest any run may take: fifty waits. */
export const max_run_s = spare_s + 50 * max_wait_s;

/** The longest a run of these steps may take, in seconds. */
export const maxSecondsOf = ({ steps }: Pick<Definition, 'steps'>): number =>
  steps.reduce((sum, step) => sum + waited_s(step), spare_s);

/** Whether a step needs event values when a run arrives at it. */
function asks(step: Step): boolean {
  if (step.type === 'delay') return step.until !== undefined || (step.time_zone?.includes('{{') ?? false);
  return step.type === 'condition' || (step.type === 'wait_for_event' && step.match !== undefined);
}

/** Whether the following steps need event values, up to the step where the run next waits. */
export function asksEvents({ steps }: Pick<Definition, 'steps'>, step: number): boolean {
  const behind = steps.slice(step + 1);
  // A delay until a time of day can end immediately.
  const rests = behind.findIndex((one) => one.type !== 'delay' || one.seconds !== undefined);
  return behind.slice(0, rests < 0 ? behind.length : rests + 1).some(asks);
}

/** The scope of moves that need no value. */
export const noScope: Scope = { event: null, waits: new Map() };

/** The id of the event that ended a wait. Null if none did, or the step isn't a wait. */
export const waitedFor = ({ type, output }: StepRecord): Id<'ae'> | null =>
  type === 'wait_for_event' && typeof output?.event === 'string' ? (output.event as Id<'ae'>) : null;

/** The events that fill a run's references. Runs keep no copies. */
export async function readScope(ctx: CustomEvents, run: Run, records: StepRecord[]): Promise<Scope> {
  const waits = records.flatMap((record) => {
    const id = waitedFor(record);
    return id === null ? [] : [{ index: record.index, id }];
  });
  const [event = null, ...found] = await ctx.custom_events.find([run.event_id, ...waits.map(({ id }) => id)]);
  const known = waits.map(({ index }, i): [number, CustomEvent | null] => [index, found[i] ?? null]);
  return { event, waits: new Map(known) };
}
