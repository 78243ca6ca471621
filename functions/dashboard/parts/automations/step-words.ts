import { isObject } from '../../../../shared/core/json-path.ts';
import type { stepTypes } from '../../../../shared/core/records/automations.ts';
import type { IconName } from '../../assets/icons.ts';

export type StepType = (typeof stepTypes)[number];

/** An API step, not validated. The API validates it. */
export type StepDraft = Record<string, unknown> & { type: StepType };

export const stepKinds: Record<StepType, { label: string; icon: IconName; about: string }> = {
  send_email: { label: 'Send email', icon: 'mail', about: 'An email to the person in the event' },
  send_sms: { label: 'Send SMS', icon: 'message', about: 'A text message to a phone number' },
  delay: { label: 'Delay', icon: 'clock', about: 'For a while, or until a date or time of day' },
  wait_for_event: { label: 'Wait for event', icon: 'hourglass', about: 'Until an event or a timeout' },
  condition: { label: 'Condition', icon: 'split', about: 'Continue, jump to a later step, or end' },
  webhook: { label: 'Call webhook', icon: 'webhook', about: 'A request to your own server' },
};

/** Units of time, largest first. */
export const timeUnits = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** `1 day 2 hours`: the two largest units. */
export function durationText(seconds: number): string {
  const parts: string[] = [];
  let left = Math.round(seconds);
  for (const [unit, size] of timeUnits) {
    const n = Math.floor(left / size);
    left %= size;
    if (n > 0) parts.push(`${n} ${n === 1 ? unit.slice(0, -1) : unit}`);
  }
  return parts.slice(0, 2).join(' ') || '0 seconds';
}

export const operatorWords: Record<string, string> = {
  equals: 'equals',
  not_equals: 'doesn’t equal',
  contains: 'contains',
  not_contains: 'doesn’t contain',
  starts_with: 'starts with',
  greater_than: 'is greater than',
  less_than: 'is less than',
  exists: 'exists',
  not_exists: 'doesn’t exist',
  in: 'is one of',
};

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function ruleText(rule: unknown): string {
  const { field, operator, value } = isObject(rule) ? rule : {};
  const [, wait] = /^steps\.(\d{1,3})\.event\.name$/.exec(textOf(field)) ?? [];
  if (wait !== undefined && /^(not_)?exists$/.test(textOf(operator)))
    return `Step ${Number(wait) + 1}’s event ${operator === 'exists' ? 'arrived' : 'didn’t arrive'}`;
  return `${textOf(field)} ${operatorWords[String(operator)] ?? textOf(operator)} ${textOf(value)}`.trim();
}

function rulesText({ all, any }: StepDraft): string {
  const rules = [all ?? any].flat();
  const [first, ...rest] = rules;
  if (first === undefined) return 'No rules yet';
  return rest.length === 0 ? ruleText(first) : `${ruleText(first)} ${any ? 'or' : 'and'} ${rest.length} more`;
}

function delayText({ seconds, until, between, time_zone, offset_seconds: offset }: StepDraft): string {
  if (Array.isArray(between)) return `${between.join('–')}, ${textOf(time_zone)}`;
  if (until === undefined) return typeof seconds === 'number' ? durationText(seconds) : textOf(seconds);
  if (typeof offset !== 'number' || offset === 0) return `Until ${textOf(until)}`;
  return `Until ${durationText(Math.abs(offset))} ${offset < 0 ? 'before' : 'after'} ${textOf(until)}`;
}

/** What a step does, in one line. */
export function summaryOf(step: StepDraft): string {
  const { template, subject, to, event, timeout_seconds, method, url, text } = step;
  switch (step.type) {
    case 'send_email':
      if (typeof subject === 'string') return subject;
      return isObject(template) ? `Template ${textOf(template.id)}` : 'No content yet';
    case 'send_sms':
      return textOf(text) || textOf(to);
    case 'delay':
      return delayText(step) || 'No time yet';
    case 'wait_for_event':
      return `${textOf(event)}${typeof timeout_seconds === 'number' ? `, up to ${durationText(timeout_seconds)}` : ''}`;
    case 'condition':
      return rulesText(step);
    case 'webhook':
      return `${textOf(method) || 'POST'} ${textOf(url).replace(/^https?:\/\//, '')}`;
  }
}

export const titleOf = ({ name, type }: StepDraft): string =>
  typeof name === 'string' && name !== '' ? name : stepKinds[type].label;
