import type { Issue } from '../../../shared/core/errors.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import { inField } from '../parts/date-fields.ts';

/** A choice's value, with a label if the label differs. */
export type Choice = string | readonly [value: string, label: string];

/** The lists of an account's own names. */
export type NameKind = 'templates' | 'tenants' | 'domains' | 'events' | 'senders';

/** Suggestions from the page's own data: event fields, time zones, and email tags. */
export type PageList = 'fields' | 'own-fields' | 'zones' | 'tags';

export type FieldContent = {
  name: string;
  /** Defaults to the name. Set it when a page has two fields with the same name. */
  id?: string;
  label: string;
  value?: string | null;
  type?: string;
  hint?: string;
  required?: boolean;
  options?: readonly Choice[];
  /** Words to choose any number from. The value is a comma-separated list. */
  words?: readonly string[];
  /** `line` grows with its text from the height of one line. */
  multiline?: boolean | 'short' | 'line';
  autocomplete?: string;
  /** It takes any text, and suggests the names of this list (`parts/known-names.tsx`). */
  names?: NameKind | PageList | undefined;
  /** The id of its form, if the field is outside of it. */
  form?: string;
};

/** A control or a group of controls, with its hint and errors. */
type Noted = { id: string; hint?: string | undefined; issues?: readonly Issue[] };

/** Whether a path equals `outer` or is nested in it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`);

const issueOf = ({ id, issues = [] }: Noted): Issue | undefined =>
  issues.find(({ path }) => isWithin(path, id));

/** The attributes that link a control to its hint and error. */
export function tiesOf(noted: Noted) {
  const { id, hint } = noted;
  const issue = issueOf(noted);
  const described = [hint && `${id}-hint`, issue && `${id}-error`].filter(Boolean).join(' ');
  return {
    ...(described && { 'aria-describedby': described }),
    ...(issue && { 'aria-invalid': true }),
  };
}

/** The hint and the error. */
export function Notes(noted: Noted): Html {
  const { id, hint } = noted;
  const issue = issueOf(noted);
  return (
    <>
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {issue && (
        <div class="error" id={`${id}-error`}>
          {outside(issue.message)}
        </div>
      )}
    </>
  );
}

/** Several controls with one name, and with one hint and error. */
export const Group = ({ label, children, ...noted }: Noted & { label: string; children: Child }): Html => (
  <fieldset class="field" id={noted.id} {...tiesOf(noted)}>
    <legend>{label}</legend>
    {children}
    <Notes {...noted} />
  </fieldset>
);

/** A labeled field, with its error if any. */
export function Field({ issues = [], ...one }: FieldContent & { issues?: readonly Issue[] }): Html {
  const { label, hint, id = one.name, words, required, form } = one;
  const value = one.value ?? '';
  const noted = { id, hint, issues };
  if (words)
    return (
      <Group label={label} {...noted}>
        <div class="boxes">
          <Boxes name={one.name} words={words} value={value} />
        </div>
      </Group>
    );
  const ties = { ...tiesOf(noted), ...(required && { required }), ...(form && { form }) };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Control one={one} value={value} ties={ties} />
      <Notes {...noted} />
    </div>
  );
}

/** The empty value shows that the form was sent with no box checked. */
function Boxes({ name, words, value }: { name: string; words: readonly string[]; value: string }): Html {
  const chosen = value.split(/[\s,]+/);
  return (
    <>
      <input type="hidden" name={name} value="" />
      {words.map((word) => {
        const id = `${name}-${word}`;
        return (
          <label for={id}>
            <input type="checkbox" id={id} name={name} value={word} checked={chosen.includes(word)} /> {word}
          </label>
        );
      })}
    </>
  );
}

export const Options = ({ options, chosen }: { options: readonly Choice[]; chosen: string }): Html => (
  <>
    {options.map((option) => {
      const [value, label] = typeof option === 'string' ? [option, option] : option;
      return (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      );
    })}
  </>
);

function Control({ one, value, ties }: { one: FieldContent; value: string; ties: object }): Html {
  const { name, id = name, type = 'text', options, multiline, autocomplete, names } = one;
  const rest = { id, name, ...ties };
  if (options)
    return (
      <select {...rest}>
        <Options options={options} chosen={value} />
      </select>
    );
  // Parsers drop a line break right after the tag, so this one protects the value's first.
  if (multiline)
    return (
      <textarea
        class={multiline === true ? undefined : multiline}
        rows={multiline === 'line' ? 1 : undefined}
        {...rest}
      >
        {`\n${value}`}
      </textarea>
    );
  // Its hint says UTC. The script shows the reader's own zone instead.
  if (type === 'datetime-local')
    return <input {...rest} type={type} value={inField(value)} step={1} data-utc={true} />;
  return (
    <input {...rest} type={type} value={value} autocomplete={autocomplete} list={names && `names-${names}`} />
  );
}
