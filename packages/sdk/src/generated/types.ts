// Made from docs/openapi.json by `npm run generate`. Do not change by hand.

import type { List } from '../list.ts';
import type { CallOptions, KeyedOptions, SendAttachment } from '../types.ts';

export type Email = {
  /** The email's id, `msg_…`. */
  id: string;
  /** The sender, as in the request. */
  from: string;
  /** The `To` recipients. */
  to: string[];
  /** The `Cc` recipients. */
  cc: string[];
  /** The `Bcc` recipients. */
  bcc: string[];
  /** Where replies go. */
  reply_to: string[];
  /** The subject as sent, with placeholders filled in. */
  subject: string;
  /** The delivery status. `delivered` means at least one recipient's mailbox provider accepted it. */
  status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
  /** The most significant event so far, such as `opened` or `complained`. */
  last_event: string;
  /** The receiving server's own words, up to 1,000 characters. Null if nothing bounced. */
  bounce_reason: string | null;
  /** The email's tags. */
  tags: {
    /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
    name: string;
    /** Up to 256 printable characters. */
    value: string;
  }[];
  /** The attached files, without their content. Empty for emails accepted before release 0.2. */
  attachments: {
    /** The file name. */
    name: string;
    /** The MIME type. */
    content_type: string;
    /** The size in bytes. */
    size: number;
  }[];
  /** The category that recipients can unsubscribe from. Unsubscribing from `transactional` suppresses the address. */
  category: "transactional" | "product" | "newsletter";
  /** The alias of the template it uses. Null if it doesn't use one. */
  template: string | null;
  /** The `Message-ID` header that Amazon SES set. Null until SES accepts the email. */
  message_id: string | null;
  /** The `Message-ID` that you set, over SMTP or in `headers`. It is sent in `References`, so replies include it. */
  original_message_id: string | null;
  /** For a resend, the original email, `msg_…`. Null otherwise. */
  resent_from: string | null;
  /** How it was created: by an API request, SMTP, an automation, a resend, or the dashboard. */
  source: "api" | "smtp" | "automation" | "resend" | "dashboard";
  /** Why it failed. Null if it didn't. */
  failure_reason: string | null;
  /** When it is scheduled to be sent. Null if it wasn't scheduled. */
  scheduled_at: string | null;
  /** When it was canceled. Null if it wasn't. */
  cancelled_at: string | null;
  /** When Amazon SES accepted it. Null until then. */
  sent_at: string | null;
  /** When the first recipient's mailbox provider accepted it. Null until then. */
  delivered_at: string | null;
  /** When the first recipient bounced. Null if none did. */
  bounced_at: string | null;
  /** When it failed. Null if it didn't. */
  failed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** The tenant it was sent for, by `external_id`. Absent for the account's own email. Null once the tenant is deleted. */
  tenant?: string | null;
};

export type EmailWithContent = {
  /** The email's id, `msg_…`. */
  id: string;
  /** The sender, as in the request. */
  from: string;
  /** The `To` recipients. */
  to: string[];
  /** The `Cc` recipients. */
  cc: string[];
  /** The `Bcc` recipients. */
  bcc: string[];
  /** Where replies go. */
  reply_to: string[];
  /** The subject as sent, with placeholders filled in. */
  subject: string;
  /** The delivery status. `delivered` means at least one recipient's mailbox provider accepted it. */
  status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
  /** The most significant event so far, such as `opened` or `complained`. */
  last_event: string;
  /** The receiving server's own words, up to 1,000 characters. Null if nothing bounced. */
  bounce_reason: string | null;
  /** The email's tags. */
  tags: {
    /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
    name: string;
    /** Up to 256 printable characters. */
    value: string;
  }[];
  /** The attached files, without their content. Empty for emails accepted before release 0.2. */
  attachments: {
    /** The file name. */
    name: string;
    /** The MIME type. */
    content_type: string;
    /** The size in bytes. */
    size: number;
  }[];
  /** The category that recipients can unsubscribe from. Unsubscribing from `transactional` suppresses the address. */
  category: "transactional" | "product" | "newsletter";
  /** The alias of the template it uses. Null if it doesn't use one. */
  template: string | null;
  /** The `Message-ID` header that Amazon SES set. Null until SES accepts the email. */
  message_id: string | null;
  /** The `Message-ID` that you set, over SMTP or in `headers`. It is sent in `References`, so replies include it. */
  original_message_id: string | null;
  /** For a resend, the original email, `msg_…`. Null otherwise. */
  resent_from: string | null;
  /** How it was created: by an API request, SMTP, an automation, a resend, or the dashboard. */
  source: "api" | "smtp" | "automation" | "resend" | "dashboard";
  /** Why it failed. Null if it didn't. */
  failure_reason: string | null;
  /** When it is scheduled to be sent. Null if it wasn't scheduled. */
  scheduled_at: string | null;
  /** When it was canceled. Null if it wasn't. */
  cancelled_at: string | null;
  /** When Amazon SES accepted it. Null until then. */
  sent_at: string | null;
  /** When the first recipient's mailbox provider accepted it. Null until then. */
  delivered_at: string | null;
  /** When the first recipient bounced. Null if none did. */
  bounced_at: string | null;
  /** When it failed. Null if it didn't. */
  failed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** The tenant it was sent for, by `external_id`. Absent for the account's own email. Null once the tenant is deleted. */
  tenant?: string | null;
  /** With `include=content`: the HTML as sent. Null if there is none, or after it expires. */
  html?: string | null;
  /** With `include=content`: the plain text as sent. Null if there is none, or after it expires. */
  text?: string | null;
  /** Present and true when `html` and `text` together exceed 4 MB. Each is cut to about 2 MB. */
  truncated?: boolean;
};

export type EmailEvent = {
  /** The event's id, `evt_…`. Its webhook event has the same id. */
  id: string;
  /** What happened. Some types, such as `email.queued`, aren't sent to webhooks. */
  type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing" | "email.queued" | "email.cancelled" | "email.rescheduled" | "email.unsubscribed";
  /** The address it is about. Null if it is about the whole email. */
  recipient: string | null;
  /** When it happened. */
  occurred_at: string;
  /** The details of this type of event, as in the webhook's `data`. */
  data: Record<string, unknown>;
};

export type Recipient = {
  /** The recipient's address, without a display name. */
  email: string;
  /** Which field the address was in. */
  kind: "to" | "cc" | "bcc";
  /** The delivery status for this recipient. */
  status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
  /** The most significant event for this recipient so far. */
  last_event: string;
  /** `hard`, `soft`, or `block`. Null if delivery didn't fail. */
  bounce_type: string | null;
  /** Why delivery failed, in the receiving server's own words. Null if it didn't. */
  bounce_reason: string | null;
  /** When the mailbox provider accepted it. Null until then. */
  delivered_at: string | null;
  /** When a person, not a machine, first opened it. Null if no one did, or if the email has several recipients. */
  opened_at: string | null;
  /** When a person, not a machine, first clicked a link. Null if no one did, or if the email has several recipients. */
  clicked_at: string | null;
  /** How often people opened it. Machines aren't counted. */
  opens: number;
  /** How often people clicked its links. Machines aren't counted. */
  clicks: number;
};

export type Attachment = {
  /** The file's id, `att_…`. Use it as `attachments[].id` for 24 hours. */
  id: string;
  /** The file name. */
  name: string;
  /** The MIME type. Send exactly this with the upload. */
  content_type: string;
  /** The size in bytes. */
  size: number;
  /** `PUT` the bytes here with the headers `Content-Type: <content_type>` and `If-None-Match: *`. Only the first upload counts. */
  upload_url: string;
  /** When `upload_url` stops working, an hour after it was made. */
  expires_at: string;
};

export type Template = {
  /** The template's id, `tpl_…`. */
  id: string;
  /** The object type. */
  object: "template";
  /** The name that emails use to refer to it. Unique in the account. */
  alias: string;
  /** The name shown in the dashboard. */
  name: string;
  /** The subject, with placeholders such as `{{name}}`. */
  subject: string;
  /** The default category of emails that use it. */
  category: "transactional" | "product" | "newsletter";
  /** Whether emails that use it have one-click unsubscribe by default. */
  unsubscribe_enabled: boolean;
  /** `draft` until the first publish and after an unpublish. */
  status: "draft" | "published";
  /** Whether emails can use it. */
  published: boolean;
  /** The placeholders in `subject`, `html`, and `text`. */
  variables: string[];
  /** Default values for placeholders. */
  defaults: Record<string, string>;
  /** How many times it has been published. */
  version: number;
  /** Whether the draft has changes that aren't published. */
  has_unpublished_changes: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it was last published. Null if it never was. */
  published_at: string | null;
  /** Sample values for placeholders. Used only in previews and test emails. */
  samples: Record<string, string>;
  /** The HTML body, with placeholders. Null if there is none. */
  html: string | null;
  /** The plain-text body, with placeholders. Null if there is none. */
  text: string | null;
  /** Likely mistakes in `html` and `text`, such as an encoded placeholder that is never filled in. */
  warnings: string[];
};

export type TemplateSummary = {
  /** The template's id, `tpl_…`. */
  id: string;
  /** The object type. */
  object: "template";
  /** The name that emails use to refer to it. Unique in the account. */
  alias: string;
  /** The name shown in the dashboard. */
  name: string;
  /** The subject, with placeholders such as `{{name}}`. */
  subject: string;
  /** The default category of emails that use it. */
  category: "transactional" | "product" | "newsletter";
  /** Whether emails that use it have one-click unsubscribe by default. */
  unsubscribe_enabled: boolean;
  /** `draft` until the first publish and after an unpublish. */
  status: "draft" | "published";
  /** Whether emails can use it. */
  published: boolean;
  /** The placeholders in `subject`, `html`, and `text`. */
  variables: string[];
  /** Default values for placeholders. */
  defaults: Record<string, string>;
  /** How many times it has been published. */
  version: number;
  /** Whether the draft has changes that aren't published. */
  has_unpublished_changes: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it was last published. Null if it never was. */
  published_at: string | null;
};

export type TemplatePreview = {
  /** The filled-in subject. */
  subject: string;
  /** The filled-in HTML. Null if there is no HTML body. */
  html: string | null;
  /** The filled-in plain text. Null if there is no text body. */
  text: string | null;
  /** Placeholders without a value. A send with the same variables is rejected. */
  missing_variables: string[];
  /** Variables in the request that the template doesn't use. */
  unused_variables: string[];
};

