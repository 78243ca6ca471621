import * as z from 'zod';
import { operators, stepTypes } from '../../core/records/automations.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import type { Counters } from '../context.ts';
import type { RunCounts, StepCounts } from '../ports/counters.ts';
import type { OpenAutomation } from './get-automation.ts';

export const automationStatuses = ['draft', 'active', 'paused'] as const;

const RuleRecord = z
  .object({ field: z.string(), operator: z.enum(operators), value: z.unknown().optional() })
  .meta({ id: 'AutomationRule' });

const fields = {
  id: z.string(),
  object: z.literal('automation'),
  name: z.string(),
  status: z.enum(automationStatuses),
  version: z.int(),
  trigger: z.object({
    event: z.string(),
    cancel_on_events: z.array(z.string()),
    conditions: z.array(RuleRecord),
  }),
  allow_reentry: z.union([z.boolean(), z.object({ after_seconds: z.int() })]),
  runs: z.object({
    running: z.int(),
    waiting: z.int(),
    completed: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  activated_at: Timestamp.nullable(),
};

/** The automation as lists show it (H32). */
export const AutomationSummary = z.object(fields).meta({ id: 'AutomationSummary' });
export type AutomationSummary = z.output<typeof AutomationSummary>;

const StepCountsRecord = z
  .object({
    open: z.int(),
    completed: z.int(),
    skipped: z.int(),
    failed: z.int(),
    condition_true: z.int().nullable(),
    condition_false: z.int().nullable(),
  })
  .meta({ id: 'AutomationStepCounts' });

export const AutomationRecord = z
  .object({
    ...fields,
    steps: z.array(z.looseObject({ type: z.enum(stepTypes), name: z.string().nullable() })),
    step_counts: z.array(StepCountsRecord).nullable(),
  })
  .meta({ id: 'Automation' });
export type AutomationRecord = z.output<typeof AutomationRecord>;

export const automationSummary = (
  { automation, definition }: OpenAutomation,
  runs: RunCounts,
): AutomationSummary =>
  pickFields(AutomationSummary, { ...automation, ...definition, object: 'automation', runs });

const countsRecord = (
  type: string,
  { open, c, t, f, s, e }: StepCounts,
): z.output<typeof StepCountsRecord> => {
  const isCondition = type === 'condition';
  const results = { condition_true: isCondition ? t : null, condition_false: isCondition ? f : null };
  return { open, completed: c + t + f, skipped: s, failed: e, ...results };
};

/** The counts of the version that was activated last, if its definition is still the current one. */
async function stepCounts(ctx: Counters, { automation, definition }: OpenAutomation) {
  const { id, version, digest, activated } = automation;
  if (activated?.digest !== digest) return null;
  const counts = await ctx.counters.readSteps({ id, version }, definition.steps.length);
  return definition.steps.map(({ type }, i) => countsRecord(type, counts[i] as StepCounts));
}

/** Includes the counts of its runs and their steps, up to a minute old. */
export async function automationRecord(ctx: Counters, open: OpenAutomation): Promise<AutomationRecord> {
  const [[runs], step_counts] = await Promise.all([
    ctx.counters.readRuns([open.automation.id]),
    stepCounts(ctx, open),
  ]);
  return { ...automationSummary(open, runs as RunCounts), steps: open.definition.steps, step_counts };
}
