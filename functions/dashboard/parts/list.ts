import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';
import type { Listed } from './calls.ts';
import { firstRequest } from './curl.ts';
import { kindOf, pageOf } from './pages.ts';
import { button, doneNote, empty, field, table, time } from './parts.ts';

type Filter = { name: string; label: string; values?: readonly string[]; hint?: string };

const utc = 'UTC, such as 2026-11-24 or 2026-11-24T08:00';
export const times: Filter[] = [
  { name: 'since', label: 'Since', hint: utc },
  { name: 'until', label: 'Until', hint: utc },
];

/** The filters of a list as a form that makes its link; a value that is no choice comes back as it was. */
export function filterForm(path: string, search: URLSearchParams, filters: Filter[]): Html {
  const one = ({ name, label, values, hint }: Filter) => {
    const value = search.get(name) ?? (name === 'limit' ? '25' : '');
    const choices = values && new Set([...values, value]);
    return field({
      name,
      id: `filter-${name}`,
      label,
      value,
      ...(hint && { hint }),
      ...(choices && { options: [...choices].map((choice) => [choice, choice || 'Any'] as const) }),
    });
  };
  const choices = filters.map(({ values, ...rest }) => ({
    ...rest,
    ...(values && { values: ['', ...values] }),
  }));
  const rows: Filter = { name: 'limit', label: 'Rows', values: ['25', '50', '100'] };
  const asked = filters.some(({ name }) => search.get(name)) ? markup` open` : nothing;
  return markup`<details class="fold"${asked}><summary>Filters</summary>
<form class="filters" method="get" action="${path}">${[...choices, rows].map(one)}${button('Filter', 'quiet')}</form></details>`;
}

/** A value that leads to the list filtered by it. */
export const filtered = (path: string, name: string, value: string): Html =>
  markup`<a href="${path}?${new URLSearchParams({ [name]: value })}">${outside(value)}</a>`;

/** In place of rows, where older entries were not looked at yet. */
const emptyYet = (): Html => empty('Nothing matched yet. Older entries may.');

/** Parameters of a list that hide none of its entries. */
const unfiltering = ['limit', 'cursor', 'done'];

/** In place of rows: what belongs here, unless a filter or the place in the list hides what there is. */
export function noRows(path: string, search: URLSearchParams, looked_to: string | null, none: Html): Html {
  if (looked_to) return emptyYet();
  const isFiltered = [...search].some(([name, value]) => value !== '' && !unfiltering.includes(name));
  if (isFiltered)
    return empty(
      'Nothing matches these filters.',
      markup`<p><a href="${path}">The page without filters</a></p>`,
    );
  return search.get('cursor') ? empty('There is nothing older.') : none;
}

type End = Pick<Listed<unknown>, 'next' | 'looked_to'>;

/** The ways through a list, newest first: no totals, no page numbers. */
export function pager(path: string, search: URLSearchParams, { next, looked_to }: End): Html {
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
    ? markup`<a class="button quiet" rel="next" href="${to(next)}">${looked_to ? 'Look further back' : 'Older'}</a>`
    : nothing;
  const note = looked_to ? markup`<p class="small">Looked back to ${time(looked_to)}.</p>` : nothing;
  return markup`${note}<nav class="actions" aria-label="Pages">${newest}${older}</nav>`;
}

type ListPage<T> = Listed<T> & {
  name: string;
  path: string;
  notes?: Record<string, string>;
  /** Before the list, between it and the ways through it, and after both. */
  above?: Html;
  foot?: Html;
  below?: Html | false;
  caption: string;
  heads: string[];
  row: (item: T) => unknown[];
  /** The text in place of rows, and the one next step. */
  none: string;
  /** The request that makes the first object. */
  first?: Html;
  status?: number | undefined;
};

/** The list of a resource: where it is, what it is called, and the request that makes its first object. */
export function listedBy(ctx: DashboardContext, resource: Resource<DashboardContext>) {
  const name = `${kindOf(resource.noun)}s`;
  const path = resource.pages ?? resource.path;
  return { path, name, caption: `${name}, newest first`, first: firstRequest(ctx, resource) };
}

/** A list: the note of the last action, its filters, its rows and the ways through it. */
export function listPage<T>({ search }: SessionInput, list: ListPage<T>): PageAnswer {
  const { name, path, notes = {}, above, foot, below, caption, heads, items, status, none } = list;
  return pageOf(
    name,
    markup`${doneNote(search, notes)}${above}
${items.length === 0 ? noRows(path, search, list.looked_to, empty(none, list.first)) : table({ caption, heads, rows: items.map(list.row), list: true })}
${foot}${pager(path, search, list)}${below}`,
    status,
  );
}
