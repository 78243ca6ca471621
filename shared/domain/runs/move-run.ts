import type { Account } from '../../core/records/accounts.ts';
import { isOpen, type Run, type StepRecord } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { definitionOf } from '../automations/get-automation.ts';
import type { Scope } from '../automations/references.ts';
import type { Base, CustomEvents } from '../context.ts';
import type { RunChange, RunMessage } from '../ports/runs.ts';
import { isOvertaken, Overtaken } from '../sending/submission.ts';
import { type Input, type Move, move } from './engine.ts';
import { type Following, follow } from './follow.ts';
import { type DefinedRun, putRows } from './rows.ts';

export type Moving = Following & CustomEvents;

export type OpenRun = DefinedRun & { records: StepRecord[] };

/** A run at a step, with the scope of its references. */
export type ScopedRun = DefinedRun & { scope: Scope };

/** Like `ScopedRun`, for a step with an effect. */
export type AtStep = ScopedRun & { account: Account };

/** A run's current state, read with strong consistency. Null if missing or expired. */
export async function openRun(ctx: Moving, id: Id<'run'>): Promise<OpenRun | null> {
  const found = await ctx.runs.open(id);
  if (found === null) return null;
  const definition = await definitionOf(ctx, found.run);
  if (definition === null) throw new Error('a run without its definition');
  return { ...found, definition };
}

export function afterMove(seen: Run, { run }: Move): Run {
  const { match: _match, ...rest } = seen;
  return { ...rest, ...run, moves: seen.moves + 1 };
}

/**
 * The move as it was stored. `cancelled_by` is the event that canceled the run. It is kept when a call ends
 * later.
 */
export const changeOf = (
  seen: Run,
  { run, ended }: Move,
  cancelled_by: Run['cancelled_by'] = seen.cancelled_by,
): RunChange => ({ seen, next: { ...run, cancelled_by }, ended });

/** A run's move for an input. Throws `Overtaken` if the run has moved on. */
export function moveOrThrow({ runtime }: Base, { run, definition, scope }: ScopedRun, input: Input): Move {
  const moved = move(run, input, { definition, scope, now: runtime.now() });
  if (moved === null) throw new Overtaken();
  return moved;
}

/** Advances a run for an input, stores the result, and sends the follow-up. Throws `Overtaken` if another move came first. */
export async function applyInput(ctx: Moving, at: ScopedRun, input: Input): Promise<void> {
  const { run } = at;
  const moved = moveOrThrow(ctx, at, input);
  await putRows(ctx, afterMove(run, moved));
  if (!(await ctx.runs.save(changeOf(run, moved)))) throw new Overtaken();
  await followMove(ctx, at, moved);
}

export async function followMove(ctx: Moving, { run, definition }: DefinedRun, moved: Move): Promise<void> {
  const next = afterMove(run, moved);
  logMove(ctx, run, next, moved);
  await follow(ctx, { run: next, definition }, { records: moved.ended, from: run.step_index });
}

function logMove(ctx: Moving, { step_index: step }: Run, next: Run, { ended }: Move): void {
  const email_id = ended.find(({ output }) => output?.email_id)?.output?.email_id;
  const { id: run_id, account, automation_id, status, tries, error } = next;
  const ids = { run_id, account, automation_id, email_id };
  ctx.log.info('run_moved', { ...ids, step, status, tries, code: error?.code });
}

/**
 * Stores a call's result. If its run was canceled meanwhile, the step keeps its real result and the run
 * stays canceled. Throws `Overtaken` if another move came first.
 */
export async function applyResult(ctx: Moving, at: ScopedRun, input: Input): Promise<void> {
  try {
    await applyInput(ctx, at, input);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const open = await openRun(ctx, at.run.id);
    if (open?.run.status !== 'cancelled') throw error;
    await applyInput(ctx, { ...open, scope: at.scope }, input);
  }
}

export const isAt = (run: Run, { step, tries }: RunMessage): boolean =>
  isOpen(run) && run.step_index === step && run.tries === tries;
