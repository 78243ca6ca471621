import { notFound } from '../../core/errors.ts';
import type { Caller, Lists } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { listOf } from './list-of.ts';

/** DELETE /suppressions: 404 when the address is not on that very list (A62). */
export async function removeSuppression(ctx: Lists, caller: Caller, email: string): Promise<void> {
  requireScope(caller, ['suppressions:write']);
  if ((await ctx.suppressions.remove(listOf(caller), email)) === null) throw notFound('Suppression');
}
