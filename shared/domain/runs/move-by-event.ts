import type { CustomEvent, Definition } from '../../core/records/automations.ts';
import { isOpen, type Run } from '../../core/records/runs.ts';
import { revise } from '../../core/revise.ts';
import { definitionOf } from '../automations/get-automation.ts';
import type { Scope } from '../automations/references.ts';
import type { Automations, Base, CustomEvents, Runs } from '../context.ts';
import type { RunMessage } from '../ports/runs.ts';
import { type Input, move } from './engine.ts';
import { afterMove, changeOf } from './move-run.ts';
import { putRows } from './rows.ts';
import { asksEvents, noScope, readScope } from './scope.ts';
import { messageOf } from './timers.ts';

type Ctx = Base & Automations & CustomEvents & Runs;

/** A run that an event cancels (`step` null) or resumes. */
export type Change = { run: Run['id']; step: number | null };

const fits = (run: Run, { step }: Change): boolean =>
  step === null ? isOpen(run) : run.status === 'waiting' && run.step_index === step;

/** Whether a run that no longer matches was moved by this event, as its mark shows. */
async function isMarked(ctx: Runs, run: Run, { step }: Change, event: CustomEvent): Promise<boolean> {
  if (step === null) return run.cancelled_by === event.id;
  const open = await ctx.runs.open(run.id);
  return open?.records.some(({ index, output }) => index === step && output?.event === event.id) ?? false;
}

async function scopeFor(ctx: Ctx, run: Run, { step }: Change, definition: Definition): Promise<Scope> {
  if (step === null || !asksEvents(definition, step)) return noScope;
  const open = await ctx.runs.open(run.id);
  return readScope(ctx, run, open?.records ?? []);
}

/** A run's move after an event, with its rows written. Null if the event doesn't match. */
async function prepareMove(ctx: Ctx, run: Run, change: Change, event: CustomEvent) {
  const definition = await definitionOf(ctx, run);
  if (definition === null) throw new Error('a run without its definition');
  const scope = await scopeFor(ctx, run, change, definition);
  const { step } = change;
  const cancel = { kind: 'cancel', reason: 'cancel_event' } as const;
  const input: Input = step === null ? cancel : { kind: 'event', step, event };
  const moved = move(run, input, { definition, scope, now: ctx.runtime.now() });
  if (moved === null) return null;
  const after = afterMove(run, moved);
  await putRows(ctx, after);
  return { after, change: changeOf(run, moved, step === null ? event.id : null) };
}

/**
 * Moves a run by an event, once however often called. Returns the follow-up message, or null if another
 * event, the time, or a cancel was first. `known` is the run as it was read for the plan.
 */
export function moveByEvent(
  ctx: Ctx,
  event: CustomEvent,
  change: Change,
  known: Run | undefined,
): Promise<RunMessage | null> {
  let seen = known;
  return revise(ctx.runtime, async () => {
    const run = seen ?? (await ctx.runs.get(change.run));
    seen = undefined;
    if (run === null) return null;
    const from = change.step ?? run.step_index;
    if (!fits(run, change)) return (await isMarked(ctx, run, change, event)) ? messageOf(run, from) : null;
    const prepared = await prepareMove(ctx, run, change, event);
    if (prepared && (await ctx.runs.save(prepared.change))) return messageOf(prepared.after, from);
    return undefined;
  });
}
