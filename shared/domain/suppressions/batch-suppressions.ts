import * as z from 'zod';
import { inParallel } from '../../core/in-parallel.ts';
import type { Base, Caller, Lists } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { apiEntry } from './add-suppression.ts';
import { listedAddress } from './addresses.ts';
import { uncell } from './csv.ts';
import { listOf } from './list-of.ts';
import type { BatchSuppressions } from './requests.ts';

/** Addresses at a time: at 15 to 30 ms a write, the index key has near 500 units a second of the 1,000 it takes. */
const concurrency = 8;
/** No address is longer; echoed in full, a large request could make an answer above the function's limit. */
const max_echoed = 1_000;

/** The counts of a batch; every distinct address counts once (Q32). */
export const BatchResult = z.object({
  added: z.int(),
  removed: z.int(),
  skipped: z.int(),
  failed: z.array(z.object({ email: z.string(), message: z.string() })),
});
export type BatchResult = z.output<typeof BatchResult>;

async function changeOne(
  ctx: Base & Lists,
  caller: Caller,
  email: string,
  { action, reason }: BatchSuppressions,
): Promise<'added' | 'removed' | 'skipped'> {
  const list = listOf(caller);
  if (action === 'remove') return (await ctx.suppressions.remove(list, email)) ? 'removed' : 'skipped';
  const added = await ctx.suppressions.add(list, apiEntry(ctx, caller, { email, reason, note: null }));
  return added.outcome === 'unchanged' ? 'skipped' : 'added';
}

/** POST /suppressions/batch: each distinct address counts once (Q32). A repeated call finishes a run that broke. */
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
  const counts = { added: 0, removed: 0, skipped: 0 };
  await inParallel([...addresses], concurrency, async (address) => {
    counts[await changeOne(ctx, caller, address, request)]++;
  });
  return { ...counts, failed };
}
