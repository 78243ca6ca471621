import { invalid } from '../../core/errors.ts';
import type { Context } from '../context.ts';

/** Records that one request looks at when filters let few of them through (Q14). */
const looks = 1000;
const perLook = 100;

type Found<T> = { entries: T[]; next: string | null };

/**
 * One page of a list whose filters are applied while reading: it may be short, even empty, with `has_more`
 * and a cursor that goes on from there (C5, Q14).
 */
export async function filteredPage<T extends { id: string }>(
  ctx: Context,
  input: { bound: string[]; limit: number; cursor: string | undefined; filtered: boolean },
  read: (page: { limit: number; before: string | null }) => Promise<Found<T>>,
  keep: (entry: T) => boolean,
): Promise<{ entries: T[]; has_more: boolean; next_cursor: string | null }> {
  const { bound, limit, cursor } = input;
  let before = cursor === undefined ? null : await ctx.cursors.open(bound, cursor);
  if (cursor !== undefined && before === null)
    throw invalid([{ path: 'cursor', rule: 'format', message: 'cursor: not a cursor of this list' }]);
  const entries: T[] = [];
  for (let looked = 0; looked < looks; looked += perLook) {
    const page = await read({ limit: input.filtered ? perLook : limit, before });
    for (const [i, entry] of page.entries.entries()) {
      if (!keep(entry)) continue;
      entries.push(entry);
      const over = i + 1 < page.entries.length || page.next !== null;
      if (entries.length === limit) return answer(ctx, bound, entries, over ? entry.id : null);
    }
    before = page.next;
    if (before === null || !input.filtered) break;
  }
  return answer(ctx, bound, entries, before);
}

async function answer<T>(ctx: Context, bound: string[], entries: T[], next: string | null) {
  const next_cursor = next === null ? null : await ctx.cursors.seal(bound, next);
  return { entries, has_more: next_cursor !== null, next_cursor };
}
