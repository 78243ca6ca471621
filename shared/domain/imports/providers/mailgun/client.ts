import { isObject, type Json } from '../../../../core/json-path.ts';
import { mapped, remember } from '../../call-provider.ts';
import { offsetList } from '../../read-pages.ts';
import type { Ask, ForeignDomain, Source } from '../provider.ts';

/** The paging-link parameters that our request may use, and no others. */
const ofLink = ['page', 'address', 'p'];

/** The query of a link to the next page, or null. */
function linkQuery(link: unknown): string | null {
  if (typeof link !== 'string') return null;
  const start = link.indexOf('?');
  if (start === -1) return null;
  const given = new URLSearchParams(link.slice(start + 1).split('#')[0]);
  const kept = ofLink.filter((name) => given.has(name)).map((name) => [name, given.get(name) ?? '']);
  return kept.length === 0 ? null : new URLSearchParams(kept).toString();
}

/**
 * A page of a linked list, which an empty page ends. `items` may be null. Returns null for an unexpected
 * shape.
 */
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

const limit = 1000;

/** A sandbox domain sends only to its owner and is always left out. */
function domainOf({ name, type, state, is_disabled, disabled }: Json): ForeignDomain[] {
  if (typeof name !== 'string' || name === '' || type === 'sandbox') return [];
  const isDisabled = state === 'disabled' || is_disabled === true || isObject(disabled);
  return [{ name: name.toLowerCase(), disabled: isDisabled }];
}

const listed = offsetList({
  path: (offset) => `/v4/domains?limit=${limit}&skip=${offset}`,
  limit,
  read: domainsPage,
});

export const mailgunDomains: Ask<ForeignDomain[]> = (connection) =>
  remember(connection, 'domains', async () =>
    mapped(await connection.all(listed), (rows) => {
      const domains = rows.filter(isObject).flatMap(domainOf);
      return [...new Map(domains.map((one) => [one.name, one])).values()];
    }),
  );

export const mailgunSources: Ask<Source[]> = async (connection) =>
  mapped(await mailgunDomains(connection), (domains) => domains.map(({ name }) => ({ key: name, name })));
