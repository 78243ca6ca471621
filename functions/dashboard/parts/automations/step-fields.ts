import { categories } from '../../../../shared/core/records/emails.ts';
import type { Choice, FieldContent } from '../../ui/field.tsx';
import type { StepDraft, StepType } from './step-words.ts';

/** How a field's value looks in the form. */
export type Kind =
  | 'long'
  /** One value per line. A single one is no list. */
  | 'lines'
  /** A number with a unit, in seconds. */
  | 'duration'
  /** The same, before or after. */
  | 'offset'
  /** A number, true, false, or text. */
  | 'value'
  | 'json'
  /** Names and texts. `tags` is a list of them, `values` may be of any type. */
  | 'pairs'
  | 'tags'
  | 'values'
  /** Conditions. `all` or `any`. */
  | 'rules'
  /** Two times of day. */
  | 'window'
  | 'switch'
  /** A later step. */
  | 'jump';

export type StepField = {
  name: string;
  label: string;
  /** Defaults to a single line of text. */
  kind?: Kind;
  hint?: string;
  options?: readonly Choice[];
  names?: FieldContent['names'];
  required?: true;
  /** The field's path in the step, if it differs from the name. */
  at?: readonly [string, string];
  /** The variant of the step that this field belongs to. */
  way?: string;
  /** Folded, because most steps don't need it. */
  more?: true;
};

/** Mutually exclusive variants of a step, such as a delay for a duration or until a date. */
type Ways = {
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
  of: (step: StepDraft) => string;
};

export const waysOf: Partial<Record<StepType, Ways>> = {
  send_email: {
    label: 'Content',
    choices: [
      ['own', 'Write it here'],
      ['template', 'Use a template'],
    ],
    of: ({ template }) => (template === undefined ? 'own' : 'template'),
  },
  delay: {
    label: 'Wait',
    choices: [
      ['seconds', 'For a duration'],
      ['until', 'Until a date'],
      ['between', 'Until a time of day'],
    ],
    of: ({ until, between }) =>
      between !== undefined ? 'between' : until !== undefined ? 'until' : 'seconds',
  },
};

export const fieldsOf: Record<StepType, readonly StepField[]> = {
  send_email: [
    { name: 'from', label: 'From', required: true, names: 'senders', hint: 'Shop <shop@example.com>' },
    { name: 'subject', label: 'Subject', hint: 'Optional with a template' },
    { name: 'text', label: 'Text', kind: 'long', way: 'own' },
    { name: 'html', label: 'HTML', kind: 'long', way: 'own' },
    { name: 'template', label: 'Template', names: 'templates', at: ['template', 'id'], way: 'template' },
    { name: 'variables', label: 'Variables', kind: 'values', at: ['template', 'variables'], way: 'template' },
    {
      name: 'to',
      label: 'To',
      kind: 'lines',
      hint: 'One address per line. Defaults to {{event.email}}',
      more: true,
    },
    { name: 'reply_to', label: 'Reply-To', kind: 'lines', hint: 'One address per line', more: true },
    { name: 'category', label: 'Category', options: categories, more: true },
    { name: 'unsubscribe', label: 'Unsubscribe links', kind: 'switch', more: true },
    { name: 'tenant', label: 'Tenant', names: 'tenants', more: true },
    { name: 'tags', label: 'Tags', kind: 'tags', more: true },
  ],
  send_sms: [
    { name: 'to', label: 'To', required: true, hint: '+41791234567 or {{event.data.phone}}' },
    { name: 'text', label: 'Text', kind: 'long' },
  ],
  delay: [
    { name: 'seconds', label: 'Duration', kind: 'duration', way: 'seconds' },
    {
      name: 'until',
      label: 'Date',
      way: 'until',
      hint: 'A value from the event, such as {{event.data.trial_ends_at}}',
    },
    { name: 'offset_seconds', label: 'Offset', kind: 'offset', way: 'until' },
    { name: 'between', label: 'Time of day', kind: 'window', way: 'between' },
    {
      name: 'time_zone',
      label: 'Time zone',
      names: 'zones',
      way: 'between',
      hint: 'Or a value from the event, such as {{event.data.time_zone}}',
    },
  ],
  wait_for_event: [
    { name: 'event', label: 'Event', names: 'events', required: true },
    { name: 'timeout_seconds', label: 'Wait at most', kind: 'duration' },
    {
      name: 'on_timeout',
      label: 'If it doesn’t arrive',
      options: [
        ['end', 'End the run'],
        ['continue', 'Continue with the next step'],
        ['fail', 'Fail the run'],
      ],
    },
    {
      name: 'match',
      label: 'Only if this event field',
      names: 'own-fields',
      at: ['match', 'field'],
      hint: 'For example, data.order_id. Leave empty to accept any event for this person',
      more: true,
    },
    {
      name: 'equals',
      label: 'Equals',
      kind: 'value',
      at: ['match', 'equals'],
      hint: '{{event.data.order_id}}',
      more: true,
    },
  ],
  condition: [
    { name: 'rules', label: 'Continue if', kind: 'rules' },
    { name: 'skip_to', label: 'Otherwise', kind: 'jump' },
  ],
  webhook: [
    { name: 'url', label: 'URL', required: true },
    { name: 'method', label: 'Method', options: ['POST', 'PUT', 'PATCH'] },
    { name: 'headers', label: 'Headers', kind: 'pairs', more: true },
    {
      name: 'body',
      label: 'Body',
      kind: 'json',
      hint: 'JSON. Defaults to the run and its event',
      more: true,
    },
  ],
};

/** Fields of every step. The first is shown at the beginning of its form, the other one is folded. */
export const nameField: StepField = { name: 'name', label: 'Step name (optional)' };
export const idField: StepField = {
  name: 'id',
  label: 'Id (optional)',
  hint: 'Conditions that you create with the API jump to the step by its id',
  more: true,
};

/** A step's fields, without those of another way. */
export const fieldsIn = (type: StepType, way: string | null): StepField[] =>
  [nameField, ...fieldsOf[type], idField].filter(
    (one) => way === null || one.way === undefined || one.way === way,
  );

/** The name of a field of the form. Forms hold one step, and its place in the automation. */
export const partName = (index: number, name: string): string => `s${index}-${name}`;