export type Automation = {
  /** The automation's id, `aut_…`. */
  id: string;
  /** The object type. */
  object: "automation";
  /** The name shown in the dashboard and in webhooks. */
  name: string;
  /** Only `active` automations start runs. */
  status: "draft" | "active" | "paused";
  /** Increases each time you activate the automation with changes. Starts at 0. */
  version: number;
  /** Which events start a run. */
  trigger: {
    /** The name of the event that starts a run. */
    event: string;
    /** Events that cancel the same person's open runs. */
    cancel_on_events: string[];
    /** Conditions on the event. All must be true. */
    conditions: AutomationRule[];
  };
  /** Whether the same person can start more than one run, or the minimum time between runs. */
  allow_reentry: boolean | {
    /** Seconds from the start of the last run until the same person can start another. */
    after_seconds: number;
  };
  /** Run counts by status, up to a minute old. */
  runs: {
    /** Runs executing a step. */
    running: number;
    /** Runs that are in a delay or waiting for an event. */
    waiting: number;
    /** Runs that finished. */
    completed: number;
    /** Runs that stopped because of an error. */
    failed: number;
    /** Runs that were canceled. */
    cancelled: number;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it was last activated. Null if it never was. */
  activated_at: string | null;
  /** The steps in order, as in the request, with defaults filled in. */
  steps: {
    /** The step type. */
    type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
    /** The step's name. Null if it has none. */
    name: string | null;
  }[];
  /** Counts for this version's runs at each step since release 0.3, up to a minute old. Null if the automation was never activated or has changed since. */
  step_counts: AutomationStepCounts[] | null;
};

export type AutomationRule = {
  /** The field to compare, such as `event.data.plan`. */
  field: string;
  /** The comparison operator. */
  operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
  /** The value to compare with. Absent for `exists` and `not_exists`. */
  value?: unknown;
};

export type AutomationStepCounts = {
  /** Runs at this step now. */
  open: number;
  /** How many times the step completed. */
  completed: number;
  /** How many times the step was skipped because a recipient is suppressed or opted out, or the run was canceled. */
  skipped: number;
  /** How many times the step failed. */
  failed: number;
  /** How often a condition was true. Null for other steps. */
  condition_true: number | null;
  /** How often a condition was false. Null for other steps. */
  condition_false: number | null;
};

export type AutomationCondition = {
  /** The field to compare: `event.email`, `event.data.<key>`, or, for an event that step n waited for, `steps.<n>.event.data.<key>`. */
  field: string;
  /** The comparison operator. A missing field counts as null. */
  operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
  /** The value to compare with. A list for `in`. Omit it for `exists` and `not_exists`. Can include references. */
  value?: unknown;
};

export type AutomationStep = SendEmailStep | SendSmsStep | DelayStep | WaitForEventStep | ConditionStep | WebhookStep;

export type SendEmailStep = {
  /** The step type. */
  type: "send_email";
  /** A name for the step, shown in its runs. Up to 100 characters. */
  name?: string | null;
  /** An id for `skip_to` to refer to. 1 to 64 letters, digits, `_`, or `-`. */
  id?: string;
  /** The sender, as in `POST /emails`. Only the display name can include references. */
  from: string | {
    /** The sender's address, without references. */
    email: string;
    /** The display name, up to 200 characters. Can include references. */
    name?: string | null;
  };
  /** One address or up to 10. Can include references. Default `{{event.email}}`. */
  to?: string | string[];
  /** Sends a published template instead of `html` and `text`. */
  template?: {
    /** The template's alias, or its `tpl_…` id. */
    id: string;
    /** Values for the template's placeholders, up to 100. Can include references, such as `{{event.data.name}}`. */
    variables?: Record<string, string | number | boolean | null> | null;
  };
  /** Up to 998 characters. Required if there is no template. Can include references. */
  subject?: string;
  /** The HTML body, up to 262,144 characters. References are escaped when filled in. */
  html?: string;
  /** The plain-text body, up to 262,144 characters. Derived from `html` when absent. */
  text?: string;
  /** Where replies go: one address or up to 10. */
  reply_to?: string | string[];
  /** Up to 10 labels for the email, as a list or an object. */
  tags?: {
    /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
    name: string;
    /** Up to 2,000 characters here, cut to 256 once references are filled in. */
    value: string;
  }[];
  /** The email's category. Recipients can unsubscribe from each category separately. Default `transactional`, or the template's category. */
  category?: "transactional" | "product" | "newsletter";
  /** Adds one-click unsubscribe headers and fills in `{{unsubscribe_url}}`. */
  unsubscribe?: boolean;
  /** The tenant to send for, by `external_id` or `ten_…` id. Can include references. */
  tenant?: string;
};

export type SendSmsStep = {
  /** The step type. */
  type: "send_sms";
  /** A name for the step, shown in its runs. Up to 100 characters. */
  name?: string | null;
  /** An id for `skip_to` to refer to. 1 to 64 letters, digits, `_`, or `-`. */
  id?: string;
  /** One phone number, such as +41791234567, or a reference to one. */
  to: string;
  /** The message, up to 1,600 bytes once references are filled in. */
  text: string;
};

export type DelayStep = {
  /** The step type. */
  type: "delay";
  /** A name for the step, shown in its runs. Up to 100 characters. */
  name?: string | null;
  /** An id for `skip_to` to refer to. 1 to 64 letters, digits, `_`, or `-`. */
  id?: string;
  /** How many seconds to wait, up to 31,536,000 (365 days). Pass one of `seconds`, `until`, or `between`. */
  seconds?: number;
  /** When to continue, as an ISO 8601 time or a reference such as `{{event.data.trial_ends_at}}`. */
  until?: string;
  /** Seconds to add to `until`. Negative for earlier. */
  offset_seconds?: number;
  /** Continues only between these two times of day, such as `["08:00", "20:00"]`. The range can cross midnight. */
  between?: [string, string];
  /** The time zone for `between`, such as `Europe/Zurich`, or a reference. */
  time_zone?: string;
};

export type WaitForEventStep = {
  /** The step type. */
  type: "wait_for_event";
  /** A name for the step, shown in its runs. Up to 100 characters. */
  name?: string | null;
  /** An id for `skip_to` to refer to. 1 to 64 letters, digits, `_`, or `-`. */
  id?: string;
  /** The name of the event to wait for. Events posted before the wait began don't count. */
  event: string;
  /** How many seconds to wait for the event, up to 31,536,000 (365 days). */
  timeout_seconds: number;
  /** What to do if the event doesn't arrive in time: complete the run (`end`, the default), continue, or fail the run. */
  on_timeout?: "continue" | "end" | "fail";
  /** Waits only for an event with this value. */
  match?: {
    /** The event field to check: `email`, `user_id`, or `data.<key>`. */
    field: string;
    /** The value that the field must have. Can include references. */
    equals: string | number | boolean;
  };
};

export type ConditionStep = {
  /** The step type. */
  type: "condition";
  /** A name for the step, shown in its runs. Up to 100 characters. */
  name?: string | null;
  /** An id for `skip_to` to refer to. 1 to 64 letters, digits, `_`, or `-`. */
  id?: string;
  /** 1 to 20 conditions that must all be true. Pass `all` or `any`. */
  all?: AutomationCondition[];
  /** 1 to 20 conditions. At least one must be true. Pass `all` or `any`. */
  any?: AutomationCondition[];
  /** The `id` of a later step to continue at when the condition is false. Without it, the run ends. */
  skip_to?: string;
};

export type WebhookStep = {
  /** The step type. */
  type: "webhook";
  /** A name for the step, shown in its runs. Up to 100 characters. */
  name?: string | null;
  /** An id for `skip_to` to refer to. 1 to 64 letters, digits, `_`, or `-`. */
  id?: string;
  /** The URL to send the request to. References are allowed only after the host. */
  url: string;
  /** The HTTP method. Default `POST`. */
  method?: "POST" | "PUT" | "PATCH";
  /** Up to 20 headers to send. Can include references. */
  headers?: Record<string, string>;
  /** The JSON to send, with references filled in. By default, describes the run and its event. */
  body?: Record<string, unknown> | unknown[];
};

export type AutomationSummary = {
  /** The automation's id, `aut_…`. */
  id: string;
  /** The object type. */
  object: "automation";
  /** The name shown in the dashboard and in webhooks. */
  name: string;
  /** Only `active` automations start runs. */
  status: "draft" | "active" | "paused";
  /** Increases each time you activate the automation with changes. Starts at 0. */
  version: number;
  /** Which events start a run. */
  trigger: {
    /** The name of the event that starts a run. */
    event: string;
    /** Events that cancel the same person's open runs. */
    cancel_on_events: string[];
    /** Conditions on the event. All must be true. */
    conditions: AutomationRule[];
  };
  /** Whether the same person can start more than one run, or the minimum time between runs. */
  allow_reentry: boolean | {
    /** Seconds from the start of the last run until the same person can start another. */
    after_seconds: number;
  };
  /** Run counts by status, up to a minute old. */
  runs: {
    /** Runs executing a step. */
    running: number;
    /** Runs that are in a delay or waiting for an event. */
    waiting: number;
    /** Runs that finished. */
    completed: number;
    /** Runs that stopped because of an error. */
    failed: number;
    /** Runs that were canceled. */
    cancelled: number;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it was last activated. Null if it never was. */
  activated_at: string | null;
};

export type AutomationRunSummary = {
  /** The run's id, `run_…`. */
  id: string;
  /** The object type. */
  object: "automation_run";
  /** The automation, `aut_…`. */
  automation_id: string;
  /** The automation version that the run uses from start to end. */
  version: number;
  /** The run's status. `waiting` means it is in a delay or waiting for an event. */
  status: "running" | "waiting" | "completed" | "failed" | "cancelled";
  /** The event that started it, `ae_…`. */
  event_id: string;
  /** The name of the event that started it. */
  event_name: string;
  /** The person's address. Null if the event didn't include one. */
  email: string | null;
  /** Your own id for the person. Null if the event didn't include one. */
  user_id: string | null;
  /** The index of the current step, from 0. After the run ends, the index of the last step that started. */
  step_index: number;
  /** When the current delay, wait, or retry pause ends. Null otherwise. */
  next_step_at: string | null;
  /** The name of the event it is waiting for. Null if it isn't waiting for one. */
  waiting_for: string | null;
  /** Why it ended. Null until then. */
  ended_reason: "finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error" | null;
  /** Why it failed. Null if it didn't. */
  error: {
    /** What went wrong. Includes field names, but never their values. */
    message: string;
    /** A stable code, such as `validation_error`. */
    code: string;
    /** The step that failed, from 0. */
    step_index: number;
  } | null;
  /** When it started. */
  started_at: string;
  /** When it ended. Null until then. */
  completed_at: string | null;
};

export type AutomationRun = {
  /** The run's id, `run_…`. */
  id: string;
  /** The object type. */
  object: "automation_run";
  /** The automation, `aut_…`. */
  automation_id: string;
  /** The automation version that the run uses from start to end. */
  version: number;
  /** The run's status. `waiting` means it is in a delay or waiting for an event. */
  status: "running" | "waiting" | "completed" | "failed" | "cancelled";
  /** The event that started it, `ae_…`. */
  event_id: string;
  /** The name of the event that started it. */
  event_name: string;
  /** The person's address. Null if the event didn't include one. */
  email: string | null;
  /** Your own id for the person. Null if the event didn't include one. */
  user_id: string | null;
  /** The index of the current step, from 0. After the run ends, the index of the last step that started. */
  step_index: number;
  /** When the current delay, wait, or retry pause ends. Null otherwise. */
  next_step_at: string | null;
  /** The name of the event it is waiting for. Null if it isn't waiting for one. */
  waiting_for: string | null;
  /** Why it ended. Null until then. */
  ended_reason: "finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error" | null;
  /** Why it failed. Null if it didn't. */
  error: {
    /** What went wrong. Includes field names, but never their values. */
    message: string;
    /** A stable code, such as `validation_error`. */
    code: string;
    /** The step that failed, from 0. */
    step_index: number;
  } | null;
  /** When it started. */
  started_at: string;
  /** When it ended. Null until then. */
  completed_at: string | null;
  /** The automation's steps, and how far the run got in each. */
  steps: {
    /** The step's position, from 0. */
    index: number;
    /** The step type. */
    type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
    /** The step's name. Null if it has none. */
    name: string | null;
    /** The step's status. `pending` means it hasn't started yet or was skipped by `skip_to`. */
    status: "pending" | "running" | "waiting" | "completed" | "skipped" | "failed";
    /** When it started. Null until then. */
    started_at: string | null;
    /** When it ended. Null until then. */
    completed_at: string | null;
    /** The step's result, such as the `email_id` it sent. Null until it ends. */
    output: Record<string, unknown> | null;
  }[];
};

export type CustomEvent = {
  /** The event's id, `ae_…`. */
  id: string;
  /** The event's name, such as `user.signed_up`. */
  name: string;
  /** Your own id for the person. Null if there is none. */
  user_id: string | null;
  /** The person's address. Null if there is none. */
  email: string | null;
  /** Your own data about the event. */
  data: Record<string, unknown>;
  /** How the event was posted. `api` for API requests. */
  source: string;
  /** When it was created. */
  created_at: string;
  /** The number of consecutive webhook steps that led to this event. Absent if there were none. Above 20, the event doesn't start automations. */
  hops?: number;
};

export type Webhook = {
  /** The endpoint's id, `wh_…`. */
  id: string;
  /** The URL that receives events. */
  url: string;
  /** The event types it receives. */
  events: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
  /** Whether it receives events. */
  enabled: boolean;
  /** Why the service disabled it. Null if it didn't. */
  disabled_reason: "failing" | "gone" | "tenant_deleted" | null;
  /** Limits the endpoint to email events from these tenants, by `external_id`. Absent if it isn't limited. */
  tenants?: string[];
  /** Your note about the endpoint. Null if there is none. */
  description: string | null;
  /** Custom headers, with their values masked. Absent if there are none. */
  headers?: Record<string, string>;
  /** Whether failed deliveries from the last 24 hours are replayed once it recovers. */
  auto_replay: boolean;
  /** When deliveries began to fail. Null after a success. */
  failing_since: string | null;
  /** The latest attempt in the last 24 hours. Null if there was none. */
  last_response: {
    /** When the attempt began. */
    at: string;
    /** The HTTP status your server returned. Null if there was no response. */
    status_code: number | null;
    /** Why the attempt failed. Null for a 2xx response. */
    error: "timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal" | null;
  } | null;
  /** Results of the newest 50 deliveries in the last 24 hours, excluding tests. */
  last_24_hours: {
    /** How many deliveries succeeded. */
    delivered: number;
    /** How many deliveries failed after all attempts. */
    failed: number;
    /** Failed deliveries divided by completed ones, from 0 to 1. Null if no delivery has completed. */
    failure_rate: number | null;
    /** The median duration of the completed deliveries' last attempts, in milliseconds. Null if no delivery has completed. */
    median_duration_ms: number | null;
    /** Whether only the newest 50 deliveries are counted, because there were more. */
    sampled: boolean;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

export type WebhookDeliveryListed = {
  /** The delivery's id, `whd_…`. */
  id: string;
  /** The event, `evt_…`. */
  event_id: string;
  /** The event type. */
  event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
  /** `pending` until it is delivered or its last attempt fails. */
  status: "pending" | "delivered" | "failed";
  /** How many attempts were made, up to 5. */
  attempts: number;
  /** The HTTP status of the last attempt. Null if there was no response. */
  last_status_code: number | null;
  /** Why the last attempt failed. Null if it didn't. */
  last_error: "timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal" | null;
  /** When the next attempt is due. Null if none is planned. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When your server accepted it. Null until then. */
  delivered_at: string | null;
  /** With `include=payload`: the exact request body, as text. Null after it expires. */
  payload?: string | null;
};

export type WebhookDeliveryDetail = {
  /** The delivery's id, `whd_…`. */
  id: string;
  /** The event, `evt_…`. */
  event_id: string;
  /** The event type. */
  event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
  /** `pending` until it is delivered or its last attempt fails. */
  status: "pending" | "delivered" | "failed";
  /** How many attempts were made, up to 5. */
  attempts: number;
  /** The HTTP status of the last attempt. Null if there was no response. */
  last_status_code: number | null;
  /** Why the last attempt failed. Null if it didn't. */
  last_error: "timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal" | null;
  /** When the next attempt is due. Null if none is planned. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When your server accepted it. Null until then. */
  delivered_at: string | null;
  /** The URL of the last attempt. Null if it is too long to store. */
  url: string | null;
  /** The request body, parsed. Null after it expires. */
  payload: Record<string, unknown> | null;
  /** The exact request body, as text. Null after it expires. */
  request_body: string | null;
  /** Every attempt, oldest first. */
  attempt_log: {
    /** The attempt number, starting at 1. */
    attempt: number;
    /** When it started. */
    started_at: string;
    /** How long it took, in milliseconds. */
    duration_ms: number;
    /** The HTTP status your server returned. Null if there was no response. */
    status_code: number | null;
    /** Why it failed. Null if it didn't. */
    error: "timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal" | null;
    /** The first 4 KB of your server's response to a failed attempt. Null otherwise. */
    response_body: string | null;
    /** The request's headers, with your own values masked. Your own headers and the signatures are left out if the endpoint changed afterward. Null if no request was made. */
    request_headers: Record<string, string> | null;
  }[];
};

export type WebhookDelivery = {
  /** The delivery's id, `whd_…`. */
  id: string;
  /** The event, `evt_…`. */
  event_id: string;
  /** The event type. */
  event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
  /** `pending` until it is delivered or its last attempt fails. */
  status: "pending" | "delivered" | "failed";
  /** How many attempts were made, up to 5. */
  attempts: number;
  /** The HTTP status of the last attempt. Null if there was no response. */
  last_status_code: number | null;
  /** Why the last attempt failed. Null if it didn't. */
  last_error: "timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal" | null;
  /** When the next attempt is due. Null if none is planned. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When your server accepted it. Null until then. */
  delivered_at: string | null;
};

export type Suppression = {
  /** The entry's id, `sup_…`. */
  id: string;
  /** The suppressed address, in lower case. */
  email: string;
  /** Why the address is suppressed. */
  reason: "bounce" | "complaint" | "unsubscribe" | "manual";
  /** The tenant whose list it is on, by `external_id`. Null for the account's list. */
  tenant: string | null;
  /** How it was added: by a delivery event, the API, the dashboard, an import, or an unsubscribe (`one_click`). */
  source: "event" | "api" | "dashboard" | "import" | "one_click";
  /** The email that caused it, `msg_…`. Null if none did. */
  email_id: string | null;
  /** Your note, or the previous provider's reason. Null if there is none. */
  note: string | null;
  /** When it was created. */
  created_at: string;
};

export type OptOut = {
  /** The entry's id. */
  id: string;
  /** The address that opted out, in lower case. */
  email: string;
  /** The category that it no longer receives. */
  category: "product" | "newsletter";
  /** The tenant whose list it is on, by `external_id`. Null for the account's list. */
  tenant: string | null;
  /** The email whose link was used, `msg_…`. Null for imported entries. */
  email_id: string | null;
  /** When it was created. */
  created_at: string;
};

export type DomainClaim = {
  /** The claim's id, `clm_…`. */
  id: string;
  /** The claimed domain. */
  name: string;
  /** `verified` means the record was found, but your plan's domain limit is reached. */
  status: "pending" | "verified" | "completed" | "blocked" | "expired";
  /** The record that proves the domain is yours. */
  record: {
    /** The DNS record type. */
    type: "TXT";
    /** The record's full host name. */
    host: string;
    /** The value to publish. */
    value: string;
  };
  /** Why the claim is blocked. Null if it isn't. */
  blocked_reason: "recent_owner_activity" | null;
  /** What is wrong or pending, in one sentence. Null if nothing is. */
  note: string | null;
  /** Your new domain, `dom_…`. Null until the claim is completed. */
  domain_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When the claim expires, seven days after it was made. */
  expires_at: string;
};

export type Domain = {
  /** The domain's id, `dom_…`. */
  id: string;
  /** The object type. */
  object: "domain";
  /** The domain name, such as `mail.example.com`. */
  name: string;
  /** `failing` domains still send for 72 hours. `pending` and `failed` domains don't send. */
  status: "pending" | "verified" | "failing" | "failed";
  /** The tenant that owns it, by `external_id`. Absent for the account's own domains. */
  tenant?: string;
  /** Whether email can be sent from it once it is verified. */
  sending_enabled: boolean;
  /** Whether it receives email. Inbound domains can't send. */
  inbound_enabled: boolean;
  /** Whether opens are tracked. */
  open_tracking: boolean;
  /** Whether clicks are tracked. */
  click_tracking: boolean;
  /** `enforced` delivers only over TLS. `opportunistic` uses TLS where the receiving server offers it. */
  tls_mode: "opportunistic" | "enforced";
  /** The host name in tracked links. Null if it is the service's own. */
  tracking_host: string | null;
  /** The AWS region it sends from. */
  region: string;
  /** The selector of the DKIM key that signs its email. Null if it has none. */
  dkim_selector: string | null;
  /** The latest DKIM key rotation. Null if there was none. */
  dkim_rotation: {
    /** The current stage of the rotation. */
    status: "pending" | "switching" | "reverting" | "retired" | "ended";
    /** The new key's selector, or the old key's once it is `retired`. */
    selector: string;
    /** When the rotation began. */
    started_at: string;
    /** While `pending`: when the rotation ends if the new record isn't in DNS. Null otherwise. */
    ends_at: string | null;
    /** Once `retired`: when you can remove the old record from DNS. Null otherwise. */
    remove_after: string | null;
    /** Why it ended, in one sentence. Null if there is no explanation. */
    note: string | null;
  } | null;
  /** The DNS records to publish, with what the last check found. */
  records: DomainRecord[];
  /** The domain's DNS host, as of the last check. */
  dns_host: {
    /** The DNS host, such as `cloudflare`. Null if unknown, or if there are several. */
    provider: string | null;
    /** Whether `apply` can write records there. */
    apply: boolean;
    /** Whether credentials for the DNS host are stored. */
    credentials: "none" | "stored";
  };
  /** When it was first verified. Null until then. */
  verified_at: string | null;
  /** When its records were last checked. Null before the first check. */
  last_checked_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

export type DomainRecord = {
  /** What the record is for. `dkim_next` and `dkim_retired` appear during a DKIM key rotation. */
  purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
  /** The DNS record type. */
  type: "TXT" | "CNAME" | "MX";
  /** The record's full host name, without a final dot. */
  host: string;
  /** The value to publish. */
  value: string;
  /** The priority of an MX record. Null for other types. */
  priority: number | null;
  /** The suggested time to live, in seconds. */
  ttl: number;
  /** Whether this record is required for verification. */
  required: boolean;
  /** What the last check found. */
  status: "pending" | "verified" | "missing" | "mismatch" | "error" | "retired";
  /** The values in DNS at the last check. Null before the first check. */
  current: string[] | null;
  /** What is wrong or pending, in one sentence. Null if nothing is. */
  note: string | null;
};

export type DnsPlan = {
  /** Whether DNS could be read. If not, the plan adds every record. */
  checked: boolean;
  /** What to do for each record. */
  changes: DnsChange[];
  /** Advice on which existing records to leave in place. */
  keep_old_records: string;
};

export type DnsChange = {
  /** What to do with the record. `keep` and `done` need no change. */
  action: "add" | "update" | "keep" | "done";
  /** The DNS record type. */
  type: "TXT" | "CNAME" | "MX";
  /** The record's full host name, without a final dot. */
  host: string;
  /** The value to publish. */
  value: string;
  /** What the record is for. */
  purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
  /** The current values in DNS, one per line. Null if there are none. */
  current: string | null;
  /** A note about this change. Null if there is none. */
  note: string | null;
  /** What `apply` did. Null if no change was needed. */
  result: "written" | "unchanged" | "failed" | null;
  /** Why it failed. Null if it didn't. */
  message: string | null;
};

export type Migration = {
  /** The import's id, `mig_…`. Null for a preview. */
  id: string | null;
  /** The provider that the data comes from. */
  provider: "sendgrid" | "postmark" | "mailgun";
  /** The provider's region. Null for Postmark. */
  region: "us" | "eu" | null;
  /** `partial` means that some items failed or need attention. The rest were imported. */
  status: "completed" | "partial" | "failed" | "in_progress";
  /** The resources to import. */
  resources: ("domains" | "webhooks" | "templates" | "suppressions")[];
  /** Whether this is a preview, which writes nothing. */
  dry_run: boolean;
  /** Whether the import has more to do. If so, repeat the request with `cursor` set to `next_cursor`. */
  has_more: boolean;
  /** The `cursor` of the next request. Null when the import is done. */
  next_cursor: string | null;
  /** How many seconds to wait before the next request. Absent if there is no need to wait. */
  retry_after_seconds?: number;
  /** The sending domains. */
  domains: {
    /** The counts. */
    totals: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
    };
    /** The result for each item. */
    items: {
      /** The domain. */
      name: string;
      /** The result. `would_import` appears only in previews. */
      status: "imported" | "would_import" | "skipped" | "failed";
      /** A stable code for why it was skipped, failed, or needs attention. Null otherwise. */
      reason: "already_here" | "owned_by_tenant" | "plan_limit" | "domain_claimed" | "name_refused" | null;
      /** A human-readable reason. Null if there is none. */
      message: string | null;
      /** The domain's id in Mailwright, `dom_…`. Null if there is none. */
      domain_id: string | null;
      /** The DNS records to publish. */
      records: DomainRecord[];
      /** What to change in DNS. Null in a preview. */
      dns_plan: {
        /** Whether DNS could be read. If not, the plan adds every record. */
        checked: boolean;
        /** What to do for each record. */
        changes: {
          /** What to do with the record. `keep` and `done` need no change. */
          action: "add" | "update" | "keep" | "done";
          /** The DNS record type. */
          type: "TXT" | "CNAME" | "MX";
          /** The record's full host name, without a final dot. */
          host: string;
          /** The value to publish. */
          value: string;
          /** What the record is for. */
          purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
          /** The current values in DNS, one per line. Null if there are none. */
          current: string | null;
          /** A note about this change. Null if there is none. */
          note: string | null;
        }[];
        /** Advice on which existing records to leave in place. */
        keep_old_records: string;
      } | null;
      /** The domain's page in the dashboard. Null if there is none. */
      dashboard_url: string | null;
    }[];
  };
  /** The webhook endpoints. */
  webhooks: {
    /** The counts. */
    totals: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
    };
    /** The result for each item. */
    items: {
      /** The URL that receives events. */
      url: string;
      /** The result. `would_import` appears only in previews. */
      status: "imported" | "would_import" | "skipped" | "failed";
      /** A stable code for why it was skipped, failed, or needs attention. Null otherwise. */
      reason: "already_here" | "no_mapped_event" | "url_refused" | "plan_limit" | null;
      /** A human-readable reason. Null if there is none. */
      message: string | null;
      /** The endpoint's id in Mailwright, `wh_…`. Null if there is none. */
      webhook_id: string | null;
      /** Imported endpoints start disabled. */
      enabled: boolean;
      /** The signing secret. Shown only in the response that creates the endpoint. Null otherwise. */
      secret: string | null;
      /** The event types it receives. */
      events: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
      /** The provider's events that Mailwright doesn't support. */
      unmapped_events: string[];
    }[];
  };
  /** The templates. */
  templates: {
    /** The counts. */
    totals: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
      /** How many were imported as drafts that you need to review. */
      needs_attention: number;
    };
    /** The result for each item. */
    items: {
      /** The template's name at the provider. */
      name: string;
      /** The template's id at the provider. */
      source_id: string;
      /** The template's alias in Mailwright. Null if there is none. */
      alias: string | null;
      /** The result. `would_import` appears only in previews. */
      status: "imported" | "would_import" | "needs_attention" | "skipped" | "failed";
      /** A stable code for why it was skipped, failed, or needs attention. Null otherwise. */
      reason: string | null;
      /** A human-readable reason. Null if there is none. */
      message: string | null;
      /** The template's id in Mailwright, `tpl_…`. Null if there is none. */
      template_id: string | null;
      /** Whether it is published. A template that needs attention stays a draft. */
      published: boolean;
      /** The placeholders after conversion. */
      variables: string[];
      /** Codes for changes made during conversion, such as `unsubscribe_link`. */
      notes: string[];
    }[];
  };
  /** The suppressed addresses and opt-outs. */
  suppressions: {
    /** The counts. */
    totals: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
      /** Addresses that were already suppressed in Mailwright. */
      already_suppressed: number;
      /** Addresses imported as bounces. */
      bounce: number;
      /** Addresses imported as complaints. */
      complaint: number;
      /** Addresses imported as unsubscribes. */
      unsubscribe: number;
      /** Addresses imported as manual suppressions. */
      manual: number;
      /** Addresses that opted out of product email only. */
      product_opt_out: number;
    };
    /** How many were skipped, by reason. */
    skipped_reasons: Record<string, number>;
    /** Whether the counts are estimates from the first page of each list, as in a preview. */
    estimated: boolean;
  };
  /** Lists that couldn't be read. Everything else was imported. */
  errors: {
    /** The affected resource. */
    resource: "domains" | "webhooks" | "templates" | "suppressions";
    /** A stable error code. */
    code: string;
    /** What went wrong. */
    message: string;
    /** Whether importing again might help. */
    retryable: boolean;
  }[];
  /** Items that need your attention. */
  attention: {
    /** The affected resource. */
    resource: "domains" | "webhooks" | "templates" | "suppressions";
    /** The affected object's name. */
    name: string;
    /** A stable code for the reason. */
    reason: string;
    /** What to do about it. */
    action: string;
  }[];
  /** The Mailwright alias for each of the provider's template ids. */
  template_map: {
    /** The template's id at the provider. */
    source_id: string;
    /** The template's alias in Mailwright. */
    alias: string;
  }[];
  /** What to change in your code, one diff per language. */
  code_changes: {
    /** The language or tool, as a stable id. */
    stack: string;
    /** The language or tool, as a display name. */
    label: string;
    /** The change, as a unified diff. */
    diff: string;
  }[];
  /** Instructions for the coding agent or person who updates your code. */
  agent_prompt: string;
  /** Present and true when the report exceeds 5 MB and its lists are cut. `counts` has their full lengths. */
  truncated?: boolean;
  /** With `truncated`: the full length of each list. */
  counts?: {
    /** The total number of domains, including any left out of `items`. */
    domains: number;
    /** The total number of webhooks, including any left out of `items`. */
    webhooks: number;
    /** The total number of templates, including any left out of `items`. */
    templates: number;
    /** The total number of errors, including any left out of `errors`. */
    errors: number;
    /** The total number of entries, including any left out of `attention`. */
    attention: number;
    /** The total number of entries, including any left out of `template_map`. */
    template_map: number;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

export type MigrationSummary = {
  /** The import's id, `mig_…`. */
  id: string;
  /** The provider that the data comes from. */
  provider: "sendgrid" | "postmark" | "mailgun";
  /** The provider's region. Null for Postmark. */
  region: "us" | "eu" | null;
  /** `partial` means that some items failed or need attention. The rest were imported. */
  status: "completed" | "partial" | "failed" | "in_progress";
  /** The resources to import. */
  resources: ("domains" | "webhooks" | "templates" | "suppressions")[];
  /** The counts, by resource. */
  totals: {
    /** Counts of domains. */
    domains: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
    };
    /** Counts of webhook endpoints. */
    webhooks: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
    };
    /** Counts of templates. */
    templates: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
      /** How many were imported as drafts that you need to review. */
      needs_attention: number;
    };
    /** Counts of suppressed addresses. */
    suppressions: {
      /** How many were found at the provider. */
      found: number;
      /** How many were imported. */
      imported: number;
      /** How many were skipped, for example because they already exist in Mailwright. */
      skipped: number;
      /** How many couldn't be imported. */
      failed: number;
      /** Addresses that were already suppressed in Mailwright. */
      already_suppressed: number;
      /** Addresses imported as bounces. */
      bounce: number;
      /** Addresses imported as complaints. */
      complaint: number;
      /** Addresses imported as unsubscribes. */
      unsubscribe: number;
      /** Addresses imported as manual suppressions. */
      manual: number;
      /** Addresses that opted out of product email only. */
      product_opt_out: number;
    };
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

export type ApiKey = {
  /** The key's id, not its secret. */
  id: string;
  /** The name you chose. */
  name: string;
  /** The tenant it is limited to, by `external_id`. Null for the whole account. */
  tenant: string | null;
  /** The domains it can send from. Null for all domains. */
  allowed_domains: string[] | null;
  /** The client addresses it works from, as IPs or CIDR ranges. Null for any address. */
  allowed_ips: string[] | null;
  /** When it expires. Null if it doesn't expire. */
  expires_at: string | null;
  /** When it was last used, accurate to about a minute. Null before the first use. */
  last_used_at: string | null;
  /** When it was created. */
  created_at: string;
  /** The first characters of the secret, which help you tell keys apart. */
  prefix: string;
  /** The key's scopes. */
  scopes: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
};

export type SmtpCredential = {
  /** The key's id, not its secret. */
  id: string;
  /** The name you chose. */
  name: string;
  /** The tenant it is limited to, by `external_id`. Null for the whole account. */
  tenant: string | null;
  /** The domains it can send from. Null for all domains. */
  allowed_domains: string[] | null;
  /** The client addresses it works from, as IPs or CIDR ranges. Null for any address. */
  allowed_ips: string[] | null;
  /** When it expires. Null if it doesn't expire. */
  expires_at: string | null;
  /** When it was last used, accurate to about a minute. Null before the first use. */
  last_used_at: string | null;
  /** When it was created. */
  created_at: string;
  /** The SMTP relay's host name. */
  host: string;
  /** The SMTP relay's port, with STARTTLS. */
  port: number;
  /** The user name, the same for every credential. */
  username: string;
};

export type Tenant = {
  /** The tenant's id, `ten_…`. */
  id: string;
  /** The object type. */
  object: "tenant";
  /** Your own id for the tenant. It can't change. */
  external_id: string;
  /** The name shown in the dashboard. */
  name: string;
  /** `paused` tenants can't send. */
  status: "active" | "paused";
  /** Why it is paused. Null if it isn't paused, or if no reason was given. */
  paused_reason: string | null;
  /** When it was paused. Null if it isn't paused. */
  paused_at: string | null;
  /** `automated` if the service paused it for bounces or complaints. Null if it isn't paused. */
  pause_source: "manual" | "automated" | null;
  /** The domain added to a `from` without one. Null if there is none. */
  default_from_domain: string | null;
  /** `transactional_only` rejects `product` and `newsletter` email. */
  stream_policy: "all" | "transactional_only";
  /** The maximum number of recipients per UTC day. The ramp also applies. Null for no limit. */
  daily_limit: number | null;
  /** Your own data about the tenant. Null if there is none. */
  metadata: Record<string, unknown> | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

export type TenantStats = {
  /** The object type. */
  object: "tenant_stats";
  /** The number of UTC days counted, including today. */
  days: number;
  /** The start of the first day. */
  from: string;
  /** Recipients accepted, including scheduled ones. */
  total: number;
  /** Of those, recipients still on their way to SES. */
  queued: number;
  /** Of those, recipients waiting for their scheduled time. */
  scheduled: number;
  /** Recipients whose email Amazon SES accepted. Includes delivered ones. */
  sent: number;
  /** Recipients whose mailbox provider accepted the email. */
  delivered: number;
  /** Recipients whose email bounced. */
  bounced: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Recipients whose email failed. */
  failed: number;
  /** Recipients skipped because they are suppressed. */
  suppressed: number;
  /** Emails opened by a person, not a machine. */
  opened: number;
  /** Emails with a link clicked by a person, not a machine. */
  clicked: number;
  /** Bounced divided by delivered plus bounced, from 0 to 1. */
  bounce_rate: number;
  /** Complaints divided by delivered, from 0 to 1. */
  complaint_rate: number;
};

export type TenantRamp = {
  /** The object type. */
  object: "tenant_ramp";
  /** Whether the ramp limits sending now. */
  active: boolean;
  /** The current stage. Each stage doubles the limit. */
  stage: number;
  /** The maximum number of recipients per UTC day at this stage. Null when the ramp isn't active. */
  daily_limit: {
    /** Recipients of `transactional` email. */
    transactional: number;
    /** Recipients of `product` and `newsletter` email. */
    product: number;
  } | null;
  /** Recipients counted since midnight UTC. */
  used_today: {
    /** Recipients of `transactional` email. */
    transactional: number;
    /** Recipients of `product` and `newsletter` email. */
    product: number;
  };
  /** Whether the ramp has finished and no longer limits sending. */
  completed: boolean;
  /** When the daily count resets, at the next midnight UTC. */
  resets_at: string;
};

export type Account = {
  /** The account's id, `acc_…`. */
  id: string;
  /** The account's name. */
  name: string;
  /** The owner's address. */
  email: string;
  /** The plan, which sets the limits. */
  plan: "free" | "pro" | "scale" | "dedicated";
  /** Whether the account can send to anyone. If not, it can send only to its own address. */
  production_unlocked: boolean;
  /** Whether the plan includes tenants. */
  tenants_enabled: boolean;
  /** The plan's limits. */
  limits: {
    /** The maximum number of recipients per calendar month (UTC). Null for no limit. */
    emails_month: number | null;
    /** The maximum number of recipients per UTC day. Null for no limit. */
    emails_day: number | null;
    /** The maximum number of domains. */
    domains: number;
    /** The maximum number of tenants. */
    tenants: number;
    /** The maximum number of API requests per second. */
    requests_per_second: number;
    /** The maximum number of bytes uploaded with `POST /attachments` per UTC day. Null for no limit. */
    upload_bytes_day: number | null;
    /** The maximum number of scheduled emails that aren't due yet. Null for no limit. */
    scheduled_emails: number | null;
    /** The maximum number of suppressions across the account and its tenants. Null for no limit. */
    suppressions: number | null;
    /** The maximum number of enabled webhook endpoints. Null for no limit. */
    enabled_webhooks: number | null;
    /** The maximum number of enabled webhook endpoints per host name. */
    webhooks_per_host: number;
  };
  /** Current usage against the limits, up to a minute old. */
  usage: {
    /** Recipients this month. */
    emails_month: number;
    /** Recipients today. */
    emails_day: number;
    /** When the daily count resets, at the next midnight UTC. */
    resets_at: string;
    /** Bytes uploaded today. Null if there is no limit, because then uploads aren't counted. */
    upload_bytes_day: number | null;
    /** Scheduled emails that aren't due yet. Null if there is no limit, because then they aren't counted. */
    scheduled_emails: number | null;
    /** Suppressions across the account and its tenants. Null if there is no limit, because then they aren't counted. */
    suppressions: number | null;
  };
  /** The account's sending ramp. Null if it has none. */
  ramp: AccountRamp | null;
  /** When it was created. */
  created_at: string;
};

export type AccountRamp = {
  /** The object type. */
  object: "account_ramp";
  /** Whether the ramp limits sending now. */
  active: boolean;
  /** The current stage. Each stage doubles the limit. */
  stage: number;
  /** The maximum number of recipients per UTC day at this stage. Null when the ramp isn't active. */
  daily_limit: {
    /** Recipients of `transactional` email. */
    transactional: number;
    /** Recipients of `product` and `newsletter` email. */
    product: number;
  } | null;
  /** Recipients counted since midnight UTC. */
  used_today: {
    /** Recipients of `transactional` email. */
    transactional: number;
    /** Recipients of `product` and `newsletter` email. */
    product: number;
  };
  /** Whether the ramp has finished and no longer limits sending. */
  completed: boolean;
  /** When the daily count resets, at the next midnight UTC. */
  resets_at: string;
};

export type Usage = {
  /** The number of UTC days in `daily`, including today. */
  days: number;
  /** The start of the first day. */
  from: string;
  /** This calendar month (UTC). */
  month: {
    /** Recipients that count toward the plan. */
    used: number;
    /** Recipients that the plan includes. Null for no limit, and for a tenant. */
    included: number | null;
    /** Recipients beyond what the plan includes. */
    overage: number;
    /** When the monthly count resets. */
    resets_at: string;
  };
  /** Today (UTC). */
  day: {
    /** Recipients that count toward the plan, or toward the tenant's daily limit. */
    used: number;
    /** The maximum number of recipients per day. Null for no limit. */
    limit: number | null;
    /** When the daily count resets, at the next midnight UTC. */
    resets_at: string;
  };
  /** Sending from the shared sandbox domain. Absent for a tenant. */
  sandbox?: {
    /** Today (UTC). */
    day: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
    /** This calendar month (UTC). */
    month: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
  };
  /** Object counts and the plan's limits. Absent for a tenant. */
  resources?: {
    /** The number of domains, and the limit. */
    domains: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
    /** The number of tenants, and the limit. */
    tenants: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
    /** The number of webhook endpoints, and the limit. */
    webhooks: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
    /** The number of templates, and the limit. */
    templates: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
    /** The number of automations, and the limit. */
    automations: {
      /** The current usage. */
      used: number;
      /** The limit. */
      limit: number;
    };
  };
  /** One row per day, oldest first, including days without email. Each result is counted on the day it happened. */
  daily: {
    /** The UTC day. */
    date: string;
    /** Recipients accepted, including scheduled ones. */
    accepted: number;
    /** Recipients whose email Amazon SES accepted. Includes delivered ones. */
    sent: number;
    /** Recipients whose mailbox provider accepted the email. */
    delivered: number;
    /** Recipients whose email bounced. */
    bounced: number;
    /** Recipients who marked the email as spam. */
    complained: number;
  }[];
};

export type Deliverability = {
  /** The number of UTC days counted. */
  days: number;
  /** The start of the first day. */
  from: string;
  /** The last day. */
  until: string;
  /** Recipients accepted, including scheduled ones. */
  accepted: number;
  /** Recipients whose email Amazon SES accepted. Includes delivered ones. */
  sent: number;
  /** Recipients whose mailbox provider accepted the email. */
  delivered: number;
  /** Recipients whose email bounced. */
  bounced: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Emails opened by a person. Opens by machines don't count. */
  opened: number;
  /** Emails with a link clicked by a person. Clicks by machines don't count. */
  clicked: number;
  /** Bounced divided by delivered plus bounced, from 0 to 1. */
  bounce_rate: number;
  /** Complaints divided by delivered, from 0 to 1. */
  complaint_rate: number;
  /** `at_risk` if a rate reaches its threshold, `warning` from half of it, otherwise `healthy`. Also `healthy` with fewer than 200 results. */
  status: "healthy" | "warning" | "at_risk";
  /** The rates at which `status` becomes `at_risk`. */
  thresholds: {
    /** The bounce rate at which `status` becomes `at_risk`, from 0 to 1. */
    bounce_rate: number;
    /** The complaint rate at which `status` becomes `at_risk`, from 0 to 1. */
    complaint_rate: number;
  };
  /** Which email is waiting for SES's 24-hour quota: large batches (`bulk`) or `all`. Null if none is. */
  waiting_for_quota: "bulk" | "all" | null;
  /** How long deliveries took, from acceptance or the scheduled time. Null if nothing was measured, or if you pass `domain`. */
  delivery_seconds: {
    /** Half of the deliveries took at most this many seconds, rounded up to a step such as 2, 5, 10, or 30. */
    p50: number;
    /** 95% of deliveries took at most this many seconds. Rounded up like `p50`. */
    p95: number;
  } | null;
  /** One row per UTC day, oldest first, including days without email. Each result is counted on the day it happened. */
  daily: {
    /** The UTC day. */
    date: string;
    /** Recipients accepted, including scheduled ones. */
    accepted: number;
    /** Recipients whose email Amazon SES accepted. Includes delivered ones. */
    sent: number;
    /** Recipients whose mailbox provider accepted the email. */
    delivered: number;
    /** Recipients whose email bounced. */
    bounced: number;
    /** Recipients who marked the email as spam. */
    complained: number;
    /** Emails opened by a person. Opens by machines don't count. */
    opened: number;
    /** Emails with a link clicked by a person. Clicks by machines don't count. */
    clicked: number;
  }[];
  /** Results for the 100 sending domains with the most email, largest first. */
  by_domain: {
    /** The sending domain. */
    domain: string;
    /** Recipients accepted, including scheduled ones. */
    accepted: number;
    /** Recipients whose email Amazon SES accepted. Includes delivered ones. */
    sent: number;
    /** Recipients whose mailbox provider accepted the email. */
    delivered: number;
    /** Recipients whose email bounced. */
    bounced: number;
    /** Recipients who marked the email as spam. */
    complained: number;
    /** Emails opened by a person. Opens by machines don't count. */
    opened: number;
    /** Emails with a link clicked by a person. Clicks by machines don't count. */
    clicked: number;
  }[];
  /** Results by recipient mailbox provider, largest first. */
  by_provider: {
    /** The mailbox provider. */
    provider: "gmail.com" | "outlook.com" | "yahoo.com" | "icloud.com" | "aol.com" | "proton.me" | "gmx" | "web.de" | "mail.ru" | "qq.com" | "orange.fr" | "other";
    /** Recipients whose mailbox provider accepted the email. */
    delivered: number;
    /** Recipients whose delivery was delayed. */
    deferred: number;
    /** Recipients whose email bounced. */
    bounced: number;
    /** How long deliveries took, from acceptance or the scheduled time. Null if nothing was measured, or if you pass `domain`. */
    delivery_seconds: {
      /** Half of the deliveries took at most this many seconds, rounded up to a step such as 2, 5, 10, or 30. */
      p50: number;
      /** 95% of deliveries took at most this many seconds. Rounded up like `p50`. */
      p95: number;
    } | null;
  }[];
};

export type ReceivedEmailSummary = {
  /** The received email's id, `inb_…`. */
  id: string;
  /** The author, from the `From` header. Empty if the header is missing. */
  from: string;
  /** The addresses in `To`. */
  to: string[];
  /** The addresses in `Cc`. */
  cc: string[];
  /** The addresses on your domains that it was delivered to. */
  rcpt_to: string[];
  /** The tag after `+` in the first recipient address that has one. Null if none does. */
  mailbox_hash: string | null;
  /** The subject. */
  subject: string;
  /** The author's new text, without quoted text or a signature. Null if nothing remains. */
  reply_text: string | null;
  /** Always `received`. */
  status: "received";
  /** The `Message-ID` header. Null if it's missing. */
  message_id: string | null;
  /** The `Message-ID` that it replies to. Null if it isn't a reply. */
  in_reply_to: string | null;
  /** The `Message-ID`s of the conversation, oldest first. */
  references: string[];
  /** The spam verdict. `unknown` if there is no verdict. */
  spam_status: "pass" | "fail" | "unknown";
  /** How many files are attached. */
  attachment_count: number;
  /** The attached files. */
  attachments: {
    /** The file name. */
    filename: string;
    /** The MIME type. */
    content_type: string;
    /** The size in bytes. */
    size: number;
  }[];
  /** The size of the whole message in bytes. */
  size: number;
  /** When it arrived. */
  received_at: string;
  /** Why parsing stopped early. Null if the whole message was parsed. */
  parse_error: "limits" | "time" | "malformed" | "internal" | null;
  /** Present and true when values are cut in this list. Get the email by id to see them in full. */
  truncated?: boolean;
  /** The tenant that owns the domain, by `external_id`. Absent for the account's own domains. */
  tenant?: string;
};

export type ReceivedEmail = {
  /** The received email's id, `inb_…`. */
  id: string;
  /** The author, from the `From` header. Empty if the header is missing. */
  from: string;
  /** The addresses in `To`. */
  to: string[];
  /** The addresses in `Cc`. */
  cc: string[];
  /** The addresses on your domains that it was delivered to. */
  rcpt_to: string[];
  /** The tag after `+` in the first recipient address that has one. Null if none does. */
  mailbox_hash: string | null;
  /** The subject. */
  subject: string;
  /** The author's new text, without quoted text or a signature. Null if nothing remains. */
  reply_text: string | null;
  /** Always `received`. */
  status: "received";
  /** The `Message-ID` header. Null if it's missing. */
  message_id: string | null;
  /** The `Message-ID` that it replies to. Null if it isn't a reply. */
  in_reply_to: string | null;
  /** The `Message-ID`s of the conversation, oldest first. */
  references: string[];
  /** The spam verdict. `unknown` if there is no verdict. */
  spam_status: "pass" | "fail" | "unknown";
  /** How many files are attached. */
  attachment_count: number;
  /** The attached files. */
  attachments: {
    /** The file name. */
    filename: string;
    /** The MIME type. */
    content_type: string;
    /** The size in bytes. */
    size: number;
    /** The id that `<img src="cid:…">` refers to. Null if it has none. */
    content_id: string | null;
    /** Whether the file is shown inline or attached. */
    disposition: "inline" | "attachment";
    /** The file in base64. Null if the response would exceed 5 MB. Use `download_url` then. */
    data: string | null;
    /** A download link for the file, valid for one hour. */
    download_url: string;
    /** When `download_url` stops working. */
    download_expires_at: string;
  }[];
  /** The size of the whole message in bytes. */
  size: number;
  /** When it arrived. */
  received_at: string;
  /** Why parsing stopped early. Null if the whole message was parsed. */
  parse_error: "limits" | "time" | "malformed" | "internal" | null;
  /** Whether bodies, headers, or files were cut. `raw_url` has the whole message. */
  truncated: boolean;
  /** The tenant that owns the domain, by `external_id`. Absent for the account's own domains. */
  tenant?: string;
  /** The addresses in `Reply-To`. */
  reply_to: string[];
  /** All headers, in order. */
  headers: {
    /** The header's name. */
    name: string;
    /** The header's value, decoded. */
    value: string;
  }[];
  /** The HTML body exactly as received. Sanitize it before you show it. Null if there is none. */
  html: string | null;
  /** The plain-text body. Null if there is none. */
  text: string | null;
  /** The results of authenticating the sender. */
  auth: {
    /** Whether the sending server is allowed to send for the envelope sender's domain. */
    spf: "pass" | "fail" | "none" | "unknown";
    /** Whether the signature is valid. `partial` means that the end of the body is unsigned, so the signature doesn't count for DMARC. */
    dkim: "pass" | "fail" | "none" | "unknown" | "partial";
    /** Whether `From` matches a domain that SPF or DKIM confirmed. */
    dmarc: "pass" | "fail" | "none" | "unknown";
  };
  /** A download link for the original message, valid for one hour. */
  raw_url: string;
};

export type InboundRoute = {
  /** The route's id, `irt_…`. */
  id: string;
  /** The domain it applies to. */
  domain: string;
  /** The addresses that it applies to. */
  match: string;
  /** Whether their email is delivered or rejected. */
  action: "deliver" | "refuse";
  /** The endpoint that receives their email, `wh_…`. Null for all endpoints. */
  webhook_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

export type BlockedSender = {
  /** The entry's id, `bsn_…`. */
  id: string;
  /** The blocked address or domain. */
  sender: string;
  /** Limits the block to email for this domain. Null for all domains. */
  domain: string | null;
  /** Limits the block to this tenant's email, by `external_id`. Null for the whole account. */
  tenant: string | null;
  /** When it was created. */
  created_at: string;
};

/** Parameters of `emails.send`. */
export type EmailSendParams = {
  /** The sender, on a verified domain, as `address`, `Name <address>`, or an object. A tenant with `default_from_domain` can leave out the domain. */
  from: string | {
    /** The sender's address. */
    email: string;
    /** The display name, up to 200 characters. */
    name?: string | null;
  };
  /** One address or a list. Up to 50 different addresses in `to`, `cc`, and `bcc` together. */
  to: string | string[];
  /** One address or a list. Counts toward the 50 recipients. */
  cc?: string | string[];
  /** One address or a list. Other recipients can't see these. Counts toward the 50 recipients. */
  bcc?: string | string[];
  /** Where replies go: one address or a list of up to 10. */
  reply_to?: string | string[];
  /** Up to 998 characters. Required unless a template supplies it. Overrides the template's subject. */
  subject?: string;
  /** The HTML body, up to 2 MB. Without a template, `html` or `text` is required. */
  html?: string;
  /** The plain-text body, up to 2 MB. Derived from `html` when absent. */
  text?: string;
  /** Up to 10 tags for filtering, as a list or an object. In an object, numeric names come first, so use a list if order matters. */
  tags?: {
    /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
    name: string;
    /** Up to 256 printable characters. */
    value: string;
  }[] | Record<string, string>;
  /** Custom headers, by name. SES sets its own `Message-ID`, so yours is sent in `References` and stored as `original_message_id`. */
  headers?: Record<string, string>;
  /** Up to 10 files, each with `data` or an upload's `id`. Not allowed in batches or scheduled emails. */
  attachments?: SendAttachment[];
  /** Adds one-click unsubscribe headers and fills in `{{unsubscribe_url}}`. Default false, or the template's setting. */
  unsubscribe?: boolean;
  /** The email's category. Recipients can unsubscribe from each category separately. Default `transactional`, or the template's category. */
  category?: "transactional" | "product" | "newsletter";
  /** When to send, up to 90 days ahead. ISO 8601, with `Z` or an offset. Defaults to now. */
  scheduled_at?: string;
  /** Sends a published template instead of `html` and `text`. */
  template?: {
    /** The template's alias, or its `tpl_…` id. */
    id: string;
    /** Values for the template's placeholders: strings, numbers, booleans, or null. Up to 100 values and 64 KB as JSON. */
    variables?: Record<string, string | number | boolean | null> | null;
  };
  /** The tenant to send for, by `external_id` or `ten_…` id. Defaults to the owner of the sending domain. */
  tenant?: string;
};

/** Response of `emails.send`. */
export type EmailSendResponse = {
  /** The new email's id, `msg_…`. */
  id: string;
  /** `sent` means accepted and queued. `scheduled` means waiting for `scheduled_at`. */
  status: "sent" | "scheduled";
};

/** Parameters of `emails.list`. */
export type EmailListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only emails with this status. */
  status?: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
  /** Only emails with at least one of these events, comma-separated, such as `opened,clicked`. */
  last_event?: string;
  /** Only emails with this address in `to`, `cc`, or `bcc`. */
  to?: string;
  /** Only emails from this address. */
  from?: string;
  /** Only emails sent from this domain. */
  domain?: string;
  /** Only emails with a recipient at this mailbox provider. Use a name from `by_provider` in `GET /deliverability`. */
  provider?: "gmail.com" | "outlook.com" | "yahoo.com" | "icloud.com" | "aol.com" | "proton.me" | "gmx" | "web.de" | "mail.ru" | "qq.com" | "orange.fr" | "other";
  /** Only emails with this tag, as `name` or `name:value`. */
  tag?: string;
  /** Only emails whose subject begins with this text. Case-sensitive. */
  subject?: string;
  /** Only emails that use this template, by alias or `tpl_…` id. */
  template?: string;
  /** Only emails in this category. */
  category?: "transactional" | "product" | "newsletter";
  /** Only the email with this `message_id` or `original_message_id`. Angle brackets are optional. */
  message_id?: string;
  /** Only results created at or after this time. ISO 8601, with `Z` or an offset. */
  since?: string;
  /** Only results created before this time. ISO 8601, with `Z` or an offset. */
  until?: string;
  /** Only this tenant's emails, by `external_id` or `ten_…` id. */
  tenant?: string;
};

/** Parameters of `emails.sendBatch`. */
export type EmailSendBatchParams = {
  /** 1 to 100 emails, each as in `POST /emails` but without attachments. A rejected email doesn't affect the others. */
  emails: Omit<EmailSendParams, 'attachments'>[];
};

/** Response of `emails.sendBatch`. */
export type EmailSendBatchResponse = {
  /** One result per email, in request order. */
  data: {
    /** The email's position in the request, from 0. */
    index: number;
    /** The new email's id, `msg_…`. Null if it was rejected. */
    id: string | null;
    /** `failed` means the email was rejected and not stored. */
    status: "sent" | "scheduled" | "failed";
    /** Why this email was rejected. Absent if it was accepted. */
    error?: {
      /** A human-readable message. It can change, so match on `code` instead. */
      message: string;
      /** A stable error code, such as `validation_error`. */
      code?: string;
      /** More about the error, such as `issues` with the path of each invalid field. */
      details?: Record<string, unknown>;
      /** What to try next. */
      hint?: string;
      /** The documentation page for this error code. */
      docs_url?: string;
      /** Where to upgrade, if a larger plan raises this limit. */
      upgrade_url?: string;
      /** The HTTP status that `POST /emails` returns for this error. */
      status: number;
    };
  }[];
};

/** Parameters of `emails.get`. */
export type EmailGetParams = {
  /** `content` adds `html` and `text`. */
  include?: "content";
};

/** Parameters of `emails.update`. */
export type EmailUpdateParams = {
  /** The new time, up to 90 days ahead. ISO 8601, with `Z` or an offset. */
  scheduled_at?: string;
  /** Cancels the scheduled email. Pass either this or `scheduled_at`. */
  cancel?: true;
};

/** Response of `emails.resend`. */
export type EmailResendResponse = {
  /** The new email's id, `msg_…`. */
  id: string;
  /** `sent` means accepted and queued. `scheduled` means waiting for `scheduled_at`. */
  status: "sent" | "scheduled";
  /** The original email's id, `msg_…`. */
  resent_from: string;
  /** How many of the original email's attachments were left out. */
  attachments_omitted: number;
};

/** Parameters of `emails.events`. */
export type EmailEventsParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

/** Response of `emails.recipients`. */
export type EmailRecipientsResponse = {
  /** One entry per address in `to`, `cc`, and `bcc`, in that order. */
  recipients: Recipient[];
};

/** Parameters of `attachments.create`. */
export type AttachmentCreateParams = {
  /** The file name. Extensions such as `.exe` and `.js` are rejected. */
  name: string;
  /** The MIME type. Derived from the file extension when absent. */
  content_type?: string;
  /** The exact size in bytes, up to 10 MB. */
  size: number;
};

/** Parameters of `templates.create`. */
export type TemplateCreateParams = {
  /** The name that emails use to refer to it. Unique, and can't begin with `tpl_`. On create, derived from `name` by default. */
  alias?: string;
  /** The name shown in the dashboard. */
  name: string;
  /** The subject. Can include placeholders such as `{{name}}`. */
  subject: string;
  /** The HTML body, up to 2 MB. Values for placeholders such as `{{name}}` are escaped. Pass an empty string for no HTML. */
  html?: string;
  /** The plain-text body, up to 2 MB. Can include placeholders such as `{{name}}`. Pass an empty string for no text. */
  text?: string;
  /** The category of emails that use it. Default `transactional`. */
  category?: "transactional" | "product" | "newsletter";
  /** Adds one-click unsubscribe to emails that use it. Default false. */
  unsubscribe_enabled?: boolean;
  /** Default values for placeholders. Up to 100 values and 64 KB as JSON. */
  defaults?: Record<string, string | number | boolean | null>;
  /** Sample values for placeholders, used in previews and tests. Changes apply without publishing. Up to 100 values and 64 KB as JSON. */
  samples?: Record<string, string | number | boolean | null>;
  /** Publishes it in the same request, so emails can use it right away. Default false. */
  publish?: boolean;
};

/** Parameters of `templates.list`. */
export type TemplateListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only templates in this category. */
  category?: "transactional" | "product" | "newsletter";
  /** Only templates with this status. */
  status?: "draft" | "published";
};

/** Parameters of `templates.get`. */
export type TemplateGetParams = {
  /** Which version to show. Defaults to the draft if there is one. */
  version?: "draft" | "published";
};

/** Parameters of `templates.update`. */
export type TemplateUpdateParams = {
  /** The name that emails use to refer to it. Unique, and can't begin with `tpl_`. On create, derived from `name` by default. */
  alias?: string;
  /** The name shown in the dashboard. */
  name?: string;
  /** The subject. Can include placeholders such as `{{name}}`. */
  subject?: string;
  /** The HTML body, up to 2 MB. Values for placeholders such as `{{name}}` are escaped. Pass an empty string for no HTML. */
  html?: string;
  /** The plain-text body, up to 2 MB. Can include placeholders such as `{{name}}`. Pass an empty string for no text. */
  text?: string;
  /** The category of emails that use it. Default `transactional`. */
  category?: "transactional" | "product" | "newsletter";
  /** Adds one-click unsubscribe to emails that use it. Default false. */
  unsubscribe_enabled?: boolean;
  /** Default values for placeholders. Up to 100 values and 64 KB as JSON. */
  defaults?: Record<string, string | number | boolean | null>;
  /** Sample values for placeholders, used in previews and tests. Changes apply without publishing. Up to 100 values and 64 KB as JSON. */
  samples?: Record<string, string | number | boolean | null>;
  /** Publishes it in the same request, so emails can use it right away. Default false. */
  publish?: boolean;
};

/** Parameters of `templates.act`. */
export type TemplateActParams = {
  /** What to do with the template. */
  action: "publish" | "unpublish" | "duplicate" | "preview";
  /** For `duplicate`: the copy's alias. Default `<alias>-copy`. */
  alias?: string;
  /** For `duplicate`: the copy's name. Defaults to the same name. */
  name?: string;
  /** For `preview`: values for the placeholders. Defaults to the template's `samples`. Up to 100 values and 64 KB as JSON. */
  variables?: Record<string, string | number | boolean | null>;
  /** For `preview`: which version to show. Defaults to the draft if there is one. */
  version?: "draft" | "published";
};

/** Response of `templates.delete`. */
export type TemplateDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `automations.create`. */
export type AutomationCreateParams = {
  /** The name shown in the dashboard and in webhooks, 1 to 100 characters. */
  name: string;
  /** Which events start a run. */
  trigger: {
    /** The name of the event that starts a run. Names can't begin with `email.`, `contact.`, or `automation.`. */
    event: string;
    /** Up to 10 event names. Each event cancels the same person's open runs. */
    cancel_on_events?: string[] | null;
    /** Up to 20 conditions on the event. All must be true. */
    conditions?: AutomationCondition[] | null;
  };
  /** 1 to 50 steps, run in order. */
  steps: AutomationStep[];
  /** Whether the same person can start more than one run. `false` allows one run, and `{after_seconds}` sets a minimum time between runs. Default true. */
  allow_reentry?: boolean | {
    /** Seconds from the start of the last run until the same person can start another, up to 31,536,000 (365 days). */
    after_seconds: number;
  };
};

/** Parameters of `automations.list`. */
export type AutomationListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only automations with this status. */
  status?: "draft" | "active" | "paused";
};

/** Parameters of `automations.update`. */
export type AutomationUpdateParams = {
  /** The name shown in the dashboard and in webhooks, 1 to 100 characters. */
  name?: string;
  /** Which events start a run. */
  trigger?: {
    /** The name of the event that starts a run. Names can't begin with `email.`, `contact.`, or `automation.`. */
    event: string;
    /** Up to 10 event names. Each event cancels the same person's open runs. */
    cancel_on_events?: string[] | null;
    /** Up to 20 conditions on the event. All must be true. */
    conditions?: AutomationCondition[] | null;
  };
  /** 1 to 50 steps, run in order. */
  steps?: AutomationStep[];
  /** Whether the same person can start more than one run. `false` allows one run, and `{after_seconds}` sets a minimum time between runs. Default true. */
  allow_reentry?: boolean | {
    /** Seconds from the start of the last run until the same person can start another, up to 31,536,000 (365 days). */
    after_seconds: number;
  };
};

/** Parameters of `automations.act`. */
export type AutomationActParams = {
  /** What to do with the automation. `pause` prevents new runs and lets open ones finish. */
  action: "activate" | "pause" | "duplicate";
  /** For `pause`: also cancels the open runs. Default false. */
  cancel_runs?: boolean;
  /** For `duplicate`: the copy's name. Default `<name> copy`. */
  name?: string;
};

/** Response of `automations.delete`. */
export type AutomationDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `automations.runs.list`. */
export type AutomationRunListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only runs with this status. */
  status?: "running" | "waiting" | "completed" | "failed" | "cancelled";
  /** Only runs for the person with this address. */
  email?: string;
  /** Only runs that this event started, `ae_…`. */
  event_id?: string;
};

