import type { Issue } from '../../../shared/core/errors.ts';
import { isObject } from '../../../shared/core/json-path.ts';
import { type Rule, stepTypes } from '../../../shared/core/records/automations.ts';
import { categories } from '../../../shared/core/records/emails.ts';
import { type Html, markup, nothing } from '../../../shared/http/html.ts';
import type { NameKind } from '../ui/field.tsx';
import { atFields, json, separated, type ToFields } from './acting.ts';
import { field, hidden } from './parts.ts';

type StepType = (typeof stepTypes)[number];

/** An unvalidated API step. The API validates it. */
export type StepDraft = Record<string, unknown> & { type: StepType };

type Kind = 'long' | 'number' | 'json' | 'rules' | 'times' | 'list' | 'switch';
type StepField = {
  name: string;
  label: string;
  /** Defaults to a single line of text. */
  kind?: Kind;
  hint?: string;
  options?: readonly string[];
  names?: NameKind;
  /** The field's path in the step, if it differs from the name. */
  at?: readonly [string, string];
};

const rules = 'One condition per line, for example: event.data.plan equals "pro"';

const fieldsOf: Record<StepType, readonly StepField[]> = {
  send_email: [
    { name: 'from', label: 'From', hint: 'Shop <shop@example.com>' },
    { name: 'to', label: 'To', kind: 'list', hint: 'Defaults to {{event.email}}' },
    {
      name: 'template',
      label: 'Template',
      names: 'templates',
      at: ['template', 'id'],
      hint: 'Alias of a template to use instead of subject and content',
    },
    {
      name: 'variables',
      label: 'Variables',
      kind: 'json',
      at: ['template', 'variables'],
      hint: 'A JSON object',
    },
    { name: 'subject', label: 'Subject' },
    { name: 'html', label: 'HTML', kind: 'long' },
    { name: 'text', label: 'Text', kind: 'long' },
    { name: 'reply_to', label: 'Reply-To', kind: 'list' },
    { name: 'tags', label: 'Tags', kind: 'json', hint: 'A JSON object of names and values' },
    { name: 'category', label: 'Category', options: categories },
    { name: 'unsubscribe', label: 'Unsubscribe links', kind: 'switch' },
    { name: 'tenant', label: 'Tenant', names: 'tenants' },
  ],
  send_sms: [
    { name: 'to', label: 'To', hint: '+41791234567 or {{event.data.phone}}' },
    { name: 'text', label: 'Text', kind: 'long' },
  ],
  delay: [
    { name: 'seconds', label: 'Seconds', kind: 'number' },
    { name: 'until', label: 'Until', hint: 'A time, such as {{event.data.trial_ends_at}}' },
    {
      name: 'offset_seconds',
      label: 'Offset in seconds',
      kind: 'number',
      hint: 'Added to Until. Negative for earlier',
    },
    {
      name: 'between',
      label: 'Between',
      kind: 'times',
      hint: 'Waits for a time of day in this range, such as 08:00-20:00',
    },
    { name: 'time_zone', label: 'Time zone', hint: 'Europe/Zurich' },
  ],
  wait_for_event: [
    { name: 'event', label: 'Event', names: 'events' },
    { name: 'timeout_seconds', label: 'Timeout in seconds', kind: 'number' },
    { name: 'on_timeout', label: 'On timeout', options: ['end', 'continue', 'fail'] },
    { name: 'match', label: 'Field that must match', at: ['match', 'field'], hint: 'data.order_id' },
    {
      name: 'equals',
      label: 'Expected value',
      kind: 'json',
      at: ['match', 'equals'],
      hint: '{{event.data.order_id}}',
    },
  ],
  condition: [
    { name: 'all', label: 'Continue if all are true', kind: 'rules', hint: rules },
    { name: 'any', label: 'Or continue if any is true', kind: 'rules', hint: rules },
    {
      name: 'skip_to',
      label: 'Otherwise jump to',
      hint: 'The id of a later step. Leave empty to end the run',
    },
  ],
  webhook: [
    { name: 'url', label: 'URL' },
    { name: 'method', label: 'Method', options: ['POST', 'PUT', 'PATCH'] },
    { name: 'headers', label: 'Headers', kind: 'json', hint: 'A JSON object' },
    { name: 'body', label: 'Body', kind: 'json', hint: 'A JSON object or list. Defaults to the event' },
  ],
};

