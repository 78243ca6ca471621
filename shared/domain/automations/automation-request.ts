import * as z from 'zod';
import type { Step } from '../../core/records/automations.ts';
import { adder } from '../../core/schemas.ts';
import { fieldAliases } from '../sending/field-aliases.ts';
import { checkConditions, checkSteps } from './check-references.ts';
import { EventName } from './event-request.ts';
import { RuleRequest } from './rule-request.ts';
import { StepRequest, Title } from './step-request.ts';

export const max_definition = 256 * 1024;

const Trigger = z
  .object({
    event: EventName,
    cancel_on_events: z
      .array(EventName)
      .transform((names) => [...new Set(names)])
      .refine((names) => names.length <= 10, {
        error: 'at most 10 different events',
        params: { rule: 'length' },
      })
      .nullish(),
    conditions: z
      .array(RuleRequest)
      .max(20)
      .superRefine((rules, context) => checkConditions(rules, adder(context)))
      .nullish(),
  })
  .transform(({ event, cancel_on_events: cancels, conditions }) => {
    return { event, cancel_on_events: cancels ?? [], conditions: conditions ?? [] };
  });

const Steps = z
  .array(StepRequest)
  .min(1)
  .max(50)
  .superRefine((steps, context) => checkSteps(steps as Step[], adder(context)));

/** Whether a person may enter again: always, never, or this many seconds after the last time. */
const Reentry = z.union([z.boolean(), z.object({ after_seconds: z.int().min(1).max(31_536_000) })], {
  error: 'must be true, false or {after_seconds}',
});

const fields = { name: Title, trigger: Trigger, steps: Steps, allow_reentry: Reentry };

/** POST /automations. */
export const CreateAutomation = z
  .object({ ...fields, allow_reentry: fields.allow_reentry.optional() })
  .meta({ id: 'AutomationRequest' });
export type CreateAutomation = z.output<typeof CreateAutomation>;

/** PATCH /automations/{id}: each field replaces the previous value as a whole. */
export const ChangeAutomation = z.object(fields).partial();
export type ChangeAutomation = z.output<typeof ChangeAutomation>;

/** POST /automations/{id}. Fields that the action doesn't use are ignored. */
export const AutomationAction = z
  .object({
    action: z.enum(['activate', 'pause', 'duplicate']),
    cancel_runs: z.boolean().optional(),
    name: Title.optional(),
  })
  .meta({ id: 'AutomationAction' });
export type AutomationAction = z.output<typeof AutomationAction>;

/** Fields that may contain line breaks. */
export const multilineAutomationFields = [
  'steps[].html',
  'steps[].htmlBody',
  'steps[].html_body',
  'steps[].text',
  'steps[].textBody',
  'steps[].text_body',
  'steps[].plain_body',
  'steps[].template.variables.*',
  'steps[].body.**',
] as const;

/** Includes fields that steps don't accept, so each of their names is refused. */
export const stepAliases = { each: { steps: fieldAliases } };
