import type { Issue } from '../../../../shared/core/errors.ts';
import { categories } from '../../../../shared/core/records/emails.ts';
import type { TemplateRecord } from '../../../../shared/domain/templates/template-record.ts';
import type { Html } from '../../../../shared/http/html.ts';
import { filled, type ToFields } from '../acting.ts';
import type { FormField } from '../parts.tsx';

/** The fields of a template's name and content. A published template keeps its alias. */
export const TemplateFields = ({ field, hasAlias }: { field: FormField; hasAlias: boolean }): Html => (
  <>
    <div class="pair">
      {field({ name: 'name', label: 'Name', required: true })}
      {field({ name: 'category', label: 'Category', options: categories })}
    </div>
    {!hasAlias &&
      field({
        name: 'alias',
        label: 'Alias',
        hint: 'The name that emails use to refer to it. Leave empty to derive it from the name',
      })}
    {field({ name: 'subject', label: 'Subject', required: true })}
    {field({ name: 'html', label: 'HTML', multiline: true, hint: 'Write variables as {{name}}' })}
    {field({ name: 'text', label: 'Text', multiline: true, hint: 'For email clients that don’t show HTML' })}
  </>
);

type Values = Record<string, string>;
type Stored = { defaults: Values; samples: Values };

const none: Stored = { defaults: {}, samples: {} };

/** The field of a variable's sample, default, or box. */
const fieldName = /^(sample|default|blank)-([A-Za-z_][A-Za-z0-9_]{0,63})$/;

/** Max variables with fields. A send takes at most 100, too. */
const maxRows = 100;

function namesIn(sent: URLSearchParams, kind: 'sample' | 'default'): string[] {
  const names = [...sent.keys()].map((name) => fieldName.exec(name));
  return [...new Set(names.flatMap((found) => (found?.[1] === kind && found[2] ? [found[2]] : [])))];
}

/** The variables that have fields: those of the content, then others that have a value. */
export function rowsOf(variables: readonly string[], sent: URLSearchParams, stored: Stored = none): string[] {
  const known = [...Object.keys(stored.samples), ...Object.keys(stored.defaults)];
  const shown = [...namesIn(sent, 'sample'), ...namesIn(sent, 'default')];
  const others = [...shown, ...known.filter((name) => fieldName.test(`sample-${name}`))];
  return [...new Set([...variables.slice(0, maxRows), ...others])];
}

type VariableContent = { rows: string[]; field: FormField; sent: URLSearchParams; stored?: Stored };

/** A sample and a default for each variable. The names let the script see whether the rows changed. */
export const VariableFields = ({ rows, field, sent, stored = none }: VariableContent): Html => (
  <fieldset class="variables" id="variables" data-names={rows.join(' ')}>
    <legend>Variables</legend>
    <p class="small">
      {rows.length === 0
        ? 'Write {{name}} in the subject, HTML, or text to add a variable.'
        : 'The preview and test emails use the sample values. Emails that leave a variable out use its default.'}
    </p>
    {rows.map((name) => (
      <VariableRow name={name} field={field} sent={sent} stored={stored} />
    ))}
  </fieldset>
);

type RowContent = { name: string; field: FormField; sent: URLSearchParams; stored: Stored };

function VariableRow({ name, field, sent, stored }: RowContent): Html {
  const value = (values: Values) => (Object.hasOwn(values, name) ? values[name] : undefined);
  const box = `blank-${name}`;
  const isSent = sent.has(`default-${name}`);
  const isBlank = isSent ? sent.has(box) : value(stored.defaults) === '';
  const of = (kind: 'sample' | 'default', label: string, values: Values) =>
    field({
      name: `${kind}-${name}`,
      label,
      multiline: 'line',
      value: sent.get(`${kind}-${name}`) ?? value(values) ?? '',
    });
  return (
    <fieldset class="variable">
      <legend class="unseen">{name}</legend>
      <code aria-hidden="true">{name}</code>
      {of('sample', 'Sample', stored.samples)}
      <div>
        {of('default', 'Default', stored.defaults)}
        <label class="small" for={box}>
          <input type="checkbox" id={box} name={box} value="true" checked={isBlank} /> Can be empty
        </label>
      </div>
    </fieldset>
  );
}

/** Forms send every line break as CRLF. A text stored with other line breaks keeps them. */
const asWritten = (sent: string, stored: string | null | undefined): string =>
  stored?.includes('\r\n') ? sent : sent.replaceAll('\r\n', '\n');

/** The values in the form's fields. Stored values without a field stay, and the order does, too. */
function valuesOf(sent: URLSearchParams, kind: 'sample' | 'default', stored: Values): Values {
  const before = new Map(Object.entries(stored));
  const after = new Map(before);
  for (const name of namesIn(sent, kind)) {
    const value = asWritten(sent.get(`${kind}-${name}`) ?? '', before.get(name));
    const isBlank = kind === 'default' ? sent.has(`blank-${name}`) : before.get(name) === '';
    if (value !== '' || isBlank) after.set(name, value);
    else after.delete(name);
  }
  return Object.fromEntries(after);
}

type Content = Pick<TemplateRecord, 'subject' | 'html' | 'text' | 'defaults' | 'samples'>;

/** The content in the form. `stored` is the template's, if there is one. */
export function contentOf(sent: URLSearchParams, stored?: Content): Content {
  const text = (name: 'html' | 'text') => asWritten(sent.get(name) ?? '', stored?.[name]);
  return {
    subject: sent.get('subject') ?? '',
    html: text('html') || null,
    text: text('text') || null,
    defaults: valuesOf(sent, 'default', stored?.defaults ?? {}),
    samples: valuesOf(sent, 'sample', stored?.samples ?? {}),
  };
}

const isPublished = (sent: URLSearchParams) => sent.get('publish') === 'true' && { publish: true };

/** The request that creates a template. */
export const createdBody = (sent: URLSearchParams): Record<string, unknown> => {
  const { html, text, defaults, samples } = contentOf(sent);
  const given = filled(sent, ['name', 'alias', 'subject', 'category']);
  return { ...given, html: html ?? '', text: text ?? '', defaults, samples, ...isPublished(sent) };
};

/**
 * The request that changes one. An empty name or subject is rejected. An unchanged category isn't sent,
 * because sending it would turn on unsubscribing.
 */
export function savedBody(sent: URLSearchParams, template: TemplateRecord): Record<string, unknown> {
  const { html, text, defaults, samples } = contentOf(sent, template);
  const { category, ...given } = filled(sent, ['alias', 'category']);
  const lines = ['name', 'subject'].flatMap((name) => (sent.has(name) ? [[name, sent.get(name)]] : []));
  return {
    ...given,
    ...Object.fromEntries(lines),
    html: html ?? '',
    text: text ?? '',
    defaults,
    samples,
    ...(category !== undefined && category !== template.category && { category }),
    ...isPublished(sent),
  };
}

/** An error in a value goes to its field, and one about all values to the field of the longest. */
export const toVariables: ToFields = (issues, sent) =>
  issues.map((issue): Issue => {
    const [, values, name] = /^(sample|default)s(?:\.(\w+))?$/.exec(issue.path) ?? [];
    if (values !== 'sample' && values !== 'default') return issue;
    const sizeOf = (one: string) => sent.get(`${values}-${one}`)?.length ?? 0;
    const longest = namesIn(sent, values).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
    return { ...issue, path: (name ?? longest) ? `${values}-${name ?? longest}` : '' };
  });
