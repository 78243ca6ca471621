import type { Definition } from '../../core/records/automations.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import type { Automations, Base, Publishing, Runs } from '../context.ts';
import { buildAutomationEvent } from '../events/automation-event.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { messageOf } from './messages.ts';
import { type Notice, noticesOf, stepTypeAt } from './notices.ts';

export type Following = Base & Automations & Runs & Publishing;

/** A run as it is stored, with what it does. */
export type DefinedRun = { run: Run; definition: Definition };

/** Publishes events of a run to the account's endpoints, those without tenants (E57); a repeated one has its first id (U39). */
async function publish(ctx: Following, { run, definition }: DefinedRun, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const { account, automation_id, id: run_id, event_name } = run;
  const automation = await ctx.automations.known(account, automation_id);
  if (automation === null) return;
  const events = notices.map(({ type, step_index, error, occurred_at }) => {
    const step_type = stepTypeAt(definition.steps, step_index);
    const progress = { automation_id, automation_name: automation.name, run_id, event_name };
    const data = { ...progress, step_index, step_type, error, occurred_at };
    return { event: buildAutomationEvent(type, data, ctx.runtime.now()), tenant: null, repeat: true };
  });
  await publishEvents(ctx, account, events);
}

/** What is published of a run from the end of the step `from` on, by the records of its steps from there. */
export const publishFrom = (
  ctx: Following,
  open: DefinedRun,
  { records, from }: { records: StepRecord[]; from: number },
): Promise<void> => publish(ctx, open, noticesOf(open.run, records, from));

/** Seconds until the next try of a step, or its first one. */
const delayOf = ({ runtime }: Base, { next_step_at }: Run): number =>
  next_step_at === null ? 0 : Math.max(0, Math.ceil((Date.parse(next_step_at) - runtime.now()) / 1000));

/** Queues the step that a run is at. */
export async function queueStep(ctx: Base & Runs, run: Run): Promise<void> {
  if (run.status === 'running') await ctx.run_queue.enqueue([messageOf(run)], delayOf(ctx, run));
}

/** What a stored move leaves to do; a message that finds the move done does it again (U17). */
export async function follow(
  ctx: Following,
  open: DefinedRun,
  ended: { records: StepRecord[]; from: number },
): Promise<void> {
  await Promise.all([publishFrom(ctx, open, ended), queueStep(ctx, open.run)]);
}
