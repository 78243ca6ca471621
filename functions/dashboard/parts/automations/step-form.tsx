import type { Issue } from '../../../../shared/core/errors.ts';
import { isObject } from '../../../../shared/core/json-path.ts';
import { type Rule, stepTypes } from '../../../../shared/core/records/automations.ts';
import type { Html } from '../../../../shared/http/html.ts';
import { type Choice, Field, isWithin } from '../../ui/field.tsx';
import { atFields, type ToFields } from '../acting.ts';
import { fieldsIn, fieldsOf, idField, nameField, partName, type StepField, waysOf } from './step-fields.ts';
import { Duration, maxRules, Pairs, type PartContent, Rules, ruleCells, Window } from './step-parts.tsx';
import { fieldText, readField } from './step-values.ts';
import type { StepDraft } from './step-words.ts';

const placed = (step: StepDraft, { name, at }: StepField): unknown => {
  if (name === 'rules') return step.any ?? step.all;
  if (at === undefined) return step[name];
  const held = step[at[0]];
  return isObject(held) ? held[at[1]] : undefined;
};

function place(step: StepDraft, { name, at }: StepField, value: unknown, of: string | null): void {
  if (name === 'rules') step[of === 'any' ? 'any' : 'all'] = value;
  else if (at === undefined) step[name] = value;
  else step[at[0]] = { ...(step[at[0]] as object | undefined), [at[1]]: value };
}

/** The step in a form, or null if the form has none at this place. */
export function stepOf(sent: URLSearchParams, index: number): StepDraft | null {
  const type = stepTypes.find((one) => one === sent.get(partName(index, 'type')));
  if (type === undefined) return null;
  const step: StepDraft = { type };
  const way = sent.get(partName(index, 'way'));
  for (const one of fieldsIn(type, way)) {
    const value = readField(sent, one.kind, partName(index, one.name));
    // The chosen way needs its first field. Sent empty, the API names that field.
    const isChosen = one.way !== undefined && one.way === way && one.way === one.name;
    if (value !== undefined || isChosen) place(step, one, value ?? '', sent.get(partName(index, 'rules-of')));
  }
  if (step.type === 'delay' && step.until === undefined) delete step.offset_seconds;
  return step;
}

/** The rows of a list of conditions, by API path. */
const rulePlaces = (path: string, name: string): [string, string][] =>
  Array.from({ length: maxRules }, (_, i) => i).flatMap((i) => [
    ...ruleCells.map((cell): [string, string] => [`${path}[${i}].${cell}`, `${name}-${i}-${cell}`]),
    [`${path}[${i}]`, `${name}-${i}-field`],
  ]);

/** A step's fields by API path. */
function placesIn(index: number): Record<string, string> {
  const path = `steps[${index}]`;
  const all = [nameField, ...Object.values(fieldsOf).flat(), idField];
  const places = all.flatMap(({ name, at: [outer, ...inner] = [name] }): [string, string][] => [
    [`${path}.${outer}`, partName(index, name === 'equals' ? 'match' : name)],
    [[path, outer, ...inner].join('.'), partName(index, name)],
  ]);
  const rules = partName(index, 'rules');
  return Object.fromEntries([
    [path, partName(index, 'type')],
    ...places,
    [`${path}.template`, partName(index, 'template')],
    ...['all', 'any'].flatMap((of) => [[`${path}.${of}`, rules], ...rulePlaces(`${path}.${of}`, rules)]),
    ...Array.from({ length: 10 }, (_, i) => i).flatMap((i) =>
      ['name', 'value'].map((cell) => [
        `${path}.tags[${i}].${cell}`,
        `${partName(index, 'tags')}-${i}-${cell}`,
      ]),
    ),
    [`${path}.between[1]`, `${partName(index, 'between')}-end`],
  ]);
}

const ofTrigger = {
  trigger: 'event',
  'trigger.event': 'event',
  'trigger.conditions': 'conditions',
  'trigger.cancel_on_events': 'cancel_on_events',
  'allow_reentry.after_seconds': 'after_seconds',
  ...Object.fromEntries(rulePlaces('trigger.conditions', 'conditions')),
};

/**
 * Where a step of the API's steps is on the page, which shows them as they were before the form changed their order.
 * `isForm`: it is the form's own step.
 */
function onPage(index: number, sent: URLSearchParams): { step: number; isForm: boolean } {
  const [place, does] = [sent.get('place'), sent.get('do')];
  const at = Number(sent.get('index') ?? 0);
  const by = does === 'up' ? -1 : does === 'down' ? 1 : 0;
  if (place === 'add') return { step: index > at ? index - 1 : index, isForm: index === at };
  if (place === 'step' && does === 'remove') return { step: index >= at ? index + 1 : index, isForm: false };
  if (place === 'step' && by !== 0) {
    if (index === at + by) return { step: at, isForm: true };
    return { step: index === at ? at + by : index, isForm: false };
  }
  return { step: index, isForm: sent.has(partName(index, 'type')) };
}

const stepPath = /^steps\[(\d+)\]/;