/** Parameters of `automations.runs.act`. */
export type AutomationRunActParams = {
  /** What to do with the run. */
  action: "cancel";
};

/** Parameters of `events.send`. */
export type EventSendParams = {
  /** The event's name, such as `user.signed_up`. Names can't begin with `email.`, `contact.`, or `automation.`. */
  name: string;
  /** Your own id for the person, up to 255 characters. Events with the same `email` or `user_id` belong to the same person. */
  user_id?: string;
  /** The person's address, without a display name. */
  email?: string;
  /** Your own data about the event: up to 64 KB as JSON, nested up to 5 levels. */
  data?: Record<string, unknown>;
  /** Simulates an automation and changes nothing. Works in dashboard sessions, not with API keys. */
  dry_run?: boolean;
  /** With `dry_run`: the automation to simulate, `aut_…`. */
  automation_id?: string;
};

/** Response of `events.send`. */
export type EventSendResponse = {
  /** The event as stored. */
  event: CustomEvent;
  /** How many active automations the event matches, including those that this person can't start again. */
  matched_automations: number;
  /** How many waiting runs it resumed. */
  resumed_runs: number;
  /** How many open runs it canceled. */
  cancelled_runs: number;
};

/** Parameters of `webhooks.create`. */
export type WebhookCreateParams = {
  /** The public HTTPS URL that receives events, up to 2,048 characters. */
  url: string;
  /** The event types to receive. Defaults to all. */
  events?: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
  /** Whether it receives events. Default true. */
  enabled?: boolean;
  /** Limits email events to these tenants, by `external_id` or `ten_…` id. Up to 100. Defaults to no limit. */
  tenants?: string[];
  /** A note about the endpoint, up to 200 characters. */
  description?: string;
  /** Up to 10 custom headers to send with every delivery. API responses mask their values. */
  headers?: Record<string, string>;
  /** Replays failed deliveries from the last 24 hours once the endpoint recovers. Default true. */
  auto_replay?: boolean;
};

