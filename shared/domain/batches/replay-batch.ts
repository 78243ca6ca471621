import type { Batch, IdempotencyClaim } from '../../core/records/emails.ts';
import { tryAgain } from '../../core/revise.ts';
import { succeeded } from '../../core/succeeded.ts';
import { itemId } from '../content/batch-entries.ts';
import type { Caller, Finishing } from '../context.ts';
import { checkSameBody, type Idempotency } from '../sending/idempotency.ts';
import { finishBatch } from './finish-batch.ts';
import { unpackRefusals } from './refusals.ts';

/** The longest time that a concurrent duplicate waits for the emails of a batch to be readable (H10). */
const wait_ms = 10_000;

/** A function runs for 29 s, and clocks differ by seconds: after this no other run writes the emails of a batch. */
const run_ms = 45_000;

/** The decided batch of a key (H10), held back only while the run that decided it may still be writing the emails. */
export async function replayBatch(
  ctx: Finishing,
  caller: Caller,
  claim: IdempotencyClaim,
  idempotency: Idempotency,
): Promise<Batch> {
  checkSameBody(caller, claim, idempotency);
  const found = await ctx.batches.read(claim.email_id);
  if (found === null) throw tryAgain();
  const { batch, unfinished } = found;
  if (unfinished) await awaitRecords(ctx, batch);
  return batch;
}

/** Every record that the answer names: emails, and those of blocked sends (Q17). */
function recordsOf(batch: Batch): string[] {
  const untraced = unpackRefusals(batch.refusals).filter(({ trace }) => trace === undefined);
  const unnamed = new Set(untraced.map(({ index }) => index));
  const all = Array.from({ length: batch.size }, (_, index) => index);
  return all.filter((index) => !unnamed.has(index)).map((index) => itemId(batch, index));
}

/** Waits until they can be read; after a crash this run writes them, or the sweep does. */
async function awaitRecords(ctx: Finishing, batch: Batch): Promise<void> {
  const ids = recordsOf(batch);
  const until = ctx.runtime.now() + wait_ms;
  for (let pause = 20; !(await ctx.batches.haveEmails(ids)); pause = Math.min(1000, pause * 2)) {
    const now = ctx.runtime.now();
    if (now - Date.parse(batch.created_at) > run_ms) return finishLate(ctx, batch);
    if (now >= until) return;
    await ctx.runtime.sleep(pause);
  }
}

async function finishLate(ctx: Finishing, batch: Batch): Promise<void> {
  await succeeded(
    async () => {
      await finishBatch(ctx, batch, null);
      if (batch.outbox !== null) await ctx.emails.deleteOutboxRow(batch.id, batch.outbox);
    },
    (cause) => ctx.log.warn('left_to_sweep', { batch_id: batch.id, cause }),
  );
}
