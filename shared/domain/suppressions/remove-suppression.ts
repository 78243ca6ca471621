import { notFound } from '../../core/errors.ts';
import type { Base, Caller, Lists } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { listOf } from './list-of.ts';
import { giveRoomBack } from './room.ts';

/** DELETE /suppressions: 404 unless the address is on that very list. */
export async function removeSuppression(ctx: Base & Lists, caller: Caller, email: string): Promise<void> {
  requireScope(caller, ['suppressions:write']);
  const removed = await ctx.suppressions.remove(listOf(caller), email);
  if (removed === null) throw notFound('Suppression');
  await giveRoomBack(ctx, caller, [removed]);
}
