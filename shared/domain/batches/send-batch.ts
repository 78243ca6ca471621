import type { AppError } from '../../core/errors.ts';
import type { Batch, EmailSource, IdempotencyClaim } from '../../core/records/emails.ts';
import { tryAgain } from '../../core/revise.ts';
import type { Id } from '../../core/runtime.ts';
import { succeeded } from '../../core/succeeded.ts';
import { itemId } from '../content/batch-entries.ts';
import type { Caller, Finishing, Mail, Sending, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { SendFacts } from '../ports/emails.ts';
import { readFacts } from '../sending/facts.ts';
import { claimantOf, type Idempotency, madeBefore } from '../sending/idempotency.ts';
import { type Composed, composeEarly, composeNow, type Draft } from './compose-batch.ts';
import { type Duplicate, decideBatch } from './decide-batch.ts';
import { finishBatch } from './finish-batch.ts';
import {
  type BatchItem,
  type Plan,
  planBatch,
  type ReadCandidate,
  tenantsOf,
  withTenants,
} from './plan-batch.ts';
import { errorOf, unpackRefusals } from './refusals.ts';

export type BatchResult = { index: number } & (
  | { id: Id<'msg'>; status: 'sent' | 'scheduled' }
  | { id: null; status: 'failed'; error: AppError }
);

type BatchAnswer = { data: BatchResult[]; replayed: boolean };

/**
 * POST /emails/batch: applies the rules of POST /emails per item, and accepts or rejects all items in one
 * write, so no crash leaves a batch half done. Six round trips: facts and draft in parallel, the final write,
 * the emails, the queue, and two for the outbox row. A template that isn't in memory adds two.
 *
 * Throws 403 (scope), 409, 413, and 503; all other errors are in their item's result.
 */
export async function sendBatch(
  ctx: Sending,
  caller: Caller,
  items: BatchItem[],
  options: { source: EmailSource; idempotency: Idempotency | null },
): Promise<BatchAnswer> {
  requireScope(caller, ['emails:send']);
  const { idempotency } = options;
  const planned = await planBatch(ctx, caller, items, options.source);
  const early = composeEarly(ctx, caller, planned);
  const [[first, ...read]] = await Promise.all([
    readPlanned(ctx, planned, idempotency),
    early && ctx.batches.putDraft(early, early.packed),
  ]);
  if (first?.claim && idempotency)
    return replayAnswer(ctx, caller, { claim: first.claim, idempotency }, early);
  const plan = withTenants(planned, read);
  const composed = await composeDraft(ctx, caller, plan, early);
  const claimant = claimantOf(caller, tenantsOf(planned, read));
  const decided = await decideBatch(ctx, caller, { plan, composed, claimant }, idempotency);
  if ('claim' in decided) return replayAnswer(ctx, caller, decided, composed.draft);
  await finishDecided(ctx, decided.batch, composed.draft);
  return { data: resultsOf(decided.batch), replayed: false };
}

async function discard(ctx: Mail, draft: Draft | null): Promise<void> {
  if (draft !== null) await ctx.batches.discardDraft(draft).catch(() => {});
}

/** Writes the draft of the currently published versions, and deletes the early draft if it differs. */
async function composeDraft(
  ctx: Sending,
  caller: Caller,
  plan: Plan<ReadCandidate>,
  early: Draft | null,
): Promise<Composed> {
  const composed = await composeNow(ctx, caller, plan, early).catch(async (error) => {
    await discard(ctx, early);
    throw error;
  });
  const { draft } = composed;
  if (draft === null) await discard(ctx, early);
  else if (draft !== early) await ctx.batches.putDraft(draft, draft.packed);
  return composed;
}

/** The first request's response for this key. Deletes this request's draft. */
async function replayAnswer(
  ctx: Finishing,
  caller: Caller,
  { claim, idempotency }: Duplicate,
  draft: Draft | null,
): Promise<BatchAnswer> {
  await discard(ctx, draft);
  return { data: resultsOf(await replayBatch(ctx, caller, claim, idempotency)), replayed: true };
}

const noRecipient = { domain: null, tenant: null, template: null, addresses: [] };
const uncounted = { counted: false, limits: [], ramps: [] };

function readPlanned(ctx: Mail & Tenants, plan: Plan, idempotency: Idempotency | null): Promise<SendFacts[]> {
  const { account } = plan.head;
  const needs = { account, idempotency_key: idempotency?.key ?? null, ...noRecipient, ...uncounted };
  const sender = { tenant: null, fixed: true, name: null, by_key: false };
  return readFacts(ctx, [{ needs, sender }, ...plan.candidates]);
}

/** Minutes until the sweep looks for batch emails whose message was lost. */
export const unseen_min = 10;

/** Batch emails share the batch's row until workers have leased each of them. */
const keepRow = (ctx: Mail, batch: Batch, outbox: number): Promise<void> =>
  ctx.batches.keepFinishedRow(batch, outbox, outbox + unseen_min);

/** Decisions are final. The sweep finishes any remaining work. */
async function finishDecided(ctx: Finishing, batch: Batch, draft: Draft | null): Promise<void> {
  if (draft === null) return;
  await succeeded(
    async () => {
      const emails = await finishBatch(ctx, batch, draft.entries);
      if (emails > 0) await keepRow(ctx, batch, draft.outbox);
      else await ctx.batches.discardDraft(draft);
    },
    (cause) => ctx.log.warn('left_to_sweep', { batch_id: batch.id, cause }),
  );
}

function resultsOf(batch: Batch): BatchResult[] {
  const refusals = new Map(unpackRefusals(batch.refusals).map((refusal) => [refusal.index, refusal]));
  const scheduled = new Set(batch.scheduled);
  return Array.from({ length: batch.size }, (_, index) => {
    const refusal = refusals.get(index);
    if (refusal) return { index, id: null, status: 'failed', error: errorOf(refusal) };
    return { index, id: itemId(batch, index), status: scheduled.has(index) ? 'scheduled' : 'sent' };
  });
}

/** Longest time a concurrent duplicate waits until the batch's emails are readable. */
const wait_ms = 10_000;

/**
 * Functions run for 29 s and clocks differ by seconds. After this, no other run writes the batch's emails.
 */
const run_ms = 45_000;

/** The decided batch of a key. Waits only while its deciding run may still write the emails. */
async function replayBatch(
  ctx: Finishing,
  caller: Caller,
  claim: IdempotencyClaim,
  idempotency: Idempotency,
): Promise<Batch> {
  const found = await ctx.batches.read(madeBefore(caller, claim, idempotency));
  if (found === null) throw tryAgain();
  const { batch, unfinished } = found;
  if (unfinished) await awaitRecords(ctx, batch);
  return batch;
}

/** Every record that the response names: emails, and records of blocked sends. */
export function recordsOf(batch: Batch): Id<'msg'>[] {
  const untraced = unpackRefusals(batch.refusals).filter(({ trace }) => trace === undefined);
  const unnamed = new Set(untraced.map(({ index }) => index));
  const all = Array.from({ length: batch.size }, (_, index) => index);
  return all.filter((index) => !unnamed.has(index)).map((index) => itemId(batch, index));
}

/** Waits until they are readable. After a crash, this run or the sweep writes them. */
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
      if (batch.outbox !== null) await keepRow(ctx, batch, batch.outbox);
    },
    (cause) => ctx.log.warn('left_to_sweep', { batch_id: batch.id, cause }),
  );
}
