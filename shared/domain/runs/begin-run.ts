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
import { longestOf } from './scope.ts';
import { messageOf } from './timers.ts';

export type Start = { starting: EventPlan['starts'][number]; definition: Definition };

/** The run that an event starts of an automation: each one who carries the event out derives the same. */
export const runIdOf = (event: Pick<CustomEvent, 'id' | 'created_at'>, automation: Id<'aut'>): Id<'run'> =>
  derivedId('run', Date.parse(event.created_at), event.id, automation);

/** When the event of a run was posted: the run may begin later, by the sweep minutes later. */
export const postedAt = ({ id }: Pick<Run, 'id'>): string => timestamp(idTime(id));

/** The active automations that an event names and whose conditions hold. */
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

/** A new run as its first steps leave it: what has no effect is taken at once. */
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
    longest_s: longestOf(definition),
    moves: 0,
    cancelled_by: null,
  };
  return { run, ended: begun.ended };
}

/** The mark of a person's entry. `free`: none; `before` null: for ever; else a run replaces a mark with a lower id. */
function entryOf({ allow_reentry }: Definition, event: CustomEvent): RunStart['entry'] {
  if (typeof allow_reentry === 'boolean') return allow_reentry ? 'free' : { before: null };
  const last_ms = Date.parse(event.created_at) - allow_reentry.after_seconds * 1000;
  return { before: firstId('run', last_ms + 1) };
}

/** Starts a run, once for an event; returns the message of what follows. null: re-entry is not allowed. */
export async function beginRun(ctx: Base & Runs, owner: Beginning, start: Start): Promise<RunMessage | null> {
  const { run, ended } = newRun(ctx, owner, start);
  const cancels = start.definition.trigger.cancel_on_events;
  await putRows(ctx, run, cancels);
  const entry = entryOf(start.definition, owner.event);
  const result = await ctx.runs.start({ run, ended, entry, shards: owner.shards });
  // No run is in the state that its rows say: else every later event of the person would read a run for them.
  if (result === 'entered') {
    await removeRows(ctx, run, cancels);
    return null;
  }
  const stored = result === 'exists' ? await ctx.runs.get(run.id) : run;
  return stored && messageOf(stored, beginning);
}
