import type { StepRecord } from '../../core/records/runs.ts';
import type { Automations, Base, Publishing, Runs } from '../context.ts';
import { buildAutomationEvent } from '../events/automation-event.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { stepAt } from './engine.ts';
import { type Notice, noticesOf } from './notices.ts';
import { type DefinedRun, rowsLeft } from './rows.ts';
import { dropTimers, queueStep } from './timers.ts';

export type Following = Base & Automations & Runs & Publishing;

/** Publishes a run's events to the account's endpoints without a tenants filter. Repeats have the same id. */
async function publish(ctx: Following, { run, definition }: DefinedRun, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const { account, automation_id, id: run_id, event_name } = run;
  const automation = await ctx.automations.known(account, automation_id);
  if (automation === null) return;
  const about = { automation_id, automation_name: automation.name, run_id, event_name };
  const events = notices.map(({ type, step_index, error, occurred_at }) => {
    const step_type = stepAt(definition, step_index).type;
    const data = { ...about, step_index, step_type, error, occurred_at };
    return { event: buildAutomationEvent(type, data), tenant: null, repeat: true };
  });
  await publishEvents(ctx, account, events);
}

type Ended = { records: StepRecord[]; from: number };

/** Follows up on ended steps: their events, rows, and timers. */
export async function followEnded(ctx: Following, open: DefinedRun, { records, from }: Ended): Promise<void> {
  await Promise.all([
    publish(ctx, open, noticesOf(open.run, records, from)),
    ctx.runs.dropRows(rowsLeft(open, records)),
    dropTimers(ctx, open.run, records),
  ]);
}

/** Follows up on a stored move. Runs again if a message finds the move already done. */
export async function follow(ctx: Following, open: DefinedRun, ended: Ended): Promise<void> {
  await Promise.all([followEnded(ctx, open, ended), queueStep(ctx, open.run)]);
}
