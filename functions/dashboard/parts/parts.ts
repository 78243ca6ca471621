import type { AppError, Issue } from '../../../shared/core/errors.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, type ButtonKind } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { type Choice, Field, type FieldContent, Options } from '../ui/field.tsx';
import { Table, type TableContent } from '../ui/table.tsx';

/** UTC with milliseconds; the script shows local time. */
export const time = (at: string | null | undefined): Html =>
  at ? markup`<time datetime="${at}">${at}</time>` : markup`–`;

/** A word and an icon: never color alone. */
export const status = (word: string): Html => Badge({ word });

export const percent = (rate: number): string => `${(rate * 100).toFixed(2)}%`;

/** An object's names and values. Use `false` for a value that the object lacks. */
export const facts = (entries: Fact[]): Html => Facts({ entries });

/** A value that people often copy. */
export const copied = (name: string, value: string): Html =>
  markup`<code data-copy="${name}">${outside(value)}</code>`;

export const table = (content: TableContent): Html => Table(content);

/** The text shown before any objects exist, with one next step. */
export const empty = (text: string | Html, next: Html | false = false): Html =>
  Empty({ text, children: next });

export type FormField = (one: FieldContent) => Html;

/** A labeled field, with its error if any. */
export const field = (one: FieldContent, issues: readonly Issue[] = []): Html => Field({ ...one, issues });

export const choicesOf = (options: readonly Choice[], chosen: string): Html => Options({ options, chosen });

/** An error as the API returns it, with its request id. */
type Refusal = { error: AppError; request_id: string };

/** An error in a form. The first one includes the whole API error. */
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

/** A form's errors, each linked to its field. An error about the whole form has no link. */
export function faults(issues: readonly Fault[] = []): Html {
  if (issues.length === 0) return nothing;
  const refusal = issues.find((issue) => issue.refusal)?.refusal;
  const links = issues.map(({ path, message }) => {
    const [name = ''] = path.split(/[.[]/);
    return markup`<li>${name ? markup`<a href="#${name}">${outside(message)}</a>` : outside(message)}</li>`;
  });
  return markup`<div class="fault" role="alert" tabindex="-1"><p>Please check:</p><ul>${links}</ul>${refusal && refusalNotes(refusal)}</div>`;
}

/** A form's fields, each with its error and the sent value, or else the known value. */
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

type FormOptions = {
  /** For fields of several megabytes, sent unencoded. Percent-encoding could exceed the gateway's limit. */
  large?: boolean | undefined;
  id?: string;
  /** Whether it shows unsaved edits. If set, the script asks before leaving the page with edits. */
  unsaved?: boolean;
};

/** A form on a signed-in page, which includes the account that the page was made for. */
export const form = (
  { session }: SessionInput,
  action: string,
  content: Html,
  { large = false, id, unsaved }: FormOptions = {},
): Html =>
  markup`<form method="post" action="${action}"${id === undefined ? nothing : markup` id="${id}"`}${unsaved === undefined ? nothing : markup` data-unsaved="${String(unsaved)}"`}${large ? markup` enctype="multipart/form-data"` : nothing}>${hidden({ account: session.caller.account.id })}${content}</form>`;

export const button = (label: string, kind: ButtonKind = 'usual'): Html => Button({ label, kind });

/** Links to a confirmation page, which the script shows as a dialog. */
export const confirmLink = (path: string, label: string, look: 'button' | 'link' = 'button'): Html =>
  markup`<a href="${path}"${look === 'button' ? markup` class="button quiet"` : nothing} data-asks>${label}</a>`;

/** The page's note after a form succeeded. Codes outside the fixed list show nothing. */
export function doneNote(search: URLSearchParams, notes: Record<string, string>): Html {
  const code = search.get('done') ?? '';
  return Object.hasOwn(notes, code)
    ? markup`<div class="note" role="status"><p>${notes[code]}</p></div>`
    : nothing;
}
