import { notFound } from '../../core/errors.ts';
import type { StepRecord } from '../../core/records/runs.ts';
import { isId } from '../../core/runtime.ts';
import { definitionOf } from '../automations/get-automation.ts';
import type { Automations, Caller, CustomEvents, Runs } from '../context.ts';
import { type RunRecord, runRecord } from './run-record.ts';
import { waitedFor } from './scope.ts';

/** Shows the event that ended each wait, null once expired. */
async function withEvents(ctx: CustomEvents, records: StepRecord[]): Promise<StepRecord[]> {
  const ids = records.map(waitedFor).filter((id) => id !== null);
  if (ids.length === 0) return records;
  const found = await ctx.custom_events.find(ids);
  const byId = new Map(ids.map((id, i) => [id, found[i]]));
  return records.map((record) => {
    const id = waitedFor(record);
    return id === null ? record : { ...record, output: { ...record.output, event: byId.get(id) ?? null } };
  });
}

export type RunPath = { automation: string; id: string };

/** A run of this automation; 404 for any other. */
export async function findRun(ctx: Runs, { account }: Caller, { automation, id }: RunPath) {
  const found = isId('run', id) ? await ctx.runs.open(id) : null;
  const isOurs = found?.run.automation_id === automation && found.run.account === account.id;
  if (!found || !isOurs) throw notFound('Run');
  return found;
}

/** GET /automations/{id}/runs/{run_id}, strongly consistent. */
export async function getRun(
  ctx: Automations & CustomEvents & Runs,
  caller: Caller,
  path: RunPath,
): Promise<RunRecord> {
  const { run, records } = await findRun(ctx, caller, path);
  const [definition, shown] = await Promise.all([definitionOf(ctx, run), withEvents(ctx, records)]);
  if (definition === null) throw notFound('Run');
  return runRecord(run, definition, shown);
}
