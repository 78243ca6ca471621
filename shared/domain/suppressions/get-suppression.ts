import { notFound } from '../../core/errors.ts';
import type { Suppression } from '../../core/records/lists.ts';
import { isId } from '../../core/runtime.ts';
import type { Caller, Lists } from '../context.ts';
import { listOf } from './list-of.ts';

/** GET /suppressions/{id}: 404 for another list's entry. */
export async function getSuppression(ctx: Lists, caller: Caller, id: string): Promise<Suppression> {
  const entry = isId('sup', id) ? await ctx.suppressions.find(listOf(caller), id) : null;
  if (entry === null) throw notFound('Suppression');
  return entry;
}