const common: readonly StepField[] = [
  { name: 'name', label: 'Name' },
  { name: 'id', label: 'Id', hint: 'Conditions jump here by this id' },
];

const allFields = (type: StepType) => [...common, ...fieldsOf[type]];

export const ruleLines = (given: unknown): string =>
  Array.isArray(given)
    ? (given as Rule[])
        .map(
          ({ field: name, operator, value }) =>
            `${name} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
        )
        .join('\n')
    : '';

/** Rules, one per line: a field, an operator, and a value as JSON or plain text. */
export const rulesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = line, operator = '', value = ''] = /^(\S+)\s+(\S+)\s*(.*)$/s.exec(line) ?? [];
      return { field: name, operator, ...(value !== '' && { value: json(value) }) };
    });

const numberOf = (text: string): unknown => (/^-?\d{1,12}$/.test(text) ? Number(text) : text);

function fromText(kind: Kind | undefined, text: string): unknown {
  switch (kind) {
    case 'number':
      return numberOf(text);
    case 'json':
      return json(text);
    case 'rules':
      return rulesOf(text);
    case 'times':
      return text.split('-').map((time) => time.trim());
    case 'switch':
      return text === 'true';
    case 'list': {
      const parts = separated(text);
      return parts.length === 1 && !text.trimEnd().endsWith(',') ? parts[0] : parts;
    }
    default:
      return text;
  }
}

/** A list with one item ends with a comma, so it isn't read back as a plain address. */
const listText = (list: unknown[]): string => (list.length === 1 ? `${list[0]},` : list.join(', '));

/** A string without quotes, unless it would be read back as another type, such as `1001`. */
const jsonText = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' && json(value) === value ? value : JSON.stringify(value);

function textOf(kind: Kind | undefined, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'rules') return ruleLines(value);
  if (kind === 'times') return Array.isArray(value) ? value.join('-') : String(value);
  if (kind === 'list') return Array.isArray(value) ? listText(value) : String(value);
  if (kind === 'json') return jsonText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const placed = (step: StepDraft, { name, at }: StepField): unknown => {
  if (at === undefined) return step[name];
  const [outer, inner] = at;
  const held = step[outer];
  return isObject(held) ? held[inner] : undefined;
};

const nameOf = (index: number, name: string) => `s${index}-${name}`;

/** The form's steps, in order. */
export function stepsOf(sent: URLSearchParams): StepDraft[] {
  const steps: StepDraft[] = [];
  for (let index = 0; ; index++) {
    const type = stepTypes.find((one) => one === sent.get(nameOf(index, 'type')));
    if (type === undefined) return steps;
    const step: StepDraft = { type };
    for (const one of allFields(type)) {
      const text = sent.get(nameOf(index, one.name))?.replaceAll('\r\n', '\n') ?? '';
      if (text.trim() === '') continue;
      const value = fromText(one.kind, text);
      if (one.at === undefined) step[one.name] = value;
      else step[one.at[0]] = { ...(step[one.at[0]] as object | undefined), [one.at[1]]: value };
    }
    steps.push(step);
  }
}

/**
 * The steps after one of their buttons: `add`, `up 2`, `down 2`, or `remove 2`. Null for any other button.
 */
export function arranged(steps: StepDraft[], asked: string, added: string): StepDraft[] | null {
  const [, action = '', at = '0'] = /^(add|up|down|remove)(?: (\d{1,2}))?$/.exec(asked) ?? [];
  const index = Number(at);
  const type = stepTypes.find((one) => one === added);
  if (action === 'add') return type ? [...steps, { type }] : steps;
  if (action === 'remove') return steps.toSpliced(index, 1);
  const to = action === 'up' ? index - 1 : index + 1;
  const [step, other] = [steps[index], steps[to]];
  if (action === '') return null;
  return step && other ? steps.with(index, other).with(to, step) : steps;
}

const inSteps = [...common, ...Object.values(fieldsOf).flat()];
const holdJson = inSteps.filter(({ kind }) => kind === 'json').map(({ name }) => name);

/** A step's fields by API path. */
function placesIn(index: number): Record<string, string> {
  const path = `steps[${index}]`;
  const places = inSteps.flatMap(({ name, at: [outer, ...inner] = [name] }) => [
    [`${path}.${outer}`, nameOf(index, outer)],
    [[path, outer, ...inner].join('.'), nameOf(index, name)],
  ]);
  return { [path]: nameOf(index, 'type'), ...Object.fromEntries(places) };
}

const ofTrigger = {
  trigger: 'event',
  'trigger.event': 'event',
  'trigger.conditions': 'conditions',
  'trigger.cancel_on_events': 'cancel_on_events',
  'allow_reentry.after_seconds': 'after_seconds',
};

/** Maps API errors to the form's fields. */
export const inForm: ToFields = (issues, sent) => {
  const indexes = [...new Set(issues.flatMap(({ path }) => /^steps\[(\d+)\]/.exec(path)?.[1] ?? []))].map(
    Number,
  );
  const places = Object.assign({}, ofTrigger, ...indexes.map(placesIn));
  return atFields(
    places,
    indexes.flatMap((index) => holdJson.map((name) => nameOf(index, name))),
  )(issues, sent);
};

function control(step: StepDraft, index: number, one: StepField, issues: readonly Issue[]): Html {
  const { kind, label, hint, names } = one;
  const name = nameOf(index, one.name);
  const value = textOf(kind, placed(step, one));
  const options = kind === 'switch' ? ['true', 'false'] : one.options;
  return field(
    {
      name,
      label,
      value,
      multiline: kind === 'long' || ((kind === 'json' || kind === 'rules') && 'short'),
      ...(hint && { hint }),
      names,
      ...(options && { options: [['', 'Default'], ...options] }),
    },
    issues,
  );
}

const move = (label: string, value: string): Html =>
  markup`<button type="submit" class="quiet" name="do" value="${value}" formnovalidate>${label}</button>`;

/** One fieldset per step, with buttons to move, remove, and add steps. `fixed` omits the buttons. */
export function stepFields(
  steps: StepDraft[],
  { issues, fixed = false }: { issues: readonly Issue[]; fixed?: boolean },
): Html {
  const moves = (index: number) =>
    markup`<div class="actions">${index > 0 ? move(`Move step ${index + 1} up`, `up ${index}`) : nothing}${index < steps.length - 1 ? move(`Move step ${index + 1} down`, `down ${index}`) : nothing}${move(`Remove step ${index + 1}`, `remove ${index}`)}</div>`;
  const all = steps.map(
    (step, index) =>
      markup`<fieldset id="${nameOf(index, 'type')}"><legend>${index + 1}. ${step.type.replaceAll('_', ' ')}</legend>
${hidden({ [nameOf(index, 'type')]: step.type })}
${allFields(step.type).map((one) => control(step, index, one, issues))}
${fixed ? nothing : moves(index)}</fieldset>`,
  );
  const types = stepTypes.map((one) => [one, one.replaceAll('_', ' ')] as const);
  if (fixed) return markup`<div id="steps">${all}</div>`;
  return markup`<div id="steps">${all}</div>
${field({ name: 'added', label: 'New step', options: types })}${move('Add step', 'add')}`;
}
