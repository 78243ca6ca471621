import { isObject } from '../../../../core/json-path.ts';

/** Parameters of a paging link that a request of ours takes over, and nothing else of it (M12). */
const ofLink = ['page', 'address', 'p'];

/** The query of a link to the next page; null: there is none. */
function linkQuery(link: unknown): string | null {
  if (typeof link !== 'string') return null;
  const start = link.indexOf('?');
  if (start === -1) return null;
  const given = new URLSearchParams(link.slice(start + 1).split('#')[0]);
  const kept = ofLink.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return kept.length === 0 ? null : new URLSearchParams(kept).toString();
}

/** A page of a list with links, which an empty page ends; `items` may be null. Null: another shape. */
export function linkedPage(body: unknown): { rows: unknown[]; next: string | null } | null {
  if (!isObject(body) || (body.items !== null && !Array.isArray(body.items))) return null;
  const { paging } = body;
  const rows: unknown[] = body.items ?? [];
  return { rows, next: rows.length === 0 ? null : linkQuery(isObject(paging) ? paging.next : null) };
}

export function domainsPage(body: unknown): { rows: unknown[]; total: number } | null {
  if (!isObject(body) || (body.items !== null && !Array.isArray(body.items))) return null;
  const rows: unknown[] = body.items ?? [];
  return { rows, total: typeof body.total_count === 'number' ? body.total_count : rows.length };
}
