import type { Suppression, SuppressionReason } from '../../core/records/lists.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Lists } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { listOf } from './list-of.ts';
import type { AddSuppression } from './requests.ts';
import { withRoom } from './room.ts';

export function apiEntry(
  ctx: Base,
  caller: Caller,
  entry: { email: string; reason: SuppressionReason; note: string | null },
): Suppression {
  return {
    id: ctx.runtime.id('sup'),
    ...entry,
    tenant: listOf(caller).tenant,
    source: caller.source,
    email_id: null,
    created_at: timestamp(ctx.runtime.now()),
  };
}

/**
 * POST /suppressions: creates an entry, or returns the existing one, upgraded if the new reason is stronger.
 * Throws 403 plan_limit.
 */
export async function addSuppression(
  ctx: Base & Lists,
  caller: Caller,
  { email, reason, note }: AddSuppression,
): Promise<{ suppression: Suppression; created: boolean }> {
  requireScope(caller, ['suppressions:write']);
  const entry = apiEntry(ctx, caller, { email, reason, note: note ?? null });
  return withRoom(ctx, caller, [email], async (noteMade) => {
    const { suppression, outcome } = await ctx.suppressions.add(listOf(caller), entry);
    const created = outcome === 'created';
    if (created) noteMade();
    return { suppression, created };
  });
}
