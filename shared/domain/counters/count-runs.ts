import { isOpen } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Counters } from '../context.ts';
import type { RunChange, RunPlace, StepCounter } from '../ports/counters.ts';

type Increments = Parameters<Counters['counters']['addRuns']>[2];
type StepIncrements = Parameters<Counters['counters']['addSteps']>[2];

function statusesOf({ sequence, before, after }: RunChange): Increments {
  if (before?.status === after.status) return [];
  const left = before === null ? [] : [{ sequence, counter: before.status, n: -1 }];
  return [...left, { sequence, counter: after.status, n: 1 }];
}

/** The run's current step, or null if the write that moved it there isn't counted. */
const openAt = (place: RunPlace | null): number | null =>
  place !== null && place.ended !== null && isOpen(place) ? place.step : null;

function stepsOf({ sequence, before, after }: RunChange): StepIncrements {
  const add = (counter: StepCounter, n: number) => ({ sequence, counter, n });
  const [left, entered] = [openAt(before), openAt(after)];
  const moved =
    left === entered
      ? []
      : [
          ...(left === null ? [] : [add(`${left}:open`, -1)]),
          ...(entered === null ? [] : [add(`${entered}:open`, 1)]),
        ];
  const ended = (after.ended ?? []).map(({ step, end }) => add(`${step}:${end}`, 1));
  // A call that finishes after its run is canceled replaces the step's result, again on each redelivery.
  const replaced = ended.length > 0 && before?.status === 'cancelled' ? (before.ended ?? []) : [];
  return [...moved, ...ended, ...replaced.map(({ step, end }) => add(`${step}:${end}`, -1))];
}

/** Like `countEmails`, for runs, their automations, and their steps. Returns how many items were written. */
export async function countRuns(ctx: Base & Counters, shard: string, changes: RunChange[]): Promise<number> {
  const byAutomation = new Map<Id<'aut'>, Increments>();
  const byVersion = new Map<string, { id: Id<'aut'>; version: number; steps: StepIncrements }>();
  for (const change of changes) {
    const { automation_id: id, version } = change;
    const statuses = statusesOf(change);
    if (statuses.length > 0) byAutomation.set(id, [...(byAutomation.get(id) ?? []), ...statuses]);
    const steps = stepsOf(change);
    const key = `${id} ${version}`;
    if (steps.length > 0)
      byVersion.set(key, { id, version, steps: [...(byVersion.get(key)?.steps ?? []), ...steps] });
  }
  await Promise.all([
    ...[...byAutomation].map(([id, increments]) => ctx.counters.addRuns(id, shard, increments)),
    ...[...byVersion.values()].map(({ steps, ...automation }) =>
      ctx.counters.addSteps(automation, shard, steps),
    ),
  ]);
  return byAutomation.size + byVersion.size;
}
