import * as z from 'zod';
import { inParallel } from '../../core/in-parallel.ts';
import type { Suppression, SuppressionReason } from '../../core/records/lists.ts';
import type { Base, Caller, Lists } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { apiEntry } from './add-suppression.ts';
import { listedAddress } from './addresses.ts';
import { uncell } from './csv.ts';
import { listOf } from './list-of.ts';
import type { BatchSuppressions } from './requests.ts';
import { giveRoomBack, withRoom } from './room.ts';

/**
 * How many addresses are written in parallel. At 15 to 30 ms per write, the index key uses about 500 of its
 * 1,000 units per second.
 */
const concurrency = 8;
/** No address is longer. Echoing a large request in full could exceed the response limit. */
const max_echoed = 1_000;

/** A batch's counts. Each distinct address counts once. */
export const BatchResult = z.object({
  added: z.int(),
  removed: z.int(),
  skipped: z.int(),
  failed: z.array(z.object({ email: z.string(), message: z.string() })),
});
export type BatchResult = z.output<typeof BatchResult>;

async function addAll(ctx: Base & Lists, caller: Caller, addresses: string[], reason: SuppressionReason) {
  const counts = { added: 0, skipped: 0 };
  const list = listOf(caller);
  await withRoom(ctx, caller, addresses, (noteMade) =>
    inParallel(addresses, concurrency, async (email) => {
      const entry = apiEntry(ctx, caller, { email, reason, note: null });
      const { outcome } = await ctx.suppressions.add(list, entry);
      if (outcome === 'created') noteMade();
      counts[outcome === 'unchanged' ? 'skipped' : 'added']++;
    }),
  );
  return counts;
}

async function removeAll(ctx: Base & Lists, caller: Caller, addresses: string[]) {
  const removed: Suppression[] = [];
  const list = listOf(caller);
  try {
    await inParallel(addresses, concurrency, async (email) => {
      const entry = await ctx.suppressions.remove(list, email);
      if (entry !== null) removed.push(entry);
    });
  } finally {
    await giveRoomBack(ctx, caller, removed);
  }
  return { removed: removed.length, skipped: addresses.length - removed.length };
}

/**
 * POST /suppressions/batch: each distinct address counts once. A repeated call finishes an interrupted one.
 * Throws 403.
 */
export async function batchSuppressions(
  ctx: Base & Lists,
  caller: Caller,
  request: BatchSuppressions,
): Promise<BatchResult> {
  requireScope(caller, ['suppressions:write']);
  const failed: BatchResult['failed'] = [];
  const addresses = new Set<string>();
  for (const given of new Set(request.emails)) {
    const address = listedAddress(uncell(given));
    if (address === null)
      failed.push({ email: given.slice(0, max_echoed).toWellFormed(), message: 'not an email address' });
    else addresses.add(address);
  }
  const changed =
    request.action === 'remove'
      ? await removeAll(ctx, caller, [...addresses])
      : await addAll(ctx, caller, [...addresses], request.reason);
  return { added: 0, removed: 0, ...changed, failed };
}
