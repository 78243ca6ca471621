import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { pageOf } from './pages.ts';
import { button, doneNote, field, table } from './parts.ts';

/** What the API answers for a page of a list. */
export type ListOf<Name extends string, T> = Record<Name, T[]> & { next_cursor: string | null };

/** The query of a list page as its verb takes it: what is empty is not given (D27). */
export const queryOf = (search: URLSearchParams): Record<string, string> => ({
  limit: '25',
  ...Object.fromEntries(
    [...search]
      .filter(([name, value]) => value !== '' && name !== 'done')
      .map(([name, value]) => [name, name === 'since' || name === 'until' ? inUtc(value) : value]),
  ),
});

/** A time without its zone, as `datetime-local` has it, is in UTC (D40). */
const inUtc = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
    ? `${text}:00Z`
    : text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/, '$1Z');

type Filter = { name: string; label: string; values?: readonly string[]; hint?: string };

const utc = 'UTC, such as 2026-11-24T08:00';
export const times: Filter[] = [
  { name: 'since', label: 'Since', hint: utc },
  { name: 'until', label: 'Until', hint: utc },
];

/** The filters of a list as a form that makes its link; a value that is no choice comes back as it was (D27). */
export function filterForm(path: string, search: URLSearchParams, filters: Filter[]): Html {
  const one = ({ name, label, values, hint }: Filter) =>
    field({
      name,
      id: `filter-${name}`,
      label,
      value: search.get(name) ?? (name === 'limit' ? '25' : ''),
      ...(hint && { hint }),
      ...(values && { options: values.map((value) => [value, value || 'Any'] as const) }),
    });
  const choices = filters.map(({ values, ...rest }) => ({
    ...rest,
    ...(values && { values: ['', ...values] }),
  }));
  const rows: Filter = { name: 'limit', label: 'Rows', values: ['25', '50', '100'] };
  const asked = filters.some(({ name }) => search.get(name)) ? markup` open` : nothing;
  return markup`<details class="fold"${asked}><summary>Filters</summary>
<form class="filters" method="get" action="${path}">${[...choices, rows].map(one)}${button('Filter', 'quiet')}</form></details>`;
}

/** A value that leads to the list filtered by it (D28). */
export const filtered = (path: string, name: string, value: string): Html =>
  markup`<a href="${path}?${new URLSearchParams({ [name]: value })}">${outside(value)}</a>`;

/** Whether a list looked through its share without filling its page (Q14). */
export const isShort = (search: URLSearchParams, shown: number, next: string | null): boolean =>
  next !== null && shown < Number(search.get('limit') || 25);

/** The ways through a list, newest first: no totals, no page numbers (D27). */
export function pager(path: string, search: URLSearchParams, next: string | null, short = false): Html {
  const to = (cursor: string | null) => {
    const query = new URLSearchParams(search);
    query.delete('cursor');
    if (cursor) query.set('cursor', cursor);
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const newest = search.has('cursor')
    ? markup`<a class="button quiet" href="${to(null)}">Newest</a>`
    : nothing;
  const older = next
    ? markup`<a class="button quiet" rel="next" href="${to(next)}">${short ? 'Look further back' : 'Older'}</a>`
    : nothing;
  const note = short ? markup`<p class="small">Only a part of the list was looked through.</p>` : nothing;
  return markup`${note}<nav class="actions" aria-label="Pages">${newest}${older}</nav>`;
}

type ListPage = {
  name: string;
  path: string;
  notes?: Record<string, string>;
  /** What comes before the list, between it and the ways through it, and after both. */
  above?: Html;
  foot?: Html;
  below?: Html | false;
  caption: string;
  heads: string[];
  rows: unknown[][];
  /** What is shown where there are no rows. */
  none: Html;
  next: string | null;
  short?: boolean;
  status?: number | undefined;
};

/** A list: what was done, its filters, its rows and the ways through it (D27). */
export function listPage({ search }: SessionInput, list: ListPage): PageAnswer {
  const { name, path, notes = {}, above, foot, below, rows, none, next, short, status } = list;
  return pageOf(
    name,
    markup`${doneNote(search, notes)}${above}
${rows.length === 0 ? none : table(list)}
${foot}${pager(path, search, next, short)}${below}`,
    status,
  );
}
