import type { Run, StepRecord } from '../../core/records/runs.ts';
import type { Scope } from '../automations/references.ts';
import type { CustomEvents } from '../context.ts';
import type { RunMessage } from '../ports/runs.ts';
import { Overtaken } from '../sending/submission.ts';
import { type Input, isOpen, type Move, move } from './engine.ts';
import { type DefinedRun, type Following, follow } from './follow.ts';
import { putRows } from './rows.ts';

export type Moving = Following & CustomEvents;

/** A run with all that is stored of it. */
export type OpenRun = DefinedRun & { records: StepRecord[] };

/** A run as it is now, strongly consistent; null: there is none, or it has expired. */
export async function openRun(ctx: Moving, id: string): Promise<OpenRun | null> {
  const found = await ctx.runs.open(id);
  if (found === null) return null;
  const { automation_id, account, revision, place } = found.run;
  const definition = await ctx.automations.readDefinition({ id: automation_id, account, revision, place });
  if (definition === null) throw new Error('a run without its definition');
  return { ...found, definition };
}

/** The run as it is after a move that was stored. */
export function afterMove(seen: Run, { run }: Move): Run {
  const { match: _match, ...rest } = seen;
  return { ...rest, ...run, moves: seen.moves + 1 };
}

/** Stores what an input makes of a run, and does what follows; throws `Overtaken` when another move came first. */
export async function applyInput(
  ctx: Moving,
  at: DefinedRun & { scope: Scope },
  input: Input,
): Promise<void> {
  const { run, definition, scope } = at;
  const moved = move(run, input, { definition, scope, now: ctx.runtime.now() });
  if (moved === null) throw new Overtaken();
  const next = { ...moved.run, cancelled_by: null };
  await putRows(ctx, afterMove(run, moved));
  if (!(await ctx.runs.save({ seen: run, next, ended: moved.ended }))) throw new Overtaken();
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

/** Whether a run is at the step and the try that a message is about. */
export const isAt = (run: Run, { step, tries }: RunMessage): boolean =>
  isOpen(run) && run.step_index === step && run.tries === tries;
