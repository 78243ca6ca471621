import { fittingRecords } from '../../core/answer-size.ts';
import { invalid } from '../../core/errors.ts';
import type { Base, Paging } from '../context.ts';
import type { Entries, Page } from '../ports/common.ts';

/**
 * How much one request reads, with and without filters that no key covers. Without such filters, it skips
 * expired entries as long as the function has time. The cursor resumes from there.
 */
export const bounds = {
  filtered: { entries: 1_000, ms: 2_000 },
  unfiltered: { entries: Number.POSITIVE_INFINITY, ms: 20_000 },
};

/** Entries per read while filtering or skipping expired entries. */
export const chunk = 100;

export type PageQuery = { limit: number; cursor?: string | undefined };

/** The position in a cursor of this list, or null without a cursor. Throws 400 for any other cursor. */
export async function openCursor(ctx: Paging, bound: string[], cursor?: string): Promise<string | null> {
  const position = cursor === undefined ? null : await ctx.cursors.open(bound, cursor);
  if (cursor === undefined || position !== null) return position;
  throw invalid([
    { path: 'cursor', rule: 'format', message: 'cursor: does not belong to this list and its filters' },
  ]);
}

/**
 * The last part of a page's response. `next` is the position after which the next page starts, and null after
 * the last page.
 */
export async function sealNext(ctx: Paging, bound: string[], next: string | null) {
  const next_cursor = next === null ? null : await ctx.cursors.seal(bound, next);
  return { has_more: next_cursor !== null, next_cursor };
}

type List<Name extends string, T, Shown> = {
  name: Name;
  /** The values that its cursors are bound to. */
  bound: string[];
  read: (page: Page) => Promise<Entries<T>>;
  /** Filters that no key covers. Absent if there are none. */
  keep?: ((entry: T) => boolean) | undefined;
  /** Whether pages may be short. False if `keep` drops hardly any entry. */
  filtered?: boolean;
  /** Each entry as callers see it. Null if it was deleted after it was read. */
  show: (entries: T[]) => Promise<(Shown | null)[]>;
};

/**
 * One page of a list, filtered while reading. It may be short or empty with `has_more` and a cursor to
 * resume. Without filters, a page is full unless it is the last one, or skipping expired entries used up the time limit.
 * has_more is false once nothing more matches, even if the page is exactly full. A page too large for one
 * response is cut.
 */
export async function filteredPage<Name extends string, T extends { id: string }, Shown>(
  ctx: Base & Paging,
  { limit, cursor }: PageQuery,
  { name, bound, read, keep, filtered = keep !== undefined, show }: List<Name, T, Shown>,
) {
  let before = await openCursor(ctx, bound, cursor);
  const found: T[] = [];
  const max = filtered ? bounds.filtered : bounds.unfiltered;
  const until = ctx.runtime.now() + max.ms;
  const isFull = () => (filtered ? found.length > limit : found.length >= limit);
  for (let looked = 0; !isFull() && looked < max.entries; looked += chunk) {
    const page = await read({ limit: filtered || looked > 0 ? chunk : limit, before });
    found.push(...page.entries.filter(keep ?? Boolean));
    before = page.next;
    if (before === null || ctx.runtime.now() >= until) break;
  }
  const all = await show(found.slice(0, limit));
  const fitting = all.slice(0, fittingRecords(all));
  const next = fitting.length < found.length ? (found[fitting.length - 1]?.id ?? null) : before;
  const records = fitting.filter((record) => record !== null);
  return { ...({ [name]: records } as Record<Name, Shown[]>), ...(await sealNext(ctx, bound, next)) };
}
