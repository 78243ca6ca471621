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

/** An earlier condition can refer to this `id` in `skip_to`. */
type Titled = { name: string | null; id?: string | undefined };

export type SendEmailStep = Titled & {
  type: 'send_email';
  /** `addr` or `Name <addr>`. Only the name can include references. */
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

/** Waits for seconds, until an instant, or until local time in a zone is within a window (`HH:MM`). */
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
  /** The step where the run continues if the condition is false. Without it, the run ends. */
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

/** Whether a person may enter again: always, never, or after a number of seconds. */
type Reentry = boolean | { after_seconds: number };

/** A stored automation. It is updated often and kept small: the revision's body has the steps. */
export type Automation = {
  id: Id<'aut'>;
  account: Id<'acc'>;
  name: string;
  status: 'draft' | 'active' | 'paused';
  /** Number of times a changed definition was activated. */
  version: number;
  /** Names the immutable body. Every change to the definition makes a new revision. */
  revision: string;
  place: 'item' | 'object';
  /** The definition's digest, so reactivating the same one makes no new version. */
  digest: string;
  /** The definition and revision activated last. */
  activated: { digest: string; revision: string } | null;
  event: string;
  created_at: string;
  updated_at: string;
  activated_at: string | null;
  /** Runs whose event was posted before this have no further effect. Set by the last pause with cancel_runs. */
  cancelled_until?: string;
};

export type TemplateUser = { id: Id<'aut'>; name: string };

/** An event from POST /events. It may be about a person, but doesn't have to be. */
export type CustomEvent = {
  id: Id<'ae'>;
  name: string;
  user_id: string | null;
  email: string | null;
  data: Record<string, unknown>;
  source: string;
  created_at: string;
  /** Consecutive webhook steps that led to this event. Absent if there were none. */
  hops?: number;
};

/** An event with more hops starts no run. */
export const max_hops = 20;

/** An event with the counts its request returned. */
export type PostedEvent = {
  event: CustomEvent;
  matched_automations: number;
  resumed_runs: number;
  cancelled_runs: number;
};
