import type { Child, Html } from '../../../shared/http/html.ts';

/** A view's value in the query, and the tab's name. */
type Tab = readonly [value: string, name: string, count?: number];

/** The view in the query. Unknown values open the first. */
export const chosenTab = <Value extends string>(
  search: URLSearchParams,
  tabs: readonly (readonly [Value, ...unknown[]])[],
  param = 'view',
): Value => (tabs.find(([value]) => value === search.get(param)) ?? tabs[0])?.[0] as Value;

/** The page's address with these parameters changed. Empty ones are left out. */
export function linkWith(path: string, search: URLSearchParams, change: Record<string, string>): string {
  const query = new URLSearchParams(search);
  query.delete('done');
  for (const [name, value] of Object.entries(change)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

type TabsContent = {
  /** The element's id. The script shows another tab in place. */
  id: string;
  label: string;
  path: string;
  search: URLSearchParams;
  tabs: readonly Tab[];
  chosen: string;
  /** The query parameter of the view. */
  param?: string;
  /** The chosen tab's panel. */
  children?: Child;
};

/** Tabs as links to this page with `?view=`, and the chosen tab's panel. */
export const Tabs = ({
  id,
  label,
  path,
  search,
  tabs,
  chosen,
  param = 'view',
  children,
}: TabsContent): Html => (
  <div id={id} class="tabbed">
    <nav class="tabs" aria-label={label}>
      {tabs.map(([value, name, count]) => (
        <a
          href={`${linkWith(path, search, { [param]: value === tabs[0]?.[0] ? '' : value })}#${id}`}
          aria-current={value === chosen ? 'page' : undefined}
        >
          {name}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
    {children}
  </div>
);
