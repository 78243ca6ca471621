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

export const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`;

/** Names and values of an object; `false` for one that it does not have. */
export const facts = (entries: Fact[]): Html => Facts({ entries });

/** A value that is often copied. */
export const copied = (name: string, value: string): Html =>
  markup`<code data-copy="${name}">${outside(value)}</code>`;

export const table = (content: TableContent): Html => Table(content);

/** The text in place of objects that do not exist yet, with the one next step. */
export const empty = (text: string | Html, next: Html | false = false): Html =>
  Empty({ text, children: next });

export type FormField = (one: FieldContent) => Html;

/** A labelled field, with its fault where it has one. */
export const field = (one: FieldContent, issues: readonly Issue[] = []): Html => Field({ ...one, issues });

export const choicesOf = (options: readonly Choice[], chosen: string): Html => Options({ options, chosen });

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

export const button = (label: string, kind: ButtonKind = 'usual'): Html => Button({ label, kind });

/** Leads to the page that asks first, which the script shows as a dialog over this one. */
export const confirmLink = (path: string, label: string, look: 'button' | 'link' = 'button'): Html =>
  markup`<a href="${path}"${look === 'button' ? markup` class="button quiet"` : nothing} data-asks>${label}</a>`;

/** The note of a page after a form was done: codes of a fixed list, others show nothing. */
export function doneNote(search: URLSearchParams, notes: Record<string, string>): Html {
  const code = search.get('done') ?? '';
  return Object.hasOwn(notes, code)
    ? markup`<div class="note" role="status"><p>${notes[code]}</p></div>`
    : nothing;
}
