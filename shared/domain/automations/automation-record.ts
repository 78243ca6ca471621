import * as z from 'zod';
import { operators, stepTypes } from '../../core/records/automations.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import type { Counters } from '../context.ts';
import type { RunCounts } from '../ports/counters.ts';
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

export const AutomationRecord = z
  .object({
    ...fields,
    steps: z.array(z.looseObject({ type: z.enum(stepTypes), name: z.string().nullable() })),
  })
  .meta({ id: 'Automation' });
export type AutomationRecord = z.output<typeof AutomationRecord>;

export const automationSummary = (
  { automation, definition }: OpenAutomation,
  runs: RunCounts,
): AutomationSummary =>
  pickFields(AutomationSummary, { ...automation, ...definition, object: 'automation', runs });

/** Includes its run counts, up to a minute old. */
export async function automationRecord(ctx: Counters, open: OpenAutomation): Promise<AutomationRecord> {
  const [runs] = await ctx.counters.readRuns([open.automation.id]);
  return { ...automationSummary(open, runs as RunCounts), steps: open.definition.steps };
}
