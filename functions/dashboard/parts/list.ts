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

/** A list's filters, as a form that builds the list's URL. `find` describes what the search field matches. */
export const filterForm = (
  path: string,
  search: URLSearchParams,
  filters: readonly Filter[],
  find?: string,
): Html => Filters({ path, search, filters, find });

const hour_ms = 3_600_000;

/**
 * A list page that accepts a period from its form and text from its search field. Both redirect to a URL with
 * the matching API filters. `filterOf` returns the filter for a search text.
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

/** A value that links to the list filtered by it. */
export const filtered = (path: string, name: string, value: string): Html =>
  markup`<a href="${path}?${new URLSearchParams({ [name]: value })}">${outside(value)}</a>`;

/** Shown instead of rows while older entries haven't been searched. */
const emptyYet = (): Html => empty('No matches so far. Older entries haven’t been searched yet.');

/** List parameters that hide no entries. */
const unfiltering = ['limit', 'cursor', 'done'];

/** Shown instead of rows: an introduction, unless a filter or the position in the list hides entries. */
export function noRows(path: string, search: URLSearchParams, looked_to: string | null, none: Html): Html {
  if (looked_to) return emptyYet();
  const isFiltered = [...search].some(([name, value]) => value !== '' && !unfiltering.includes(name));
  if (isFiltered)
    return empty('Nothing matches these filters.', markup`<p><a href="${path}">Clear filters</a></p>`);
  return search.get('cursor') ? empty('No older entries.') : none;
}

type End = Pick<Listed<unknown>, 'next' | 'looked_to'>;

/** Links through a list, newest first, without totals or page numbers. */
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
    ? markup`<a class="button quiet" rel="next" href="${to(next)}">${looked_to ? 'Search further back' : 'Older'}</a>`
    : nothing;
  const note = looked_to ? markup`<p class="small">Searched back to ${time(looked_to)}.</p>` : nothing;
  return markup`${note}<nav class="actions" aria-label="Pages">${newest}${older}</nav>`;
}

type ListPage<T> = Listed<T> & {
  name: string;
  path: string;
  notes?: Record<string, string>;
  /** The main action, next to the h1. */
  action?: Html | undefined;
  /** Content before the list, between the list and its page links, and after both. */
  above?: Html;
  foot?: Html;
  below?: Html | false;
  caption: string;
  heads: string[];
  /** The heads of columns that hold numbers. */
  numeric?: readonly string[];
  row: (item: T) => unknown[];
  /** The text shown instead of rows, with one next step. */
  none: string;
  /** The request that creates the first object. */
  first?: Html;
  status?: number | undefined;
};

/** A resource's list: its path, its name, and the request that creates its first object. */
export function listedBy(ctx: DashboardContext, resource: Resource<DashboardContext>) {
  const name = `${kindOf(resource.noun)}s`;
  const path = resource.pages ?? resource.path;
  return { path, name, caption: `${name}, newest first`, first: firstRequest(ctx, resource) };
}

/** A list page: the last action's note, filters, rows, and page links. */
export function listPage<T>({ search }: SessionInput, list: ListPage<T>): PageAnswer {
  const {
    name,
    path,
    notes = {},
    action,
    above,
    foot,
    below,
    caption,
    heads,
    numeric,
    items,
    status,
    none,
  } = list;
  return pageOf(
    { name, ...(action && { action }) },
    markup`${doneNote(search, notes)}${above}
${items.length === 0 ? noRows(path, search, list.looked_to, empty(none, list.first)) : table({ caption, heads, numeric, rows: items.map(list.row), list: true })}
${foot}${pager(path, search, list)}${below}`,
    status,
  );
}
