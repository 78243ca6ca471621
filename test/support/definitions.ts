import { type Issue, isAppError } from '../../shared/core/errors.ts';
import { findUnfit } from '../../shared/core/json-body.ts';
import {
  CreateAutomation,
  multilineAutomationFields,
  stepAliases,
} from '../../shared/domain/automations/automation-request.ts';
import { foldAliases } from '../../shared/http/aliases.ts';
import { parseOrRefuse } from '../../shared/http/parse.ts';

export type Json = Record<string, unknown>;

export const email = { type: 'send_email', from: 'Shop <a@shop.example>', subject: 'Hello', text: 'Hi' };
export const wait = { type: 'wait_for_event', event: 'order.paid', timeout_seconds: 60 };
export const rule = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
export const call = { type: 'webhook', url: 'https://api.shop.example/x' };
export const delay = { type: 'delay', seconds: 60 };
export const window = { type: 'delay', between: ['08:00', '20:00'], time_zone: 'Europe/Zurich' };
export const either = { type: 'condition', any: [rule] };
export const sms = { type: 'send_sms', to: '{{event.data.phone}}', text: 'Hi' };

export const body = (change: Json = {}, ...steps: Json[]): Json => ({
  name: 'Welcome',
  trigger: { event: 'signup' },
  steps: steps.length > 0 ? steps : [email],
  ...change,
});

export const onTrigger = (trigger: Json) => body({ trigger: { event: 'signup', ...trigger } });

/** The definition as the route parses it, or its issues. */
function read(given: Json): { automation: CreateAutomation } | { issues: Issue[] } {
  try {
    const controls = findUnfit(given, multilineAutomationFields);
    const folded = foldAliases(given, stepAliases);
    return { automation: parseOrRefuse(CreateAutomation, folded.body, [...controls, ...folded.issues]) };
  } catch (error) {
    if (isAppError(error)) return { issues: error.details?.issues as Issue[] };
    throw error;
  }
}

export const issuesOf = (given: Json) => {
  const answer = read(given);
  return 'issues' in answer ? answer.issues.map(({ path, rule: kind }) => [path, kind]) : [];
};

export const accepted = (given: Json): CreateAutomation => {
  const answer = read(given);
  if ('issues' in answer) throw new Error(JSON.stringify(answer.issues));
  return answer.automation;
};

export const steps = (change: Json, ...before: Json[]) => body({}, ...before, change);
