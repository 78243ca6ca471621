import type { AppError, Issue } from '../../../shared/core/errors.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';

/** UTC with milliseconds; the script shows local time. */
export const time = (at: string | null | undefined): Html =>
  at ? markup`<time datetime="${at}">${at}</time>` : markup`–`;

/** Words of a state, by the mark that they get. */
const tones = {
  good: 'delivered opened clicked verified active enabled sent published pass completed imported',
  warn: 'queued sending scheduled delayed pending invited draft running waiting in_progress partial needs_attention retired',
  bad: 'bounced complained failed suppressed disabled paused fail failing missing mismatch error',
};

const toneOf = (word: string) =>
  Object.entries(tones).find(([, words]) => words.split(' ').includes(word))?.[0] ?? '';

/** A word and a mark: never colour alone. */
export const status = (word: string): Html =>
  markup`<span class="status ${toneOf(word)}">${word.replaceAll('_', ' ')}</span>`;

export const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`;

/** Names and values of an object; `false` for one that it does not have. */
export const facts = (entries: ([name: string, value: unknown] | false)[]): Html =>
  markup`<dl>${entries.map((one) => one && markup`<dt>${one[0]}</dt><dd>${one[1]}</dd>`)}</dl>`;

/** A value that is often copied. */
export const copied = (name: string, value: string): Html =>
  markup`<code data-copy="${name}">${outside(value)}</code>`;

type TableContent = {
  caption: string;
  heads: string[];
  rows: unknown[][];
  /** Links to pages of their own, which show them whole, are cut to two lines on narrow screens. */
  list?: true;
};

/** A table in a region that scrolls by itself where it is wide. */
export function table(input: TableContent): Html {
  const heads = input.heads.map((head) => markup`<th scope="col">${head}</th>`);
  const rows = input.rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<div class="wide${input.list && ' list'}" role="region" aria-label="${input.caption}" tabindex="0"><table>
<caption>${input.caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The text in place of objects that do not exist yet, with the one next step. */
export const empty = (text: string | Html, next: Html | false = false): Html =>
  markup`<div class="empty"><p>${text}</p>${next}</div>`;

/** A value to choose, and its label where that is another word. */
export type Choice = string | readonly [value: string, label: string];

type Field = {
  name: string;
  /** The name when absent; another one where a page has two fields of a name. */
  id?: string;
  label: string;
  value?: string | null;
  type?: string;
  hint?: string;
  required?: boolean;
  options?: readonly Choice[];
  /** Words of which any number are chosen; its value has them between commas. */
  words?: readonly string[];
  multiline?: boolean | 'short';
  autocomplete?: string;
};

export type FormField = (one: Field) => Html;

/** Whether a path is this one, or of a value in it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`);

/** A labelled field, with its fault where it has one. */
export function field(one: Field, issues: readonly Issue[] = []): Html {
  const { label, value = '', hint, id = one.name } = one;
  const issue = issues.find(({ path }) => isWithin(path, id));
  const described = [hint && `${id}-hint`, issue && `${id}-error`].filter(Boolean).join(' ');
  const rest = markup`${described ? markup` aria-describedby="${described}"` : nothing}${issue ? markup` aria-invalid="true"` : nothing}${one.required ? markup` required` : nothing}`;
  const notes = markup`${hint ? markup`<div class="hint" id="${id}-hint">${hint}</div>` : nothing}
${issue ? markup`<div class="error" id="${id}-error">${outside(issue.message)}</div>` : nothing}`;
  if (one.words)
    return markup`<fieldset class="field" id="${id}"${rest}><legend>${label}</legend>
<div class="boxes">${boxes(one.name, one.words, value ?? '')}</div>
${notes}</fieldset>`;
  return markup`<div class="field"><label for="${id}">${label}</label>
${control(one, value ?? '', rest)}
${notes}</div>`;
}

/** The empty value says that the form was sent where no box is checked. */
function boxes(name: string, words: readonly string[], value: string): Html {
  const chosen = value.split(/[\s,]+/);
  const all = words.map((word) => {
    const checked = chosen.includes(word) ? markup` checked` : nothing;
    return markup`<label for="${name}-${word}"><input type="checkbox" id="${name}-${word}" name="${name}" value="${word}"${checked}> ${word}</label>`;
  });
  return markup`${hidden({ [name]: '' })}${all}`;
}

export const choicesOf = (options: readonly Choice[], chosen: string): Html[] =>
  options.map((option) => {
    const [value, label] = typeof option === 'string' ? [option, option] : option;
    return markup`<option value="${value}"${value === chosen ? markup` selected` : nothing}>${label}</option>`;
  });