/** Response of `webhooks.create`. */
export type WebhookCreateResponse = {
  /** The endpoint. */
  webhook: Webhook;
  /** The signing secret, `whsec_…`. Shown only here. */
  secret: string;
  /** Use `secret` instead. For secrets created since release 0.3, the two are identical. For older secrets, this is the form that Standard Webhooks libraries need. */
  standard_secret: string;
};

/** Parameters of `webhooks.list`. */
export type WebhookListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

/** Parameters of `webhooks.update`. */
export type WebhookUpdateParams = {
  /** The public HTTPS URL that receives events, up to 2,048 characters. */
  url?: string;
  /** The event types to receive. Null or an empty list means all. */
  events?: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[] | null;
  /** Whether it receives events. Default true. */
  enabled?: boolean;
  /** Limits email events to these tenants, up to 100. Null or an empty list removes the limit. */
  tenants?: string[] | null;
  /** A note about the endpoint, up to 200 characters. */
  description?: string | null;
  /** Up to 10 custom headers to send with every delivery. API responses mask their values. */
  headers?: Record<string, string> | null;
  /** Replays failed deliveries from the last 24 hours once the endpoint recovers. Turning it on also covers earlier failures. */
  auto_replay?: boolean;
};

/** Response of `webhooks.delete`. */
export type WebhookDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `webhooks.act`. */
export type WebhookActParams = {
  /** What to do with the endpoint. */
  action: "replay_failed" | "rotate_secret";
  /** For `replay_failed`: replays deliveries created at or after this time, up to 30 days back. Required for that action. */
  since?: string;
  /** For `replay_failed`: replays deliveries created before this time. Defaults to now. */
  until?: string;
  /** For `rotate_secret`: how many seconds the old secret keeps signing deliveries. 0 retires it immediately. Default 86,400 (one day). */
  overlap_seconds?: number;
};

