import type { Issue } from '../../../../shared/core/errors.ts';
import { operators, type Rule } from '../../../../shared/core/records/automations.ts';
import type { Html } from '../../../../shared/http/html.ts';
import { type Choice, Group, Notes, Options, tiesOf } from '../../ui/field.tsx';
import type { StepField } from './step-fields.ts';
import { fieldText, pairsIn, ruleValueText, unitOf } from './step-values.ts';
import { operatorWords, timeUnits } from './step-words.ts';

/** A condition's cells. */
export const ruleCells = ['field', 'operator', 'value'];
export const maxRules = 20;

/** The name of a control in a row, for screen readers. */
const Label = ({ of, text }: { of: string; text: string }): Html => (
  <label class="unseen" for={of}>
    {text}
  </label>
);

type CellContent = { id: string; label: string; value: string; issues?: readonly Issue[] } & Record<
  string,
  unknown
>;

/** A text field in a row. Its error is shown below the row. */
export const Cell = ({ id, label, issues = [], ...rest }: CellContent): Html => (
  <>
    <Label of={id} text={label} />
    <input id={id} name={id} {...rest} {...tiesOf({ id, issues })} />
  </>
);

export type PartContent = {
  one: StepField;
  name: string;
  value: unknown;
  issues: readonly Issue[];
  fixed: boolean;
};

const units: readonly Choice[] = timeUnits.map(([unit, size]) => [String(size), unit] as const);

const sides: readonly Choice[] = [
  ['after', 'after it'],
  ['before', 'before it'],
];

type DurationContent = {
  label: string;
  name: string;
  value: unknown;
  issues: readonly Issue[];
  sided?: boolean;
  hint?: string | undefined;
};

/** A number and its unit. */
export function Duration({ label, name, value, issues, sided, hint }: DurationContent): Html {
  const size = unitOf(value);
  const shown = typeof value === 'number' ? String(Math.abs(value) / size) : fieldText(undefined, value);
  const side = typeof value === 'number' && value < 0 ? 'before' : 'after';
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <div class="row">
        <input
          class="number"
          id={name}
          name={name}
          type="text"
          inputmode="decimal"
          value={shown}
          {...tiesOf({ id: name, hint, issues })}
        />
        <Label of={`${name}-unit`} text={`${label}: unit`} />
        <select id={`${name}-unit`} name={`${name}-unit`}>
          <Options options={units} chosen={String(size)} />
        </select>
        {sided && (
          <>
            <Label of={`${name}-side`} text={`${label}: before or after`} />
            <select id={`${name}-side`} name={`${name}-side`}>
              <Options options={sides} chosen={side} />
            </select>
          </>
        )}
      </div>
      <Notes id={name} hint={hint} issues={issues} />
    </div>
  );
}

export function Window({ one, name, value, issues }: PartContent): Html {
  const times = Array.isArray(value) ? value.map(String) : [];
  const ends = [
    ['from', name],
    ['to', `${name}-end`],
  ] as const;
  return (
    <Group label={one.label} id={`${name}-both`}>
      <div class="row">
        {ends.map(([word, id], i) => (
          <label for={id}>
            {word}{' '}
            <input id={id} name={id} type="time" value={times[i] ?? ''} {...tiesOf({ id: id, issues })} />
          </label>
        ))}
      </div>
      {ends.map(([, id]) => (
        <Notes id={id} issues={issues} />
      ))}
    </Group>
  );
}

const operatorChoices: readonly Choice[] = operators.map((one) => [one, operatorWords[one] ?? one] as const);

type RulesContent = {
  label: string;
  name: string;
  rules: readonly Partial<Rule>[];
  issues: readonly Issue[];
  of?: 'all' | 'any';
  /** Without empty rows, because nothing can be added. */
  fixed?: boolean;
};

/** Conditions as rows of field, operator, and value, with empty rows for more. */
export function Rules({ label, name, rules, issues, of, fixed }: RulesContent): Html {
  const empty = fixed ? [] : rules.length === 0 ? [{}, {}] : [{}];
  const rows: Partial<Rule>[] = [...rules, ...empty].slice(0, maxRules);
  return (
    <Group
      label={label}
      id={name}
      issues={issues}
      hint={
        fixed
          ? undefined
          : 'Put quotes around text that looks like a number. Separate values for “is one of” with commas.'
      }
    >
      {of && (
        <>
          <Label of={`${name}-of`} text={`${label}: all or any`} />
          <select id={`${name}-of`} name={`${name}-of`}>
            <Options
              options={[
                ['all', 'all of these are true'],
                ['any', 'any of these is true'],
              ]}
              chosen={of}
            />
          </select>
        </>
      )}
      {rows.map((rule, i) => {
        const row = `${name}-${i}`;
        const words = `Condition ${i + 1}`;
        return (
          <div class="row rule">
            <Cell
              id={`${row}-field`}
              label={`${words}: field`}
              list="names-fields"
              value={rule.field ?? ''}
              placeholder="Choose a field"
              issues={issues}
            />
            <Label of={`${row}-operator`} text={`${words}: operator`} />
            <select
              id={`${row}-operator`}
              name={`${row}-operator`}
              {...tiesOf({ id: `${row}-operator`, issues })}
            >
              <Options options={operatorChoices} chosen={rule.operator ?? 'equals'} />
            </select>
            <Cell
              id={`${row}-value`}
              label={`${words}: value`}
              value={ruleValueText(rule)}
              placeholder="For example, pro"
              issues={issues}
            />
            {ruleCells.map((cell) => (
              <Notes id={`${row}-${cell}`} issues={issues} />
            ))}
          </div>
        );
      })}
    </Group>
  );
}

export function Pairs({ one, name, value, issues, fixed }: PartContent): Html {
  const blank = { name: '', value: '' };
  const pairs = [...pairsIn(one.kind, value), ...(fixed ? [] : [blank, blank])];
  return (
    <Group label={one.label} id={name} issues={issues} hint={one.hint}>
      {pairs.map((pair, i) => {
        const row = `${name}-${i}`;
        return (
          <div class="row">
            {(['name', 'value'] as const).map((cell) => (
              <Cell
                id={`${row}-${cell}`}
                label={`${one.label} ${i + 1}: ${cell}`}
                value={pair[cell]}
                placeholder={cell}
                issues={issues}
              />
            ))}
            {['name', 'value'].map((cell) => (
              <Notes id={`${row}-${cell}`} issues={issues} />
            ))}
          </div>
        );
      })}
    </Group>
  );
}
