import type { CustomEvent, Definition, Step } from '../../core/records/automations.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import type { Scope } from '../automations/references.ts';
import type { CustomEvents } from '../context.ts';

/** A week on top of what a run waits for: tries, queues, outages (U12). */
const spare_s = 7 * 86_400;

const waited_s = (step: Step): number => {
  if (step.type === 'delay') return step.seconds;
  return step.type === 'wait_for_event' ? step.timeout_seconds : 0;
};

/** The longest time that a run of these steps may take, in seconds. */
export const longestOf = ({ steps }: Pick<Definition, 'steps'>): number =>
  steps.reduce((sum, step) => sum + waited_s(step), spare_s);

/** Whether what comes behind a step, up to the next effect, asks for the values of events. */
export function asksEvents({ steps }: Pick<Definition, 'steps'>, step: number): boolean {
  const next = steps[step + 1];
  return next?.type === 'condition' || (next?.type === 'wait_for_event' && next.match !== undefined);
}

/** For moves that ask for no value. */
export const noScope: Scope = { event: null, waits: new Map() };

/** The event that ended a wait, by the record of the step. */
const eventOf = ({ type, output }: StepRecord): string | null =>
  type === 'wait_for_event' && typeof output?.event === 'string' ? output.event : null;

/** The events that the references of a run are filled from: no run holds a copy (U12). */
export async function readScope(
  ctx: CustomEvents,
  run: Pick<Run, 'event_id'>,
  records: StepRecord[],
): Promise<Scope> {
  const waits = records.flatMap((record) => {
    const id = eventOf(record);
    return id === null ? [] : [{ index: record.index, id }];
  });
  const [event = null, ...found] = await ctx.custom_events.find([run.event_id, ...waits.map(({ id }) => id)]);
  const known = waits.map(({ index }, i): [number, CustomEvent | null] => [index, found[i] ?? null]);
  return { event, waits: new Map(known) };
}