/** Response of `webhooks.act`. */
export type WebhookActResponse = {
  /** The endpoint. */
  webhook: Webhook;
  /** The signing secret, `whsec_…`. Shown only here. */
  secret: string;
  /** Use `secret` instead. For secrets created since release 0.3, the two are identical. For older secrets, this is the form that Standard Webhooks libraries need. */
  standard_secret: string;
} | {
  /** For `replay_failed`: how many deliveries were queued again. */
  queued: number;
  /** For `replay_failed`: whether more failed deliveries remain. Repeat the request to queue them. */
  has_more: boolean;
};

/** Parameters of `webhooks.deliveries.list`. */
export type WebhookDeliveryListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only deliveries with this status. */
  status?: "pending" | "delivered" | "failed";
  /** Only deliveries of this event type. */
  event?: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
  /** Only results created at or after this time. ISO 8601, with `Z` or an offset. */
  since?: string;
  /** Only results created before this time. ISO 8601, with `Z` or an offset. */
  until?: string;
  /** `payload` adds each request body and lowers the maximum `limit` to 25. */
  include?: "payload";
};

/** Parameters of `webhooks.deliveries.act`. */
export type WebhookDeliveryActParams = {
  /** `replay` sends the same event again, as a new delivery. */
  action: "replay";
};

/** Parameters of `emails.test`. */
export type EmailTestParams = {
  /** The type of event to send. */
  event: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
  /** Uses this email's data, `msg_…`. Defaults to sample data. */
  email_id?: string;
  /** Whether to deliver the event or only return it. Default true. */
  deliver?: boolean;
  /** Sends it as this tenant's event, by `external_id` or `ten_…` id. */
  tenant?: string;
  /** Delivers only to this endpoint, `wh_…`, even if it is disabled. Its filters still apply. */
  webhook_id?: string;
};

/** Response of `emails.test`. */
export type EmailTestResponse = {
  /** The test event, as your server receives it. */
  event: {
    /** The event's id, `evt_…`. */
    id: string;
    /** The event type. */
    type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
    /** When it was created. */
    created_at: string;
    /** The event's data. Includes `test: true`. */
    data: Record<string, unknown>;
  };
  /** Whether the event is being delivered. */
  deliver: boolean;
  /** One delivery per endpoint that subscribes to the event. */
  deliveries: {
    /** The delivery's id, `whd_…`. */
    id: string;
    /** The endpoint, `wh_…`. */
    webhook_id: string;
    /** The URL it is sent to. */
    url: string;
  }[];
};

/** Parameters of `suppressions.list`. */
export type SuppressionListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only the entry for this address. An unencoded `+` also works. */
  email?: string;
  /** Only entries with this reason. */
  reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
};

/** Parameters of `suppressions.create`. */
export type SuppressionCreateParams = {
  /** The address. An unencoded `+` in a query also works. */
  email: string;
  /** Why to suppress it. Default `manual`. */
  reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
  /** Your own note, up to 500 characters. */
  note?: string;
};

/** Parameters of `suppressions.delete`. */
export type SuppressionDeleteParams = {
  /** The address. An unencoded `+` in a query also works. */
  email: string;
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
};

/** Response of `suppressions.delete`. */
export type SuppressionDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `suppressions.batch`. */
export type SuppressionBatchParams = {
  /** Whether to add or remove the addresses. */
  action: "add" | "remove";
  /** 1 to 1,000 addresses. Invalid ones are reported in `failed`. The rest are processed. */
  emails: string[];
  /** Why to suppress it. Default `manual`. */
  reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
};

/** Response of `suppressions.batch`. */
export type SuppressionBatchResponse = {
  /** How many addresses were added. */
  added: number;
  /** How many addresses were removed. */
  removed: number;
  /** How many addresses needed no change. */
  skipped: number;
  /** The addresses that couldn't be processed. */
  failed: {
    /** The address, as in the request. */
    email: string;
    /** What is wrong with it. */
    message: string;
  }[];
};

/** Parameters of `suppressions.export`. */
export type SuppressionExportParams = {
  /** A tenant's list, by `external_id` or `ten_…` id, or `*` for all lists. Defaults to the account's list. */
  tenant?: string;
};

/** Parameters of `suppressions.get`. */
export type SuppressionGetParams = {
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
};

/** Parameters of `optOuts.list`. */
export type OptOutListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** The address. An unencoded `+` also works. */
  email?: string;
  /** The category that the address opted out of. */
  category?: "product" | "newsletter";
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
};

/** Parameters of `optOuts.delete`. */
export type OptOutDeleteParams = {
  /** The address. An unencoded `+` also works. */
  email: string;
  /** The category that the address opted out of. */
  category: "product" | "newsletter";
  /** A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
  tenant?: string;
};

/** Response of `optOuts.delete`. */
export type OptOutDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `domains.claims.create`. */
export type DomainClaimCreateParams = {
  /** The domain to claim. */
  name: string;
};

/** Parameters of `domains.claims.act`. */
export type DomainClaimActParams = {
  /** `verify` looks for the record now. */
  action: "verify";
};

/** Parameters of `domains.create`. */
export type DomainCreateParams = {
  /** The domain, such as `mail.example.com`. Subdomains aren't included. */
  name: string;
  /** The tenant that owns the domain, by `external_id` or `ten_…` id. Defaults to the account. */
  tenant?: string;
  /** Creates a subdomain that only receives email. Default false. */
  inbound_enabled?: boolean;
  /** The AWS region. Must be the deployment's own region, which is the default. */
  region?: string;
  /** Adds a tracking pixel to HTML emails. Default false. */
  open_tracking?: boolean;
  /** Routes links in HTML emails through the service to count clicks. Default false. */
  click_tracking?: boolean;
  /** `enforced` delivers only over TLS. Default `opportunistic`, which uses TLS where the receiving server offers it. */
  tls_mode?: "opportunistic" | "enforced";
};

/** Parameters of `domains.list`. */
export type DomainListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only this tenant's domains, by `external_id` or `ten_…` id. */
  tenant?: string;
  /** Only domains with this status. */
  status?: "pending" | "verified" | "failing" | "failed";
};

/** Parameters of `domains.update`. */
export type DomainUpdateParams = {
  /** Adds a tracking pixel to HTML emails. Default false. */
  open_tracking?: boolean;
  /** Routes links in HTML emails through the service to count clicks. Default false. */
  click_tracking?: boolean;
  /** `enforced` delivers only over TLS. Default `opportunistic`, which uses TLS where the receiving server offers it. */
  tls_mode?: "opportunistic" | "enforced";
  /** For inbound domains: whether the domain accepts email. */
  inbound_enabled?: boolean;
  /** The tenant that owns the domain, or null to return it to the account. Needs a key with the `full` scope. */
  tenant?: string | null;
};

/** Parameters of `domains.act`. */
export type DomainActParams = {
  /** `verify` checks DNS now, `apply` writes the records, and `forget_credentials` deletes stored credentials. */
  action: "verify" | "apply" | "forget_credentials";
  /** For `apply`: `cloudflare`, `route53`, or `digitalocean`. Detected by default. */
  provider?: string;
  /** For `apply`: credentials for the DNS host. Used once, and stored only with `save_credentials`. */
  credentials?: {
    /** For Cloudflare and DigitalOcean. */
    api_token?: string | null;
    /** For Route 53. */
    access_key_id?: string | null;
    /** For Route 53. */
    secret_access_key?: string | null;
    /** For Route 53 with temporary credentials. */
    session_token?: string | null;
  };
  /** For `apply`: stores the credentials, encrypted, for later calls. Default false. */
  save_credentials?: boolean;
  /** For `apply`: returns the plan and writes nothing. Needs no credentials. Default false. */
  dry_run?: boolean;
};

/** Response of `domains.act`. */
export type DomainActResponse = {
  /** The domain. */
  domain: Domain;
  /** For `verify`: whether the domain is verified now. */
  verified?: boolean;
  /** For `apply`: the planned changes and their results. */
  dns_plan?: DnsPlan;
  /** For `apply`: how many records were written. */
  applied?: number;
};

/** Parameters of `domains.delete`. */
export type DomainDeleteParams = {
  /** `true` deletes the domain even if emails are scheduled from it, and cancels those emails. */
  force?: boolean | "true" | "false";
};

