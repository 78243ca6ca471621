import { timestamp } from '../../../shared/core/runtime.ts';
import type { Base } from '../../../shared/domain/context.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import { type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';
import { Empty } from '../ui/elements.tsx';
import { type Filter, Filters, periods } from '../ui/filters.tsx';
import { Table } from '../ui/table.tsx';
import { linkWith } from '../ui/tabs.tsx';
import type { Run } from './acting.ts';
import type { Listed } from './calls.ts';
import { firstRequest } from './curl.ts';
import { kindOf, pageOf } from './pages.tsx';
import { doneNote, time } from './parts.tsx';

export const times: Filter[] = [
  { name: 'since', label: 'Since' },
  { name: 'until', label: 'Until' },
];

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
export const filtered = (path: string, name: string, value: string): Html => (
  <a href={`${path}?${new URLSearchParams({ [name]: value })}`}>{outside(value)}</a>
);

/** List parameters that hide no entries. */
const unfiltering = ['limit', 'cursor', 'done'];

/** Shown instead of rows: an introduction, unless a filter or the position in the list hides entries. */
export function noRows(path: string, search: URLSearchParams, looked_to: string | null, none: Html): Html {
  if (looked_to) return <Empty text="No matches so far. Older entries haven’t been searched yet." />;
  const isFiltered = [...search].some(([name, value]) => value !== '' && !unfiltering.includes(name));
  if (isFiltered)
    return (
      <Empty text="Nothing matches these filters.">
        <p>
          <a href={path}>Clear filters</a>
        </p>
      </Empty>
    );
  return search.get('cursor') ? <Empty text="No older entries." /> : none;
}

type PagerContent = Pick<Listed<unknown>, 'next' | 'looked_to'> & { path: string; search: URLSearchParams };

/** Links through a list, newest first, without totals or page numbers. */
export const Pager = ({ path, search, next, looked_to }: PagerContent): Html => (
  <>
    {looked_to && <p class="small">Searched back to {time(looked_to)}.</p>}
    <nav class="actions" aria-label="Pages">
      {search.has('cursor') && (
        <a class="button quiet" href={linkWith(path, search, { cursor: '' })}>
          Newest
        </a>
      )}
      {next && (
        <a class="button quiet" rel="next" href={linkWith(path, search, { cursor: next })}>
          {looked_to ? 'Search further back' : 'Older'}
        </a>
      )}
    </nav>
  </>
);

type ListPage<T> = Listed<T> & {
  name: string;
  path: string;
  notes?: Record<string, string>;
  /** The main action, next to the h1. */
  action?: Html | false | undefined;
  filters?: readonly Filter[];
  /** What the search field matches. Without it, the list has no search field. */
  find?: string;
  /** The lists of names that the filters suggest. */
  names?: Child;
  /** Content before the list, and between the list and its page links. */
  above?: Child;
  foot?: Child;
  caption: string;
  heads: string[];
  /** The heads of columns that hold numbers. */
  numeric?: readonly string[];
  row: (item: T) => unknown[];
  /** The text shown instead of rows, with one next step. */
  none: string;
  /** The request that creates the first object. */
  first?: Html;
};

/** A resource's list: its path, its name, and the request that creates its first object. */
export function listedBy(ctx: DashboardContext, resource: Resource<DashboardContext>) {
  const name = `${kindOf(resource.noun)}s`;
  const path = resource.pages ?? resource.path;
  return { path, name, caption: `${name}, newest first`, first: firstRequest(ctx, resource) };
}

/** A list page: the last action's note, filters, rows, and page links. */
export function listPage<T>({ search }: SessionInput, list: ListPage<T>): PageAnswer {
  const { name, path, notes = {}, action, filters, find, names, above, foot, caption, heads, numeric } = list;
  const { items, row, next, looked_to, none, first } = list;
  return pageOf(
    { name, ...(action && { action }) },
    <>
      {doneNote(search, notes)}
      {names}
      {filters && <Filters path={path} search={search} filters={filters} find={find} />}
      {above}
      {items.length === 0 ? (
        noRows(path, search, looked_to, <Empty text={none}>{first}</Empty>)
      ) : (
        <Table caption={caption} heads={heads} numeric={numeric} rows={items.map(row)} list />
      )}
      {foot}
      <Pager path={path} search={search} next={next} looked_to={looked_to} />
    </>,
  );
}
