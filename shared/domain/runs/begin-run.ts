import type { CustomEvent, Definition } from '../../core/records/automations.ts';
import type { EventPlan, Run } from '../../core/records/runs.ts';
import { derivedId, firstId, type Id, idTime, timestamp } from '../../core/runtime.ts';
import { evaluate } from '../automations/operators.ts';
import type { Automations, Base, Runs } from '../context.ts';
import type { Trigger } from '../ports/automations.ts';
import type { RunMessage, RunStart } from '../ports/runs.ts';
import { move } from './engine.ts';
import { beginning } from './notices.ts';
import { putRows, removeRows } from './rows.ts';
import { maxSecondsOf } from './scope.ts';
import { messageOf } from './timers.ts';

export type Start = { starting: EventPlan['starts'][number]; definition: Definition };

/** The run an event starts in an automation. Everyone who carries out the event derives the same id. */
export const runIdOf = (event: Pick<CustomEvent, 'id' | 'created_at'>, automation: Id<'aut'>): Id<'run'> =>
  derivedId('run', Date.parse(event.created_at), event.id, automation);

/** When a run's event was posted. The run may begin minutes later, by the sweep. */
export const postedAt = ({ id }: Pick<Run, 'id'>): string => timestamp(idTime(id));

/** Active automations for an event whose conditions match. */
export async function findStarts(
  ctx: Automations,
  event: CustomEvent,
  triggers: Trigger[],
): Promise<Start[]> {
  const definitions = await Promise.all(triggers.map((one) => ctx.automations.readDefinition(one)));
  const scope = { event, waits: new Map() };
  return triggers.flatMap(({ id: automation_id, version, revision, place }, i): Start[] => {
    const definition = definitions[i];
    if (!definition || !evaluate({ all: definition.trigger.conditions }, scope).result) return [];
    return [{ starting: { automation_id, version, revision, place }, definition }];
  });
}

type Beginning = { account: Id<'acc'>; event: CustomEvent; shards: number };

/** A new run after its first steps. Steps without an effect are taken immediately. */
function newRun(ctx: Base, { account, event }: Beginning, { starting, definition }: Start) {
  const scope = { event, waits: new Map() };
  const begun = move(null, { kind: 'begin' }, { definition, scope, now: ctx.runtime.now() });
  if (begun === null) throw new Error('a run that does not begin');
  const run: Run = {
    ...begun.run,
    ...starting,
    id: runIdOf(event, starting.automation_id),
    account,
    event_id: event.id,
    event_name: event.name,
    email: event.email,
    user_id: event.user_id,
    longest_s: maxSecondsOf(definition),
    moves: 0,
    cancelled_by: null,
  };
  return { run, ended: begun.ended };
}

/**
 * The mark of a person's entry. `free` means that there is no mark. If `before` is null, the mark is
 * permanent. Otherwise a run replaces a mark with a lower id.
 */
function entryOf({ allow_reentry }: Definition, event: CustomEvent): RunStart['entry'] {
  if (typeof allow_reentry === 'boolean') return allow_reentry ? 'free' : { before: null };
  const last_ms = Date.parse(event.created_at) - allow_reentry.after_seconds * 1000;
  return { before: firstId('run', last_ms + 1) };
}

/** Starts a run, once per event. Returns the follow-up message, or null if re-entry isn't allowed. */
export async function beginRun(ctx: Base & Runs, owner: Beginning, start: Start): Promise<RunMessage | null> {
  const { run, ended } = newRun(ctx, owner, start);
  const cancels = start.definition.trigger.cancel_on_events;
  await putRows(ctx, run, cancels);
  const entry = entryOf(start.definition, owner.event);
  const result = await ctx.runs.start({ run, ended, entry, shards: owner.shards });
  // The rows match no run. If they stayed, each later event about the person would read a run in vain.
  if (result === 'entered') {
    await removeRows(ctx, run, cancels);
    return null;
  }
  const stored = result === 'exists' ? await ctx.runs.get(run.id) : run;
  return stored && messageOf(stored, beginning);
}