/** Response of `domains.delete`. */
export type DomainDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `migrations.create`. */
export type MigrationCreateParams = {
  /** The provider to import from. */
  provider: "sendgrid" | "postmark" | "mailgun";
  /** The provider's API key, or the server token for Postmark. Used only for this request and never stored. */
  api_key: string;
  /** For Postmark: the account token, needed to import domains. */
  account_api_key?: string;
  /** For SendGrid and Mailgun: the provider's region. Default `us`. */
  region?: "us" | "eu";
  /** What to import. Defaults to everything. */
  resources?: ("domains" | "webhooks" | "templates" | "suppressions")[];
  /** Previews the import and writes nothing. Default false. */
  dry_run?: boolean;
  /** The `next_cursor` of the previous response, to continue the import. */
  cursor?: string;
};

/** Parameters of `migrations.list`. */
export type MigrationListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

/** Parameters of `migrations.report`. */
export type MigrationReportParams = {
  /** The report format. Default `csv`. */
  format?: "csv" | "json";
};

/** Response of `migrations.report`. */
export type MigrationReportResponse = {
  /** The import and its report. */
  migration: Migration;
};

/** Parameters of `apiKeys.create`. */
export type ApiKeyCreateParams = {
  /** A name of your choice, 1 to 100 characters. */
  name: string;
  /** The scopes to give it. `full` allows everything. */
  scopes: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
  /** Limits it to one tenant, by `external_id` or `ten_…` id. Can't be changed later. */
  tenant?: string;
  /** Limits sending to these domains, up to 100. Defaults to all of the account's domains. */
  allowed_domains?: string[];
  /** Limits use to these IPv4 or IPv6 addresses or CIDR ranges, up to 50. Defaults to any address. */
  allowed_ips?: string[];
  /** When it expires. ISO 8601, with `Z` or an offset. Doesn't expire by default. */
  expires_at?: string;
};

/** Response of `apiKeys.create`. */
export type ApiKeyCreateResponse = {
  /** The API key, without its secret. */
  api_key: ApiKey;
  /** The key itself, `svc_…`. Shown only here. */
  secret: string;
};

/** Parameters of `apiKeys.list`. */
export type ApiKeyListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

/** Parameters of `apiKeys.update`. */
export type ApiKeyUpdateParams = {
  /** A name of your choice, 1 to 100 characters. */
  name?: string;
  /** The scopes to give it. `full` allows everything. */
  scopes?: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
  /** Limits sending to these domains, up to 100. Defaults to all of the account's domains. */
  allowed_domains?: string[] | null;
  /** Limits use to these IPv4 or IPv6 addresses or CIDR ranges, up to 50. Defaults to any address. */
  allowed_ips?: string[] | null;
  /** When it expires. ISO 8601, with `Z` or an offset. Doesn't expire by default. */
  expires_at?: string | null;
  /** Can't be changed. Create another key instead. */
  tenant?: unknown;
};

/** Response of `apiKeys.delete`. */
export type ApiKeyDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `smtpCredentials.create`. */
export type SmtpCredentialCreateParams = {
  /** A name of your choice, 1 to 100 characters. */
  name: string;
  /** Limits it to one tenant, by `external_id` or `ten_…` id. Can't be changed later. */
  tenant?: string;
  /** Limits sending to these domains, up to 100. Defaults to all of the account's domains. */
  allowed_domains?: string[];
  /** Limits use to these IPv4 or IPv6 addresses or CIDR ranges, up to 50. Defaults to any address. */
  allowed_ips?: string[];
  /** When it expires. ISO 8601, with `Z` or an offset. Doesn't expire by default. */
  expires_at?: string;
};

/** Response of `smtpCredentials.create`. */
export type SmtpCredentialCreateResponse = {
  /** The credential, without its password. */
  smtp_credential: SmtpCredential;
  /** The SMTP password, `svcsmtp_…`. Shown only here. */
  password: string;
};

/** Parameters of `smtpCredentials.list`. */
export type SmtpCredentialListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

/** Response of `smtpCredentials.delete`. */
export type SmtpCredentialDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `tenants.create`. */
export type TenantCreateParams = {
  /** Your own id for the tenant, 1 to 128 letters, digits, or `. _ : @ -`. Unique, and can't change. */
  external_id: string;
  /** The name shown in the dashboard, up to 200 characters. Defaults to `external_id`. */
  name?: string;
  /** The domain to add to a `from` without one. */
  default_from_domain?: string;
  /** `transactional_only` rejects `product` and `newsletter` email. Default `all`. */
  stream_policy?: "all" | "transactional_only";
  /** The maximum number of recipients per UTC day. The ramp also applies. No limit by default. */
  daily_limit?: number;
  /** Your own data about the tenant, up to 4 KB as JSON. Replaces any existing data. */
  metadata?: Record<string, unknown>;
};

/** Parameters of `tenants.list`. */
export type TenantListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only tenants with this status. */
  status?: "active" | "paused";
};

/** Parameters of `tenants.update`. */
export type TenantUpdateParams = {
  /** Can't be changed. */
  external_id?: string;
  /** The name shown in the dashboard, up to 200 characters. Defaults to `external_id`. */
  name?: string | null;
  /** The domain to add to a `from` without one. */
  default_from_domain?: string | null;
  /** `transactional_only` rejects `product` and `newsletter` email. Default `all`. */
  stream_policy?: "all" | "transactional_only";
  /** The maximum number of recipients per UTC day. The ramp also applies. No limit by default. */
  daily_limit?: number | null;
  /** Your own data about the tenant, up to 4 KB as JSON. Replaces any existing data. */
  metadata?: Record<string, unknown> | null;
  /** `paused` rejects new emails from the tenant. `active` allows them again. */
  status?: "active" | "paused";
  /** The reason for the pause, up to 500 characters. */
  reason?: string;
};

/** Response of `tenants.delete`. */
export type TenantDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `tenants.stats`. */
export type TenantStatsParams = {
  /** How many UTC days to count, ending today, 1 to 90. Default 7. */
  days?: number | string;
};

/** Response of `tenants.stats`. */
export type TenantStatsResponse = {
  /** The tenant. */
  tenant: Tenant;
  /** Sending results for these days. */
  stats: TenantStats;
  /** The sending ramp that applies to the tenant's next email. */
  ramp: TenantRamp;
};

/** Parameters of `tenants.domains.add`. */
export type TenantDomainAddParams = {
  /** The domain to assign to the tenant, by name or `dom_…` id. Only that tenant can then send from it. */
  domain: string;
};

/** Parameters of `tenants.domains.list`. */
export type TenantDomainListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only domains with this status. */
  status?: "pending" | "verified" | "failing" | "failed";
};

/** Response of `tenants.domains.remove`. */
export type TenantDomainRemoveResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `usage.get`. */
export type UsageGetParams = {
  /** How many UTC days to show, ending today, 1 to 90. Default 30. */
  days?: number | string;
  /** Only this tenant's data, by `external_id` or `ten_…` id. */
  tenant?: string;
};

/** Parameters of `deliverability.get`. */
export type DeliverabilityGetParams = {
  /** How many UTC days to count, 1 to 90. Default 7. */
  days?: number | string;
  /** The last UTC day to count. Default today. Daily results are kept for 800 days, and results by domain for 100 days. */
  until?: string;
  /** Only this tenant's data, by `external_id` or `ten_…` id. */
  tenant?: string;
  /** Only email sent from this domain. */
  domain?: string;
};

/** Parameters of `receivedEmails.list`. */
export type ReceivedEmailListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only email to this domain. */
  domain?: string;
  /** Only email delivered to this address. */
  to?: string;
  /** Only email with this address in `From`. */
  from?: string;
  /** Only email received at or after this time. ISO 8601, with `Z` or an offset. */
  since?: string;
  /** Only email received before this time. ISO 8601, with `Z` or an offset. */
  until?: string;
};

/** Response of `receivedEmails.delete`. */
export type ReceivedEmailDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `inboundRoutes.create`. */
export type InboundRouteCreateParams = {
  /** An address, `support+*@in.example.com` for any tag or none, or `*@in.example.com` for the rest of the domain. */
  match: string;
  /** Whether to deliver or reject the email. Default `deliver`. */
  action?: "deliver" | "refuse";
  /** For `deliver`: the endpoint that receives the email, `wh_…`. It must subscribe to `email.received`. Defaults to all endpoints. */
  webhook_id?: string;
};

/** Parameters of `inboundRoutes.list`. */
export type InboundRouteListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only this domain's routes, by name or `dom_…` id. */
  domain?: string;
};

/** Parameters of `inboundRoutes.update`. */
export type InboundRouteUpdateParams = {
  /** Whether to deliver or reject the email. Default `deliver`. */
  action?: "deliver" | "refuse";
  /** For `deliver`: the endpoint that receives the email, `wh_…`. It must subscribe to `email.received`. Null for all endpoints. */
  webhook_id?: string | null;
};

/** Response of `inboundRoutes.delete`. */
export type InboundRouteDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Parameters of `blockedSenders.create`. */
export type BlockedSenderCreateParams = {
  /** An address, or a domain including its subdomains. */
  sender: string;
  /** Limits the block to email for this domain, by name or `dom_…` id. Defaults to all domains. */
  domain?: string;
  /** Limits the block to this tenant's email, by `external_id` or `ten_…` id. Defaults to the whole account, or the key's tenant. */
  tenant?: string;
};

