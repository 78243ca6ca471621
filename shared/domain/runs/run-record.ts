import * as z from 'zod';
import { type Definition, stepTypes } from '../../core/records/automations.ts';
import { endedReasons, type Run, runStatuses, type StepRecord } from '../../core/records/runs.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import { EventRecord } from '../automations/event-record.ts';

const RunErrorRecord = z.object({ message: z.string(), code: z.string(), step_index: z.int() });

const fields = {
  id: z.string(),
  object: z.literal('automation_run'),
  automation_id: z.string(),
  version: z.int(),
  status: z.enum(runStatuses),
  event_id: z.string(),
  event_name: z.string(),
  email: z.string().nullable(),
  user_id: z.string().nullable(),
  step_index: z.int(),
  next_step_at: Timestamp.nullable(),
  waiting_for: z.string().nullable(),
  ended_reason: z.enum(endedReasons).nullable(),
  error: RunErrorRecord.nullable(),
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
};

/** The run of H35 as lists show it. */
export const RunSummary = z.object(fields).meta({ id: 'AutomationRunSummary' });
export type RunSummary = z.output<typeof RunSummary>;

const stepStatuses = ['pending', 'running', 'waiting', 'completed', 'skipped', 'failed'] as const;

const RunStep = z.object({
  index: z.int(),
  type: z.enum(stepTypes),
  name: z.string().nullable(),
  status: z.enum(stepStatuses),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  output: z.record(z.string(), z.unknown()).nullable(),
});
export const RunRecord = z.object({ ...fields, steps: z.array(RunStep) }).meta({ id: 'AutomationRun' });
export type RunRecord = z.output<typeof RunRecord>;

type RunFields = Omit<RunSummary, 'object'> & Pick<Run, 'step_started_at'>;

export const runSummary = (run: RunFields): RunSummary =>
  pickFields(RunSummary, { ...run, object: 'automation_run' });

/** A step's state: ended, current, or still to come. */
function stateOf(run: RunFields, index: number, ended: StepRecord | undefined) {
  if (ended) {
    const { status, started_at, completed_at, output } = ended;
    return { status, started_at, completed_at, output };
  }
  const { step_index, status, step_started_at: started_at } = run;
  const still = { completed_at: null, output: null };
  if (index === step_index && (status === 'running' || status === 'waiting'))
    return { status, started_at, ...still };
  return { status: 'pending' as const, started_at: null, ...still };
}

export function runRecord(run: RunFields, definition: Definition, records: StepRecord[]): RunRecord {
  const byIndex = new Map(records.map((record) => [record.index, record]));
  const steps = definition.steps.map(({ type, name }, index) => ({
    index,
    type,
    name,
    ...stateOf(run, index, byIndex.get(index)),
  }));
  return { ...runSummary(run), steps };
}

/** Whether a dry run's event would start the automation, with one result per trigger condition. */
const DryTrigger = z
  .object({ matches: z.boolean(), event_matches: z.boolean(), conditions: z.array(z.boolean()) })
  .meta({ id: 'DryTrigger' });
export type DryTrigger = z.output<typeof DryTrigger>;

/** The response to an event posted with `dry_run`, without ids because nothing is stored. */
export const DryRunAnswer = z.object({
  trigger: DryTrigger,
  event: EventRecord.extend({ id: z.null() }).meta({ id: 'DryEvent' }),
  run: RunRecord.extend({ id: z.null(), event_id: z.null() }).meta({ id: 'DryRun' }),
});