/** Maps API errors to the form's fields. Errors of steps that the form doesn't show apply to the whole form. */
export const inForm: ToFields = (issues, sent) => {
  const forms = new Set<number>();
  const moved = issues.map((issue) => {
    const [, index] = stepPath.exec(issue.path) ?? [];
    if (index === undefined) return issue;
    const { step, isForm } = onPage(Number(index), sent);
    if (!isForm) return { ...issue, path: '', message: `Step ${step + 1}: ${issue.message}` };
    forms.add(step);
    return { ...issue, path: issue.path.replace(stepPath, `steps[${step}]`) };
  });
  const places = Object.assign({}, ofTrigger, ...[...forms].map(placesIn));
  return atFields(
    places,
    [...forms].map((step) => partName(step, 'body')),
  )(moved, sent);
};

const yesNo: readonly Choice[] = [
  ['true', 'Yes'],
  ['false', 'No'],
];

/** Later steps that a condition can jump to. */
type Target = { value: string; label: string };

type PartOfStep = PartContent & { step: StepDraft; targets: readonly Target[] };

function Part({ one, name, value, issues, step, targets, fixed }: PartOfStep): Html {
  const { kind, label, hint, names, required } = one;
  const group = { one, name, value, issues, fixed };
  switch (kind) {
    case 'duration':
    case 'offset':
      return (
        <Duration
          label={label}
          name={name}
          value={value}
          issues={issues}
          sided={kind === 'offset'}
          hint={hint}
        />
      );
    case 'window':
      return <Window {...group} />;
    case 'rules':
      return (
        <Rules
          label={label}
          name={name}
          rules={(value ?? []) as Rule[]}
          issues={issues}
          of={step.any === undefined ? 'all' : 'any'}
          fixed={fixed}
        />
      );
    case 'pairs':
    case 'tags':
    case 'values':
      return <Pairs {...group} />;
    case 'jump': {
      const options: Choice[] = [['', 'End the run'], ...targets.map((to) => [to.value, to.label] as const)];
      const known = options.some(([to]) => to === (value ?? ''));
      const all = known ? options : [...options, String(value)];
      return <Field name={name} label={label} value={String(value ?? '')} options={all} issues={issues} />;
    }
  }
  const usual: Choice[] =
    kind === 'switch'
      ? [['', 'Default'], ...yesNo]
      : one.options
        ? [...(one.name === 'category' ? [['', 'Default'] as const] : []), ...one.options]
        : [];
  return (
    <Field
      name={name}
      label={label}
      value={fieldText(kind, value)}
      multiline={kind === 'long' || ((kind === 'json' || kind === 'lines') && 'short')}
      {...(hint && { hint })}
      {...(required && { required })}
      names={names}
      {...(usual.length > 0 && { options: usual })}
      issues={issues}
    />
  );
}

type StepFormContent = {
  step: StepDraft;
  index: number;
  issues?: readonly Issue[];
  targets?: readonly Target[];
  /** Read-only: what is empty is left out. */
  fixed?: boolean;
};

/** One step's fields. Fields that most steps don't need are folded, unless they are filled or refused. */
export function StepFields({ step, index, issues = [], targets = [], fixed = false }: StepFormContent): Html {
  const ways = waysOf[step.type];
  const part = (one: StepField) =>
    (!fixed || one.kind === 'jump' || (placed(step, one) ?? null) !== null) && (
      <Part
        one={one}
        name={partName(index, one.name)}
        value={placed(step, one)}
        issues={issues}
        step={step}
        targets={targets}
        fixed={fixed}
      />
    );
  const own = fieldsOf[step.type];
  const more = [...own.filter((one) => one.more), idField];
  const isOpen = more.some(
    (one) =>
      ((placed(step, one) ?? null) !== null && !(one.name === 'to' && step.to === '{{event.email}}')) ||
      issues.some(
        ({ path }) =>
          isWithin(path, partName(index, one.name)) || path.startsWith(`${partName(index, one.name)}-`),
      ),
  );
  return (
    <>
      <input type="hidden" name={partName(index, 'type')} value={step.type} />
      {part(nameField)}
      {own.filter((one) => !one.more && one.way === undefined).map(part)}
      {ways && (
        <div class="ways">
          <fieldset class="field choices" id={partName(index, 'way')}>
            <legend>{ways.label}</legend>
            {ways.choices.map(([value, label], i) => (
              <label for={`${partName(index, 'way')}-${value}`}>
                <input
                  type="radio"
                  id={`${partName(index, 'way')}-${value}`}
                  name={partName(index, 'way')}
                  value={value}
                  data-way={i + 1}
                  checked={ways.of(step) === value}
                />{' '}
                {label}
              </label>
            ))}
          </fieldset>
          {ways.choices.map(([value], i) => (
            <div class={`way-${i + 1}`}>{own.filter((one) => one.way === value).map(part)}</div>
          ))}
        </div>
      )}
      {(!fixed || isOpen) && (
        <details class="further" open={isOpen}>
          <summary>More options</summary>
          {more.map(part)}
        </details>
      )}
    </>
  );
}
