import { notFound } from '../../core/errors.ts';
import type { CustomEvent } from '../../core/records/automations.ts';
import type { Run, StepRecord } from '../../core/records/runs.ts';
import { isId } from '../../core/runtime.ts';
import type { Automations, Caller, CustomEvents, Runs } from '../context.ts';
import { type RunRecord, runRecord } from './run-record.ts';

const eventIdOf = ({ type, output }: StepRecord): string | null =>
  type === 'wait_for_event' && typeof output?.event === 'string' ? output.event : null;

/** Waits show the event that ended them, null once it has expired. */
async function withEvents(ctx: CustomEvents, records: StepRecord[]): Promise<StepRecord[]> {
  const ids = records.map(eventIdOf).filter((id) => id !== null);
  if (ids.length === 0) return records;
  const found = await ctx.custom_events.find(ids);
  const byId = new Map<string, CustomEvent | null>(ids.map((id, i) => [id, found[i] ?? null]));
  return records.map((record) => {
    const id = eventIdOf(record);
    return id === null ? record : { ...record, output: { ...record.output, event: byId.get(id) ?? null } };
  });
}

/** A run of this automation; 404 for every other one. */
export async function findRun(
  ctx: Runs,
  automation: { id: string; account: string },
  id: string,
): Promise<{ run: Run; records: StepRecord[] }> {
  const found = isId('run', id) ? await ctx.runs.open(id) : null;
  const isOurs = found?.run.automation_id === automation.id && found.run.account === automation.account;
  if (!found || !isOurs) throw notFound('Run');
  return found;
}

/** GET /automations/{id}/runs/{run_id}, strongly consistent (H35). */
export async function getRun(
  ctx: Automations & CustomEvents & Runs,
  caller: Caller,
  { automation, id }: { automation: string; id: string },
): Promise<RunRecord> {
  const { run, records } = await findRun(ctx, { id: automation, account: caller.account.id }, id);
  const { automation_id, account, revision, place } = run;
  const [definition, shown] = await Promise.all([
    ctx.automations.readDefinition({ id: automation_id, account, revision, place }),
    withEvents(ctx, records),
  ]);
  if (definition === null) throw notFound('Run');
  return runRecord(run, definition, shown);
}