/** Parameters of `blockedSenders.list`. */
export type BlockedSenderListParams = {
  /** How many results to return per page, 1 to 100. Default 25. */
  limit?: number | string;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

/** Response of `blockedSenders.delete`. */
export type BlockedSenderDeleteResponse = {
  /** Always true. */
  ok: true;
};

/** Response of `health.get`. */
export type HealthGetResponse = {
  /** Always true. */
  ok: true;
  /** The deployed version of Mailwright. */
  version: string;
  /** The deployed git commit. Null if unknown. */
  commit: string | null;
};

/** Response of `openapi.get`. */
export type OpenapiGetResponse = Record<string, unknown>;

export type EmailMethods = {
  /**
   * Send an email.
   *
   * Stores the email and responds before it is sent. With an `Idempotency-Key`, repeating the request within 24 hours returns the first response and sends nothing. Use `scheduled_at` to send up to 90 days later.
   */
  send(params: EmailSendParams, options?: KeyedOptions): Promise<EmailSendResponse>;
  /**
   * List emails, newest first.
   *
   * Returns emails that match all filters. `subject` matches the beginning of the subject and is case-sensitive. A page can be short even if `has_more` is true. Continue with `next_cursor`.
   */
  list(params?: EmailListParams, options?: CallOptions): List<Email>;
  /**
   * Send up to 100 emails.
   *
   * Each email is accepted or rejected independently. Always send an `Idempotency-Key`. With it, repeating the request within 24 hours returns the first response. Without it, a lost response can't be recovered.
   */
  sendBatch(params: EmailSendBatchParams, options?: KeyedOptions): Promise<EmailSendBatchResponse>;
  /**
   * Get an email.
   *
   * With `include=content`, the response includes the `html` and `text` as sent, until they expire.
   *
   * @param id - The email's id, `msg_…`.
   */
  get(id: string, params?: EmailGetParams, options?: CallOptions): Promise<EmailWithContent>;
  /**
   * Reschedule or cancel a scheduled email.
   *
   * Pass either `scheduled_at` or `cancel: true`. If canceling returns 200, the email won't be sent. A 409 means the email is no longer scheduled.
   *
   * @param id - The email's id, `msg_…`.
   */
  update(id: string, params: EmailUpdateParams, options?: CallOptions): Promise<Email>;
  /**
   * Resend an email, without its attachments.
   *
   * Creates a new email from the stored content. All checks of `POST /emails` apply. Returns 409 `content_expired` if the content has expired.
   *
   * @param id - The email's id, `msg_…`.
   */
  resend(id: string, options?: KeyedOptions): Promise<EmailResendResponse>;
  /**
   * List an email's events, newest first.
   *
   * Includes `email.queued`, `email.rescheduled`, `email.cancelled`, and `email.unsubscribed`, which aren't sent to webhooks.
   *
   * @param id - The email's id, `msg_…`.
   */
  events(id: string, params?: EmailEventsParams, options?: CallOptions): List<EmailEvent>;
  /**
   * Get the status of each recipient.
   *
   * Returns one entry per address in `to`, `cc`, and `bcc`, with its status and the reason if delivery failed.
   *
   * @param id - The email's id, `msg_…`.
   */
  recipients(id: string, options?: CallOptions): Promise<EmailRecipientsResponse>;
  /**
   * Send a test event to webhook endpoints.
   *
   * Sends an event for the email in `email_id`, or a sample event. It goes to every enabled endpoint that subscribes to it, or only to the endpoint in `webhook_id`. No email is sent.
   */
  test(params: EmailTestParams, options?: CallOptions): Promise<EmailTestResponse>;
};

export type AttachmentMethods = {
  /**
   * Get a link to upload a file.
   *
   * For 24 hours after the upload, you can use the file's id in any email's `attachments`.
   */
  create(params: AttachmentCreateParams, options?: CallOptions): Promise<Attachment>;
};

export type TemplateMethods = {
  /**
   * Create a template.
   *
   * Creates a draft. Pass `publish: true` to publish it right away.
   */
  create(params: TemplateCreateParams, options?: CallOptions): Promise<Template>;
  /**
   * List templates, newest first.
   *
   * Returns drafts and published templates, without their bodies.
   */
  list(params?: TemplateListParams, options?: CallOptions): List<TemplateSummary>;
  /**
   * Get a template by alias or id.
   *
   * Returns the draft if there is one. Choose another version with `version`.
   *
   * @param template - The template's alias, or its `tpl_…` id.
   */
  get(template: string, params?: TemplateGetParams, options?: CallOptions): Promise<Template>;
  /**
   * Edit a template's draft.
   *
   * Emails use the published version until the draft is published.
   *
   * @param template - The template's alias, or its `tpl_…` id.
   */
  update(template: string, params: TemplateUpdateParams, options?: CallOptions): Promise<Template>;
  /**
   * Publish, unpublish, duplicate, or preview a template.
   *
   * `preview` needs the `templates:read` scope. `publish`, `unpublish`, and `duplicate` need `templates:write`.
   *
   * @param template - The template's alias, or its `tpl_…` id.
   */
  act(template: string, params: TemplateActParams, options?: CallOptions): Promise<Template | TemplatePreview>;
  /**
   * Delete a template.
   *
   * Returns 409 while an active automation uses the template.
   *
   * @param template - The template's alias, or its `tpl_…` id.
   */
  delete(template: string, options?: CallOptions): Promise<TemplateDeleteResponse>;
};

export type AutomationMethods = {
  /**
   * Create a draft automation.
   *
   * It doesn't start runs until you activate it.
   */
  create(params: AutomationCreateParams, options?: CallOptions): Promise<Automation>;
  /**
   * List automations, newest first.
   *
   * Filter by `status`. Each automation includes its trigger but not its steps.
   */
  list(params?: AutomationListParams, options?: CallOptions): List<AutomationSummary>;
  /**
   * Get an automation.
   *
   * Returns the definition that the next run uses.
   *
   * @param id - The automation's id, `aut_…`.
   */
  get(id: string, options?: CallOptions): Promise<Automation>;
  /**
   * Change an automation.
   *
   * `trigger`, `steps`, and `allow_reentry` replace the current values and can't be changed while the automation is active.
   *
   * @param id - The automation's id, `aut_…`.
   */
  update(id: string, params: AutomationUpdateParams, options?: CallOptions): Promise<Automation>;
  /**
   * Activate, pause, or duplicate an automation.
   *
   * `activate` returns 400 with a list of all problems, or 503 if the deployment doesn't support a step.
   *
   * @param id - The automation's id, `aut_…`.
   */
  act(id: string, params: AutomationActParams, options?: CallOptions): Promise<Automation>;
  /**
   * Delete an automation.
   *
   * Cancels its open runs and prevents new ones.
   *
   * @param id - The automation's id, `aut_…`.
   */
  delete(id: string, options?: CallOptions): Promise<AutomationDeleteResponse>;
  /** Workflows that an event starts, with emails, SMS, delays, conditions, and requests. */
  readonly runs: AutomationRunMethods;
};

export type AutomationRunMethods = {
  /**
   * List an automation's runs, newest first.
   *
   * Filter by `status`, `email`, or `event_id`. Finished runs are kept for 90 days by default.
   *
   * @param id - The automation's id, `aut_…`.
   */
  list(id: string, params?: AutomationRunListParams, options?: CallOptions): List<AutomationRunSummary>;
  /**
   * Get a run with its steps.
   *
   * Returns each step with its status, times, and output.
   *
   * @param id - The automation's id, `aut_…`.
   * @param run - The run's id, `run_…`.
   */
  get(id: string, run: string, options?: CallOptions): Promise<AutomationRun>;
  /**
   * Cancel a run.
   *
   * Once this returns 200, the run sends no more email.
   *
   * @param id - The automation's id, `aut_…`.
   * @param run - The run's id, `run_…`.
   */
  act(id: string, run: string, params: AutomationRunActParams, options?: CallOptions): Promise<AutomationRun>;
};

export type EventMethods = {
  /**
   * Post an event.
   *
   * Stores the event, then returns how many active automations it matches. In dashboard sessions, `dry_run` simulates an automation and returns 200, without storing or sending anything.
   */
  send(params: EventSendParams, options?: KeyedOptions): Promise<EventSendResponse>;
};

export type WebhookMethods = {
  /**
   * Create a webhook endpoint.
   *
   * Only this response includes the signing secret.
   */
  create(params: WebhookCreateParams, options?: CallOptions): Promise<WebhookCreateResponse>;
  /**
   * List webhook endpoints, newest first.
   *
   * Secrets aren't included.
   */
  list(params?: WebhookListParams, options?: CallOptions): List<Webhook>;
  /**
   * Get a webhook endpoint.
   *
   * The secret isn't included. `disabled_reason` says why the service disabled the endpoint.
   *
   * @param id - The endpoint's id, `wh_…`.
   */
  get(id: string, options?: CallOptions): Promise<Webhook>;
  /**
   * Change, enable, or disable a webhook endpoint.
   *
   * Changes apply to events that happen after the response. `enabled: true` also re-enables an endpoint that the service disabled.
   *
   * @param id - The endpoint's id, `wh_…`.
   */
  update(id: string, params: WebhookUpdateParams, options?: CallOptions): Promise<Webhook>;
  /**
   * Delete a webhook endpoint.
   *
   * Pending deliveries are discarded.
   *
   * @param id - The endpoint's id, `wh_…`.
   */
  delete(id: string, options?: CallOptions): Promise<WebhookDeleteResponse>;
  /**
   * Replay failed deliveries, or rotate the signing secret.
   *
   * `replay_failed` queues up to 1,000 deliveries per call, oldest first, and returns 202. It ignores the `Idempotency-Key`. `rotate_secret` returns 200, and only this response includes the new secret. Repeating it with the same `Idempotency-Key` returns 409.
   *
   * @param id - The endpoint's id, `wh_…`.
   */
  act(id: string, params: WebhookActParams, options?: CallOptions): Promise<WebhookActResponse>;
  /** Endpoints that receive events, and a log of every delivery. */
  readonly deliveries: WebhookDeliveryMethods;
};

export type WebhookDeliveryMethods = {
  /**
   * List a webhook endpoint's deliveries, newest first.
   *
   * With filters, a page can be short or empty while `has_more` is true. Continue with `next_cursor`.
   *
   * @param id - The endpoint's id, `wh_…`.
   */
  list(id: string, params?: WebhookDeliveryListParams, options?: CallOptions): List<WebhookDeliveryListed>;
  /**
   * Get a delivery with its payload and attempts.
   *
   * Failed attempts include the first 4 KB of your server's response.
   *
   * @param id - The endpoint's id, `wh_…`.
   * @param delivery - The delivery's id, `whd_…`.
   */
  get(id: string, delivery: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /**
   * Replay a delivery.
   *
   * Creates a new delivery of the same event.
   *
   * @param id - The endpoint's id, `wh_…`.
   * @param delivery - The delivery's id, `whd_…`.
   */
  act(id: string, delivery: string, params: WebhookDeliveryActParams, options?: CallOptions): Promise<WebhookDelivery>;
};

export type SuppressionMethods = {
  /**
   * List suppressions, newest first.
   *
   * Returns the account's list, or a tenant's list with `tenant`.
   */
  list(params?: SuppressionListParams, options?: CallOptions): List<Suppression>;
  /**
   * Add an address to the suppression list.
   *
   * If the address is already on the list, returns 200 with the existing entry.
   */
  create(params: SuppressionCreateParams, options?: CallOptions): Promise<Suppression>;
  /**
   * Remove an address from the suppression list.
   *
   * Remove a bounced address only if it works again. Otherwise, the next bounce adds it back. Remove a complaint only if the recipient asks you to.
   */
  delete(params: SuppressionDeleteParams, options?: CallOptions): Promise<SuppressionDeleteResponse>;
  /**
   * Add or remove up to 1,000 suppressions.
   *
   * Invalid addresses are reported in `failed`. The rest are processed.
   */
  batch(params: SuppressionBatchParams, options?: CallOptions): Promise<SuppressionBatchResponse>;
  /**
   * Export the suppression list as CSV.
   *
   * Returns up to 20,000 rows. For a longer list, redirects (302) to a file. A very long list takes several requests. After each 503, wait the number of seconds in `Retry-After`, then repeat the request.
   */
  export(params?: SuppressionExportParams, options?: CallOptions): Promise<string>;
  /**
   * Get a suppression.
   *
   * Includes the email that caused it, if any. For an entry on a tenant's list, pass its `tenant` or use the tenant's key.
   *
   * @param id - The entry's id, `sup_…`.
   */
  get(id: string, params?: SuppressionGetParams, options?: CallOptions): Promise<Suppression>;
};

export type OptOutMethods = {
  /**
   * List category opt-outs, newest first.
   *
   * Returns addresses that unsubscribed from one category.
   */
  list(params?: OptOutListParams, options?: CallOptions): List<OptOut>;
  /**
   * Remove a category opt-out.
   *
   * Remove an opt-out only if the recipient asks to receive this category again.
   */
  delete(params: OptOutDeleteParams, options?: CallOptions): Promise<OptOutDeleteResponse>;
};

export type DomainClaimMethods = {
  /**
   * Claim a domain from another account.
   *
   * Returns the TXT record that proves the domain is yours, valid for 7 days. If you already have an open claim, returns 200 with it.
   */
  create(params: DomainClaimCreateParams, options?: CallOptions): Promise<DomainClaim>;
  /**
   * Get a domain claim.
   *
   * A claim is pending until its TXT record is found. It expires after seven days.
   *
   * @param id - The claim's id, `clm_…`.
   */
  get(id: string, options?: CallOptions): Promise<DomainClaim>;
  /**
   * Verify a claim and move the domain to your account.
   *
   * Checks DNS for the claim's TXT record. If the record isn't there, the claim stays pending. If the current owner sent from the domain in the last 30 days, the claim is blocked. Otherwise, you get a new, pending domain with its own DKIM key. Publish its records next.
   *
   * @param id - The claim's id, `clm_…`.
   */
  act(id: string, params: DomainClaimActParams, options?: CallOptions): Promise<DomainClaim>;
};

export type DomainMethods = {
  /**
   * Add a domain.
   *
   * Returns the DNS records to publish. The domain can't send until it is verified. If it is already yours, returns 200 with it unchanged.
   */
  create(params: DomainCreateParams, options?: CallOptions): Promise<Domain>;
  /**
   * List domains, newest first.
   *
   * Each domain includes its DNS records and their status.
   */
  list(params?: DomainListParams, options?: CallOptions): List<Domain>;
  /**
   * Get a domain with its DNS records, by id or name.
   *
   * Each record shows the value to publish, the current value in DNS, and what is wrong.
   *
   * @param id - The domain's name or id, `dom_…`.
   */
  get(id: string, options?: CallOptions): Promise<Domain>;
  /**
   * Change a domain's delivery settings or owner.
   *
   * Settings apply to new emails. Emails already queued or scheduled keep their settings.
   *
   * @param id - The domain's name or id, `dom_…`.
   */
  update(id: string, params: DomainUpdateParams, options?: CallOptions): Promise<Domain>;
  /**
   * Verify a domain, or write its records at its DNS host.
   *
   * `verify` checks DNS, the signing key, and SES, at most once every 10 seconds per domain. `apply` writes the records with one-time or stored credentials. It adds or extends records, but never deletes any. `forget_credentials` deletes stored credentials.
   *
   * @param id - The domain's name or id, `dom_…`.
   */
  act(id: string, params: DomainActParams, options?: CallOptions): Promise<DomainActResponse>;
  /**
   * Delete a domain.
   *
   * New emails from the domain are rejected immediately, but queued emails are still sent. If any emails are scheduled from it, returns 409 with their count in `details.scheduled`. Pass `force=true` to cancel them and delete the domain.
   *
   * @param id - The domain's name or id, `dom_…`.
   */
  delete(id: string, params?: DomainDeleteParams, options?: CallOptions): Promise<DomainDeleteResponse>;
  /**
   * Rotate a domain's DKIM key.
   *
   * Returns the new key's record, with the purpose `dkim_next`. Publish it along with the others. Email is signed with the current key until DNS and SES have the new one. After that, the old record has the purpose `dkim_retired` for 7 days. If you don't publish the new record, the rotation ends after 30 days.
   *
   * @param id - The domain's name or id, `dom_…`.
   */
  rotateDkim(id: string, options?: KeyedOptions): Promise<Domain>;
  /**
   * Cancel a domain's DKIM key rotation.
   *
   * Keeps the current key. If SES already has the new key, the rotation's status is `reverting` until SES has the current key again.
   *
   * @param id - The domain's name or id, `dom_…`.
   */
  cancelRotation(id: string, options?: CallOptions): Promise<Domain>;
  /** Domains that send or receive email, with their DNS records. */
  readonly claims: DomainClaimMethods;
};

export type MigrationMethods = {
  /**
   * Import from another email provider, or continue an import.
   *
   * Needs the write scope for every selected resource. Each request runs for up to 25 seconds. While `has_more` is true, repeat the same body with `cursor` set to `next_cursor`. If `retry_after_seconds` is present, wait that long first.
   */
  create(params: MigrationCreateParams, options?: CallOptions): Promise<Migration>;
  /**
   * List imports, newest first.
   *
   * Returns totals only. Previews aren't stored.
   */
  list(params?: MigrationListParams, options?: CallOptions): List<MigrationSummary>;
  /**
   * Get an import with its full report.
   *
   * Combines the results of all the import's requests. If they exceed 5 MB, `truncated` is true, each list has at most 1,000 items, and `counts` shows the full lengths.
   *
   * @param id - The import's id, `mig_…`.
   */
  get(id: string, options?: CallOptions): Promise<Migration>;
  /**
   * Download an import's report as CSV or JSON.
   *
   * Returns CSV, or JSON with `format=json`. If the report is over 5 MB, redirects (302) to a file. The link works for one hour.
   *
   * @param id - The import's id, `mig_…`.
   */
  report(id: string, params?: MigrationReportParams, options?: CallOptions): Promise<string | MigrationReportResponse>;
};

export type ApiKeyMethods = {
  /**
   * Create an API key.
   *
   * Only this response includes the secret. You choose the scopes. You can also limit the key to domains, a tenant, or client IP addresses, and set when it expires.
   */
  create(params: ApiKeyCreateParams, options?: CallOptions): Promise<ApiKeyCreateResponse>;
  /**
   * List API keys, newest first.
   *
   * Secrets aren't included. `last_used_at` is accurate to about a minute.
   */
  list(params?: ApiKeyListParams, options?: CallOptions): List<ApiKey>;
  /**
   * Get an API key.
   *
   * Returns its scopes and limits, without the secret.
   *
   * @param id - The API key's id, not its secret.
   */
  get(id: string, options?: CallOptions): Promise<ApiKey>;
  /**
   * Change an API key.
   *
   * Changes to its name, scopes, and limits take effect within 60 seconds. The secret stays the same.
   *
   * @param id - The API key's id, not its secret.
   */
  update(id: string, params: ApiKeyUpdateParams, options?: CallOptions): Promise<ApiKey>;
  /**
   * Delete an API key.
   *
   * Requests that use it return 401 within 60 seconds. This can't be undone.
   *
   * @param id - The API key's id, not its secret.
   */
  delete(id: string, options?: CallOptions): Promise<ApiKeyDeleteResponse>;
};

export type SmtpCredentialMethods = {
  /**
   * Create an SMTP credential.
   *
   * Only this response includes the password. The user name is always `service`.
   */
  create(params: SmtpCredentialCreateParams, options?: CallOptions): Promise<SmtpCredentialCreateResponse>;
  /**
   * List SMTP credentials, newest first.
   *
   * Passwords aren't included.
   */
  list(params?: SmtpCredentialListParams, options?: CallOptions): List<SmtpCredential>;
  /**
   * Get an SMTP credential.
   *
   * The password isn't included.
   *
   * @param id - The credential's id.
   */
  get(id: string, options?: CallOptions): Promise<SmtpCredential>;
  /**
   * Delete an SMTP credential.
   *
   * The credential stops working within 60 seconds. In open sessions, the next message is rejected.
   *
   * @param id - The credential's id.
   */
  delete(id: string, options?: CallOptions): Promise<SmtpCredentialDeleteResponse>;
};

export type TenantMethods = {
  /**
   * Create a tenant.
   *
   * `external_id` is your own id for the tenant. Use it wherever a tenant id is accepted.
   */
  create(params: TenantCreateParams, options?: CallOptions): Promise<Tenant>;
  /**
   * List tenants, newest first.
   *
   * Each tenant includes its status. Paused tenants also include the reason, time, and source.
   */
  list(params?: TenantListParams, options?: CallOptions): List<Tenant>;
  /**
   * Get a tenant by external_id or id.
   *
   * A tenant key can call this with any scope.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   */
  get(tenant: string, options?: CallOptions): Promise<Tenant>;
  /**
   * Change, pause, or resume a tenant.
   *
   * While a tenant is paused, new emails are rejected. Emails already queued are still sent.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   */
  update(tenant: string, params: TenantUpdateParams, options?: CallOptions): Promise<Tenant>;
  /**
   * Delete a tenant.
   *
   * Deletes its suppression list and returns its domains to the account. Also revokes its keys within a minute and removes it from webhook filters. Its emails stay in the history without a tenant.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   */
  delete(tenant: string, options?: CallOptions): Promise<TenantDeleteResponse>;
  /**
   * Get a tenant's stats and ramp.
   *
   * Counts recipients. Stats can be up to a minute old, and the ramp up to a few seconds. A tenant key can call this with any scope.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   */
  stats(tenant: string, params?: TenantStatsParams, options?: CallOptions): Promise<TenantStatsResponse>;
  /** Your customers who send through your account. Each has its own reputation and limits. */
  readonly domains: TenantDomainMethods;
};

export type TenantDomainMethods = {
  /**
   * Assign a domain to a tenant.
   *
   * Only that tenant can then send from it. Safe to repeat.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   */
  add(tenant: string, params: TenantDomainAddParams, options?: CallOptions): Promise<Domain>;
  /**
   * List a tenant's domains, newest first.
   *
   * A tenant key can call this with any scope.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   */
  list(tenant: string, params?: TenantDomainListParams, options?: CallOptions): List<Domain>;
  /**
   * Return a tenant's domain to the account.
   *
   * Clears the tenant's `default_from_domain` if it was this domain.
   *
   * @param tenant - The tenant's `external_id`, or its `ten_…` id.
   * @param domain - The domain's name or id.
   */
  remove(tenant: string, domain: string, options?: CallOptions): Promise<TenantDomainRemoveResponse>;
};

export type AccountMethods = {
  /**
   * Get the account with its plan, limits, and usage.
   *
   * In `limits`, null means no limit.
   */
  get(options?: CallOptions): Promise<Account>;
};

export type UsageMethods = {
  /**
   * Get usage by day.
   *
   * Counts recipients. Data can be up to a minute old. Covers the account, or one tenant if you pass `tenant`.
   */
  get(params?: UsageGetParams, options?: CallOptions): Promise<Usage>;
};

export type DeliverabilityMethods = {
  /**
   * Get delivery results.
   *
   * Covers the account. To narrow it down, pass `tenant`, `domain`, or both. Counts recipients. Data can be up to a minute old.
   */
  get(params?: DeliverabilityGetParams, options?: CallOptions): Promise<Deliverability>;
};

export type ReceivedEmailMethods = {
  /**
   * List received emails, newest first.
   *
   * With filters, a page can be short while `has_more` is true.
   */
  list(params?: ReceivedEmailListParams, options?: CallOptions): List<ReceivedEmailSummary>;
  /**
   * Get a received email with its bodies and files.
   *
   * Files are included in base64 if the response stays under 5 MB. Every file also has a download link that works for an hour.
   *
   * @param id - The received email's id, `inb_…`.
   */
  get(id: string, options?: CallOptions): Promise<ReceivedEmail>;
  /**
   * Delete a received email with its files.
   *
   * Deletes the message, its text, and its files. This can't be undone.
   *
   * @param id - The received email's id, `inb_…`.
   */
  delete(id: string, options?: CallOptions): Promise<ReceivedEmailDeleteResponse>;
};

export type InboundRouteMethods = {
  /**
   * Route received email by address.
   *
   * `deliver` sends the email to the endpoint in `webhook_id`, or to all endpoints if none is set. `refuse` rejects the email. The most specific route applies: the exact address, then `local+*`, then `*`. Up to 200 routes per domain. If an identical route exists, returns 200 with it.
   */
  create(params: InboundRouteCreateParams, options?: CallOptions): Promise<InboundRoute>;
  /**
   * List inbound routes, newest first.
   *
   * Filter by `domain`, as a name or id.
   */
  list(params?: InboundRouteListParams, options?: CallOptions): List<InboundRoute>;
  /**
   * Get an inbound route.
   *
   * If its endpoint has been deleted, the email goes to all endpoints.
   *
   * @param id - The route's id, `irt_…`.
   */
  get(id: string, options?: CallOptions): Promise<InboundRoute>;
  /**
   * Change an inbound route's action or endpoint.
   *
   * Takes effect within 35 seconds on port 25, and within 5 seconds for events. `refuse` clears the endpoint.
   *
   * @param id - The route's id, `irt_…`.
   */
  update(id: string, params: InboundRouteUpdateParams, options?: CallOptions): Promise<InboundRoute>;
  /**
   * Delete an inbound route.
   *
   * Email to its addresses then follows the next matching route. If none matches, it goes to all endpoints.
   *
   * @param id - The route's id, `irt_…`.
   */
  delete(id: string, options?: CallOptions): Promise<InboundRouteDeleteResponse>;
};

export type BlockedSenderMethods = {
  /**
   * Block a sender.
   *
   * Matches the envelope sender and the `From` address. Bounces are never blocked. Up to 1,000 blocked senders per account. If the sender is already blocked, returns 200.
   */
  create(params: BlockedSenderCreateParams, options?: CallOptions): Promise<BlockedSender>;
  /**
   * List blocked senders, newest first.
   *
   * Returns blocked senders for the account and its tenants.
   */
  list(params?: BlockedSenderListParams, options?: CallOptions): List<BlockedSender>;
  /**
   * Get a blocked sender.
   *
   * Includes the domain or tenant that the block is limited to, if any.
   *
   * @param id - The entry's id, `bsn_…`.
   */
  get(id: string, options?: CallOptions): Promise<BlockedSender>;
  /**
   * Unblock a sender.
   *
   * Email that was already rejected isn't delivered later.
   *
   * @param id - The entry's id, `bsn_…`.
   */
  delete(id: string, options?: CallOptions): Promise<BlockedSenderDeleteResponse>;
};

export type HealthMethods = {
  /**
   * Check the service's health.
   *
   * Returns the deployed version. Needs no API key, and checks only the API itself.
   */
  get(options?: CallOptions): Promise<HealthGetResponse>;
};

export type OpenapiMethods = {
  /**
   * Get this document.
   *
   * Returns OpenAPI 3.1, with this deployment's URL as the server.
   */
  get(options?: CallOptions): Promise<OpenapiGetResponse>;
};

/** The methods of the client. */
export type Resources = {
  /** Send, schedule, cancel, resend, and look up email. */
  readonly emails: EmailMethods;
  /** Upload files that are too large for a request or that you send more than once. */
  readonly attachments: AttachmentMethods;
  /** Reusable subjects and bodies with variables. You edit a draft, then publish it. */
  readonly templates: TemplateMethods;
  /** Workflows that an event starts, with emails, SMS, delays, conditions, and requests. */
  readonly automations: AutomationMethods;
  /** Events from your application that start, resume, or cancel automation runs. */
  readonly events: EventMethods;
  /** Endpoints that receive events, and a log of every delivery. */
  readonly webhooks: WebhookMethods;
  /** Addresses that Mailwright doesn't send to. */
  readonly suppressions: SuppressionMethods;
  /** Addresses that unsubscribed from one category of email. */
  readonly optOuts: OptOutMethods;
  /** Domains that send or receive email, with their DNS records. */
  readonly domains: DomainMethods;
  /** Imports from SendGrid, Postmark, and Mailgun. */
  readonly migrations: MigrationMethods;
  /** API keys with scopes and limits. */
  readonly apiKeys: ApiKeyMethods;
  /** Passwords for the SMTP relay. */
  readonly smtpCredentials: SmtpCredentialMethods;
  /** Your customers who send through your account. Each has its own reputation and limits. */
  readonly tenants: TenantMethods;
  /** The account's plan, limits, and state. */
  readonly account: AccountMethods;
  /** Daily sending volume, and usage against the plan. */
  readonly usage: UsageMethods;
  /** Delivery, bounce, and complaint rates. */
  readonly deliverability: DeliverabilityMethods;
  /** Email received at your inbound domains. */
  readonly receivedEmails: ReceivedEmailMethods;
  /** Rules that route received email by recipient address. */
  readonly inboundRoutes: InboundRouteMethods;
  /** Senders whose email is rejected. */
  readonly blockedSenders: BlockedSenderMethods;
  /** Check that the service is up and which release it runs. */
  readonly health: HealthMethods;
  /** This API's OpenAPI document. */
  readonly openapi: OpenapiMethods;
};

/** A message arrived at an inbound domain. */
export type EmailReceivedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.received";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The received email, `inb_…`. */
    email_id: string;
    /** Always `received`. */
    status: string;
    /** The author, from the `From` header. Empty if the header is missing. */
    from: string;
    /** The addresses in `To`. */
    to: string[];
    /** The addresses in `Cc`. */
    cc: string[];
    /** The addresses on your domains that it was delivered to. */
    rcpt_to: string[];
    /** The tag after `+` in the first recipient address that has one. Null if none does. */
    mailbox_hash: string | null;
    /** The subject. */
    subject: string | null;
    /** The author's new text, without quoted text or a signature. Null if nothing remains. */
    reply_text: string | null;
    /** The `Message-ID` header. Null if it's missing. */
    message_id: string | null;
    /** The `Message-ID` that it replies to. Null if it isn't a reply. */
    in_reply_to: string | null;
    /** The `Message-ID`s of the conversation, oldest first. */
    references: string[];
    /** The spam verdict. `unknown` if there is no verdict. */
    spam_status: string;
    /** How many files are attached. */
    attachment_count: number;
    /** The attached files. */
    attachments: {
      /** The file name. */
      filename: string | null;
      /** The MIME type. */
      content_type: string;
      /** The size in bytes. */
      size: number;
    }[];
    /** The size of the whole message in bytes. */
    size: number;
    /** When it arrived. */
    received_at: string;
    /** Why parsing stopped early. Null if the whole message was parsed. */
    parse_error: string | null;
    /** The tenant that owns the domain, by `external_id`. Absent for the account's own domains. */
    tenant?: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** An email was accepted for delivery. */
export type EmailSentWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.sent";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** When Amazon SES accepted the email. */
    sent_at: string;
    /** The `Cc` recipients. */
    cc: string[];
    /** How many recipients the email has. */
    recipient_count: number;
    /** The `Message-ID` that you set. Null if you didn't set one. */
    original_message_id: string | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The recipient's mailbox provider accepted the email. */
export type EmailDeliveredWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.delivered";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient: string;
    /** When the mailbox provider accepted it. */
    delivered_at: string;
    /** The receiving server's reply, up to 1,000 characters. Null if unknown. */
    smtp_response: string | null;
    /** The receiving server's IP address. Null if unknown. */
    remote_mta: string | null;
    /** How long SES took to deliver it, in milliseconds. Null if unknown. */
    processing_ms: number | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** Delivery is delayed. */
export type EmailDeliveryDelayedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.delivery_delayed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient?: string;
    /** For events about the whole email: how many recipients it affects. */
    recipient_count?: number;
    /** Why it is delayed, in the receiving server's words if available. Null if unknown. */
    delay_reason: string | null;
    /** `mailbox_full`, `greylisted`, `rate_limited`, `dns`, `spam_block`, or `other`. */
    delay_type: string;
    /** When delivery attempts stop. Null if unknown. */
    retry_until: string | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The email bounced. */
export type EmailBouncedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.bounced";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient: string;
    /** `hard` is a permanent failure. `soft` is a temporary failure that outlasted all retries. `block` means the message or sender was rejected, not the address. */
    bounce_type: "hard" | "block" | "soft";
    /** The receiving server's own words, up to 1,000 characters. Null if unknown. */
    bounce_reason: string | null;
    /** The receiving server's SMTP reply code, such as 550. Null if unknown. */
    smtp_code: number | null;
    /** The receiving server's enhanced status code, such as `5.1.1`. Null if unknown. */
    enhanced_code: string | null;
    /** When it bounced. */
    bounced_at: string;
    /** Whether the address is on the suppression list after this event. */
    suppressed: boolean;
    /** The entry on the suppression list, `sup_…`. Null if there is none. */
    suppression_id: string | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The recipient marked the email as spam. */
export type EmailComplainedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.complained";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient?: string;
    /** When the complaint was made. */
    complained_at: string;
    /** The kind of complaint, such as `abuse`. Null if unknown. */
    feedback_type: string | null;
    /** False if the complaint names several recipients and could be from any of them. */
    certain: boolean;
    /** Whether the address is on the suppression list after this event. */
    suppressed: boolean;
    /** The entry on the suppression list, `sup_…`. Null if there is none. */
    suppression_id: string | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The email was opened. */
export type EmailOpenedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.opened";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient?: string;
    /** When it was opened. */
    opened_at: string;
    /** The visitor's IP address, or their proxy's. Null if unknown. */
    ip: string | null;
    /** The visitor's user agent, or their proxy's. */
    user_agent: string;
    /** Whether a program, not a person, probably caused it. */
    machine: boolean;
    /** Whether it is the email's first open or click. People and machines are counted separately. */
    first: boolean;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** A link in the email was clicked. */
export type EmailClickedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.clicked";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient?: string;
    /** When the link was clicked. */
    clicked_at: string;
    /** The link's destination. */
    url: string;
    /** The visitor's IP address, or their proxy's. Null if unknown. */
    ip: string | null;
    /** The visitor's user agent, or their proxy's. */
    user_agent: string;
    /** Whether a program, not a person, probably caused it. */
    machine: boolean;
    /** Whether it is the email's first open or click. People and machines are counted separately. */
    first: boolean;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The email could not be delivered. */
export type EmailFailedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.failed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The address that the event is about. Absent if it is about the whole email. */
    recipient?: string;
    /** For events about the whole email: how many recipients it affects. */
    recipient_count?: number;
    /** `hard` is a permanent failure. `block` means the message or sender was rejected, not the address. Null if no server rejected it. */
    bounce_type: "hard" | "block" | null;
    /** Why it failed, in the receiving server's words if available. Null if unknown. */
    failure_reason: string | null;
    /** The error code if the service rejected it, such as `domain_not_verified`. Null otherwise. */
    code: string | null;
    /** The receiving server's SMTP reply code, such as 550. Null if unknown. */
    smtp_code: number | null;
    /** The receiving server's enhanced status code, such as `5.1.1`. Null if unknown. */
    enhanced_code: string | null;
    /** When it failed. */
    failed_at: string;
    /** Whether the address is on the suppression list after this event. */
    suppressed: boolean;
    /** The entry on the suppression list, `sup_…`. Null if there is none. */
    suppression_id: string | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The email was not sent because a recipient is suppressed. */
export type EmailSuppressedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.suppressed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** The suppressed recipients that prevented the email from being sent. */
    suppressed: {
      /** The suppressed address. */
      email: string;
      /** Why it is suppressed. */
      reason: string;
      /** The list it is on, such as `account`. */
      scope: string;
      /** The entry on the suppression list, `sup_…`. Null if there is none. */
      suppression_id: string | null;
    }[];
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** An email was scheduled. */
export type EmailScheduledWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "email.scheduled";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The email, `msg_…`. */
    email_id: string;
    /** The recipient's status after this event. The email's own status is in `GET /emails/{id}`. */
    status: string;
    /** The sender. */
    from: string;
    /** The `To` recipients. */
    to: string[];
    /** The subject. */
    subject: string;
    /** The email's tags. */
    tags: {
      /** 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
      name: string;
      /** Up to 256 printable characters. */
      value: string;
    }[];
    /** The email's category. */
    category: string;
    /** The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
    tenant?: string;
    /** The `Message-ID` header. Null if SES hasn't accepted the email. */
    message_id: string | null;
    /** When it happened. */
    occurred_at: string;
    /** When it is due. */
    scheduled_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** A recipient unsubscribed. */
export type ContactUnsubscribedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "contact.unsubscribed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The address that unsubscribed. */
    email: string;
    /** `one_click` for the mail app's unsubscribe button, or `link` for the link in the email. */
    source: "one_click" | "link";
    /** `all` suppresses the address. `category` opts it out of one category. */
    scope: "all" | "category";
    /** The category that the recipient opted out of. Null for `all`. */
    category: string | null;
    /** The category's name as shown to the recipient. Null for `all`. */
    category_label: string | null;
    /** The entry on the suppression list, `sup_…`. Null for `category`. */
    suppression_id: string | null;
    /** The opt-out, `opt_…`. Null for `all`. */
    category_opt_out_id: string | null;
    /** The email whose link was used, `msg_…`. Null if unknown. */
    email_id: string | null;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** An automation run started. */
export type AutomationStartedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "automation.started";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The automation, `aut_…`. */
    automation_id: string;
    /** The automation's name. */
    automation_name: string;
    /** The run, `run_…`. */
    run_id: string;
    /** The run's status at this event. */
    status: "running" | "completed" | "failed";
    /** The name of the event that started the run. */
    event_name: string;
    /** The index of the step that the event is about, from 0. */
    step_index: number;
    /** The type of that step. */
    step_type: string;
    /** Why the run failed. Null if it didn't. */
    error: {
      /** What went wrong. Includes field names, but never their values. */
      message: string;
      /** A stable code, such as `validation_error`. */
      code: string;
      /** The step that failed, from 0. */
      step_index: number;
    } | null;
    /** When it happened. */
    occurred_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** An automation step completed. */
export type AutomationStepCompletedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "automation.step_completed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The automation, `aut_…`. */
    automation_id: string;
    /** The automation's name. */
    automation_name: string;
    /** The run, `run_…`. */
    run_id: string;
    /** The run's status at this event. */
    status: "running" | "completed" | "failed";
    /** The name of the event that started the run. */
    event_name: string;
    /** The index of the step that the event is about, from 0. */
    step_index: number;
    /** The type of that step. */
    step_type: string;
    /** Why the run failed. Null if it didn't. */
    error: {
      /** What went wrong. Includes field names, but never their values. */
      message: string;
      /** A stable code, such as `validation_error`. */
      code: string;
      /** The step that failed, from 0. */
      step_index: number;
    } | null;
    /** When it happened. */
    occurred_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** An automation run completed. */
export type AutomationCompletedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "automation.completed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The automation, `aut_…`. */
    automation_id: string;
    /** The automation's name. */
    automation_name: string;
    /** The run, `run_…`. */
    run_id: string;
    /** The run's status at this event. */
    status: "running" | "completed" | "failed";
    /** The name of the event that started the run. */
    event_name: string;
    /** The index of the step that the event is about, from 0. */
    step_index: number;
    /** The type of that step. */
    step_type: string;
    /** Why the run failed. Null if it didn't. */
    error: {
      /** What went wrong. Includes field names, but never their values. */
      message: string;
      /** A stable code, such as `validation_error`. */
      code: string;
      /** The step that failed, from 0. */
      step_index: number;
    } | null;
    /** When it happened. */
    occurred_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** An automation run failed. */
export type AutomationFailedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "automation.failed";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The automation, `aut_…`. */
    automation_id: string;
    /** The automation's name. */
    automation_name: string;
    /** The run, `run_…`. */
    run_id: string;
    /** The run's status at this event. */
    status: "running" | "completed" | "failed";
    /** The name of the event that started the run. */
    event_name: string;
    /** The index of the step that the event is about, from 0. */
    step_index: number;
    /** The type of that step. */
    step_type: string;
    /** Why the run failed. Null if it didn't. */
    error: {
      /** What went wrong. Includes field names, but never their values. */
      message: string;
      /** A stable code, such as `validation_error`. */
      code: string;
      /** The step that failed, from 0. */
      step_index: number;
    } | null;
    /** When it happened. */
    occurred_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** A tenant was paused. */
export type TenantPausedWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "tenant.paused";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The tenant's `external_id`. */
    tenant: string;
    /** The tenant's id, `ten_…`. */
    tenant_id: string;
    /** The tenant's name. */
    name: string;
    /** Why it was paused. Null if no reason was given. */
    paused_reason: string | null;
    /** `automated` if the service paused it for bounces or complaints. `manual` if you did. */
    pause_source: "automated" | "manual";
    /** When it happened. */
    occurred_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** A verified domain's DNS records are no longer correct. */
export type DomainFailingWebhookEvent = {
  /** The event's id, `evt_…`. It is the same in every attempt and replay, so use it to skip duplicates. */
  id: string;
  /** The event type. */
  type: "domain.failing";
  /** When the event was created. */
  created_at: string;
  /** What happened. New fields can appear at any time. */
  data: {
    /** The domain, `dom_…`. */
    domain_id: string;
    /** The domain's name. */
    name: string;
    /** The DNS records to fix. Empty if DNS is correct but SES no longer sends for the domain. */
    records: {
      /** What the record is for, such as `dkim`. */
      purpose: string;
      /** Whether the record is missing or has the wrong value. */
      status: "missing" | "mismatch";
    }[];
    /** When it happened. */
    occurred_at: string;
    /** Present and true when long values were cut to keep the body under 256 KB. */
    truncated?: boolean;
  };
};

/** The payload of a webhook, by its `type`. `id` stays the same across all attempts, endpoints, and replays. */
export type WebhookEvent =
  | EmailReceivedWebhookEvent
  | EmailSentWebhookEvent
  | EmailDeliveredWebhookEvent
  | EmailDeliveryDelayedWebhookEvent
  | EmailBouncedWebhookEvent
  | EmailComplainedWebhookEvent
  | EmailOpenedWebhookEvent
  | EmailClickedWebhookEvent
  | EmailFailedWebhookEvent
  | EmailSuppressedWebhookEvent
  | EmailScheduledWebhookEvent
  | ContactUnsubscribedWebhookEvent
  | AutomationStartedWebhookEvent
  | AutomationStepCompletedWebhookEvent
  | AutomationCompletedWebhookEvent
  | AutomationFailedWebhookEvent
  | TenantPausedWebhookEvent
  | DomainFailingWebhookEvent;
