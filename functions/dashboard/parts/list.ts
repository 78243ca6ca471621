import { type Html, markup, nothing } from '../../../shared/http/html.ts';

/** The query of a list page as its verb takes it: what is empty is not given (D27). */
export const queryOf = (
  search: URLSearchParams,
  fallback: Record<string, string> = {},
): Record<string, string> => ({
  ...fallback,
  ...Object.fromEntries([...search].filter(([name, value]) => value !== '' && name !== 'done')),
});

/** The ways through a list, newest first: no totals, no page numbers (D27). */
export function pager(path: string, search: URLSearchParams, next: string | null): Html {
  const to = (cursor: string | null) => {
    const query = new URLSearchParams(search);
    query.delete('cursor');
    if (cursor) query.set('cursor', cursor);
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const newest = search.has('cursor')
    ? markup`<a class="button quiet" href="${to(null)}">Newest</a>`
    : nothing;
  const older = next ? markup`<a class="button quiet" rel="next" href="${to(next)}">Older</a>` : nothing;
  return markup`<nav class="actions" aria-label="Pages">${newest}${older}</nav>`;
}
