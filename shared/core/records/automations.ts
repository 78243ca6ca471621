import type { Id } from '../runtime.ts';
import type { Category, Tag } from './emails.ts';

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'greater_than',
  'less_than',
  'exists',
  'not_exists',
  'in',
] as const;
export type Operator = (typeof operators)[number];

/** A condition on one field, such as `event.data.plan`. */
export type Rule = { field: string; operator: Operator; value?: unknown };

type Trigger = { event: string; cancel_on_events: string[]; conditions: Rule[] };

/** `id`: the name of the step in `skip_to` of an earlier condition. */
type Titled = { name: string | null; id?: string | undefined };

export type SendEmailStep = Titled & {
  type: 'send_email';
  /** `addr` or `Name <addr>`; references in the name only. */
  from: string;
  to: string | string[];
  template?: { id: string; variables: Record<string, unknown> } | undefined;
  subject?: string | undefined;
  html?: string | undefined;
  text?: string | undefined;
  reply_to?: string | string[] | undefined;
  tags?: Tag[] | undefined;
  category?: Category | undefined;
  unsubscribe?: boolean | undefined;
  tenant?: string | undefined;
};

export type SendSmsStep = Titled & { type: 'send_sms'; to: string; text: string };

/** Waits for seconds, until an instant, or until clocks in a time zone show a time between two (`HH:MM`). */
export type DelayStep = Titled & {
  type: 'delay';
  seconds?: number | undefined;
  until?: string | undefined;
  offset_seconds?: number | undefined;
  between?: [string, string] | undefined;
  time_zone?: string | undefined;
};

export type WaitStep = Titled & {
  type: 'wait_for_event';
  event: string;
  timeout_seconds: number;
  on_timeout: 'continue' | 'end' | 'fail';
  match?: { field: string; equals: string | number | boolean } | undefined;
};

export type ConditionStep = Titled & {
  type: 'condition';
  all?: Rule[] | undefined;
  any?: Rule[] | undefined;
  /** The step at which the run goes on where the condition is false; without it the run ends. */
  skip_to?: string | undefined;
};

export type WebhookStep = Titled & {
  type: 'webhook';
  url: string;
  method: 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string> | undefined;
  body?: Record<string, unknown> | unknown[] | undefined;
};

export const stepTypes = [
  'send_email',
  'send_sms',
  'delay',
  'wait_for_event',
  'condition',
  'webhook',
] as const;

export type Step = SendEmailStep | SendSmsStep | DelayStep | WaitStep | ConditionStep | WebhookStep;

export type Definition = { trigger: Trigger; steps: Step[]; allow_reentry: Reentry };

/** Whether a person may enter again: always, never, or so long after the last time. */
type Reentry = boolean | { after_seconds: number };

/** An automation as it is stored: small, because it is updated. Its steps are in the body of its revision. */
export type Automation = {
  id: Id<'aut'>;
  account: Id<'acc'>;
  name: string;
  status: 'draft' | 'active' | 'paused';
  /** Activations of a changed definition so far. */
  version: number;
  /** Names the immutable body; every change of the definition makes a new one. */
  revision: string;
  place: 'item' | 'object';
  /** The digest of the definition: activating the same one again makes no new version. */
  digest: string;
  /** The definition and the revision that were activated last. */
  activated: { digest: string; revision: string } | null;
  event: string;
  created_at: string;
  updated_at: string;
  activated_at: string | null;
  /** Runs whose event was posted until then have no further effect: the last pause with cancel_runs; absent before the first. */
  cancelled_until?: string;
};

export type TemplateUser = { id: Id<'aut'>; name: string };

/** POST /events: something that happened to a person, or to no one in particular. */
export type CustomEvent = {
  id: Id<'ae'>;
  name: string;
  user_id: string | null;
  email: string | null;
  data: Record<string, unknown>;
  source: string;
  created_at: string;
  /** Number of webhook steps, one after another, that led to it; absent if none. */
  hops?: number;
};

/** An event with more hops starts nothing. */
export const max_hops = 20;

/** An event with the numbers that its request answered. */
export type PostedEvent = {
  event: CustomEvent;
  matched_automations: number;
  resumed_runs: number;
  cancelled_runs: number;
};
