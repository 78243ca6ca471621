import { timestamp } from '../../../shared/core/runtime.ts';
import type { Base } from '../../../shared/domain/context.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';
import { type Filter, Filters, periods } from '../ui/filters.tsx';
import type { Run } from './acting.ts';
import type { Listed } from './calls.ts';
import { firstRequest } from './curl.ts';
import { kindOf, pageOf } from './pages.ts';
import { doneNote, empty, table, time } from './parts.ts';

export const times: Filter[] = [
  { name: 'since', label: 'Since', isTime: true },
  { name: 'until', label: 'Until', isTime: true },
];

/** The filters of a list as a form that makes its link. `find`: what its search field finds. */
export const filterForm = (
  path: string,
  search: URLSearchParams,
  filters: readonly Filter[],
  find?: string,
): Html => Filters({ path, search, filters, find });

const hour_ms = 3_600_000;

/**
 * A list whose links may name a period, as its form sends it, and what its search field found: both lead to the link
 * with the filters of the API. `filterOf`: the filter that a text in the search field is for.
 */
export const withShortcuts =
  (ctx: Base, run: Run, filterOf?: (text: string) => string): Run =>
  (input) => {
    const { path, search } = input;
    const [period, text] = ['period', 'find'].map((name) => search.get(name)?.trim() ?? '');
    if (!search.has('period') && !search.has('find')) return run(input);
    const query = new URLSearchParams(
      [...search].filter(([name, value]) => value !== '' && !shortcuts.has(name)),
    );
    if (query.get('limit') === '25') query.delete('limit');
    if (Object.hasOwn(periods, period ?? '')) {
      const { hours = 0 } = periods[period ?? ''] ?? {};
      query.set('since', `${timestamp(ctx.runtime.now() - hours * hour_ms).slice(0, 16)}:00Z`);
      query.delete('until');
    }
    if (text && filterOf) query.set(filterOf(text), text);
    return seeOther(query.size > 0 ? `${path}?${query}` : path);
  };

const shortcuts = new Set(['period', 'find', 'cursor']);

/** A value that leads to the list filtered by it. */
export const filtered = (path: string, name: string, value: string): Html =>
  markup`<a href="${path}?${new URLSearchParams({ [name]: value })}">${outside(value)}</a>`;

/** In place of rows, where older entries were not looked at yet. */
const emptyYet = (): Html => empty('No matches so far. Older entries haven’t been searched yet.');

/** Parameters of a list that hide none of its entries. */
const unfiltering = ['limit', 'cursor', 'done'];

/** In place of rows: what belongs here, unless a filter or the place in the list hides what there is. */
export function noRows(path: string, search: URLSearchParams, looked_to: string | null, none: Html): Html {
  if (looked_to) return emptyYet();
  const isFiltered = [...search].some(([name, value]) => value !== '' && !unfiltering.includes(name));
  if (isFiltered)
    return empty('Nothing matches these filters.', markup`<p><a href="${path}">Clear filters</a></p>`);
  return search.get('cursor') ? empty('No older entries.') : none;
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
  /** The one main action, next to the h1. */
  action?: Html | undefined;
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
  const { name, path, notes = {}, action, above, foot, below, caption, heads, items, status, none } = list;
  return pageOf(
    { name, ...(action && { action }) },
    markup`${doneNote(search, notes)}${above}
${items.length === 0 ? noRows(path, search, list.looked_to, empty(none, list.first)) : table({ caption, heads, rows: items.map(list.row), list: true })}
${foot}${pager(path, search, list)}${below}`,
    status,
  );
}