function control(
  { name, id = name, type = 'text', options, multiline, autocomplete }: Field,
  value: string,
  rest: Html,
): Html {
  if (options) return markup`<select id="${id}" name="${name}"${rest}>${choicesOf(options, value)}</select>`;
  // Parsers drop a line break after the tag: this one, and not the first of the value.
  if (multiline)
    return markup`<textarea id="${id}" name="${name}"${multiline === 'short' ? markup` class="short"` : nothing}${rest}>
${value}</textarea>`;
  const complete = autocomplete ? markup` autocomplete="${autocomplete}"` : nothing;
  return markup`<input id="${id}" name="${name}" type="${type}" value="${value}"${complete}${rest}>`;
}

/** An error as the API returns it, with its request id. */
type Refusal = { error: AppError; request_id: string };

/** A fault in a form. The first one carries the whole error. */
export type Fault = Issue & { refusal?: Refusal };

function detailOf(value: unknown): Html {
  if (Array.isArray(value)) return markup`${value.map((one) => markup`<div>${detailOf(one)}</div>`)}`;
  if (typeof value === 'string' && /^msg_[0-9a-z]{26}$/.test(value))
    return markup`<a href="/emails/${value}">${value}</a>`;
  return outside(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** What an error includes besides its message: hint, details, documentation link, and request id. */
export function refusalNotes({ error, request_id }: Refusal): Html {
  const { code, hint, details = {}, upgrade_url } = error;
  const { issues: _shown, ...rest } = details;
  const named = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return markup`${hint ? markup`<p>${outside(hint)}</p>` : nothing}
${named.length > 0 ? facts(named.map(([name, value]) => [name.replaceAll('_', ' '), detailOf(value)])) : nothing}
<p class="small">Code <code>${code}</code>, request <code>${request_id}</code>. <a href="/docs/errors#${code}">About this error</a>${upgrade_url ? markup`, <a href="/billing">plan and limits</a>` : nothing}</p>`;
}

/** The faults of a form, each a link to its field; that of the whole form has none. */
export function faults(issues: readonly Fault[] = []): Html {
  if (issues.length === 0) return nothing;
  const refusal = issues.find((issue) => issue.refusal)?.refusal;
  const links = issues.map(({ path, message }) => {
    const [name = ''] = path.split(/[.[]/);
    return markup`<li>${name ? markup`<a href="#${name}">${outside(message)}</a>` : outside(message)}</li>`;
  });
  return markup`<div class="fault" role="alert" tabindex="-1"><p>Please check:</p><ul>${links}</ul>${refusal && refusalNotes(refusal)}</div>`;
}

/** The fields of a form: with the values that were sent, else the known ones, and the fault of each. */
export const fieldsOf =
  (sent: URLSearchParams, issues: readonly Issue[] = [], known: object = {}): FormField =>
  (one) =>
    field(
      {
        value: sent.has(one.name)
          ? sent.getAll(one.name).join(',')
          : String((known as Record<string, unknown>)[one.name] ?? ''),
        ...one,
      },
      issues,
    );

export const hidden = (values: Record<string, string | number | null>): Html =>
  markup`${Object.entries(values).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}`;

/**
 * A form of a signed-in page: it names the account that the page was made for. `large`: its fields take megabytes,
 * and go as they are, not percent-encoded: three bytes for one are more than the gateway carries.
 */
export const form = (
  { session }: SessionInput,
  action: string,
  content: Html,
  { large = false }: { large?: boolean | undefined } = {},
): Html =>
  markup`<form method="post" action="${action}"${large ? markup` enctype="multipart/form-data"` : nothing}>${hidden({ account: session.caller.account.id })}${content}</form>`;

export const button = (label: string, kind: 'usual' | 'quiet' | 'danger' = 'usual'): Html =>
  markup`<button type="submit"${kind === 'usual' ? nothing : markup` class="${kind}"`}>${label}</button>`;

/** Leads to the page that asks first, which the script shows as a dialog over this one. */
export const asking = (path: string, label: string, look: 'button' | 'link' = 'button'): Html =>
  markup`<a href="${path}"${look === 'button' ? markup` class="button quiet"` : nothing} data-asks>${label}</a>`;

/** The note of a page after a form was done: codes of a fixed list, others show nothing. */
export function doneNote(search: URLSearchParams, notes: Record<string, string>): Html {
  const code = search.get('done') ?? '';
  return Object.hasOwn(notes, code)
    ? markup`<div class="note" role="status"><p>${notes[code]}</p></div>`
    : nothing;
}
