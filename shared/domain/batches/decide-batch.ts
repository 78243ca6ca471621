import type { Batch, IdempotencyClaim } from '../../core/records/emails.ts';
import type { ExceededLimit } from '../../core/records/limits.ts';
import { tryAgain } from '../../core/revise.ts';
import { itemId, type Placed } from '../content/batch-entries.ts';
import type { Base, Caller, Mail } from '../context.ts';
import { emailSettings } from '../domains/email-settings.ts';
import { limitError, limitsToCount } from '../limits/send-limits.ts';
import type { BatchDraft } from '../ports/emails.ts';
import { type Claimant, claimFor, type Idempotency, readClaim } from '../sending/idempotency.ts';
import { blockedError, traceOf } from '../sending/refuse-suppressed.ts';
import { checkRules } from '../sending/rules.ts';
import { checkStream } from '../tenants/guard.ts';
import type { Composed } from './compose-batch.ts';
import type { Plan, ReadCandidate } from './plan-batch.ts';
import { packRefusals, type Refusal, refusalOf } from './refusals.ts';

type ReadItem = ReadCandidate & { entry: Placed };

export type Duplicate = { claim: IdempotencyClaim; idempotency: Idempotency };

/**
 * Applies rules 2-6 per item, in C12's order. Then a single write accepts or rejects all items and counts the
 * accepted ones. If a concurrent request claimed the same key first, returns its claim.
 */
export async function decideBatch(
  ctx: Base & Mail,
  caller: Caller,
  { plan, composed, claimant }: { plan: Plan<ReadCandidate>; composed: Composed; claimant: Claimant },
  idempotency: Idempotency | null,
): Promise<{ batch: Batch } | Duplicate> {
  const { head } = plan;
  const refused = [...plan.refusals, ...composed.refusals];
  const passed = readItemsOf(plan, composed).filter((item) => {
    const refusal = refusalByRules(ctx, caller, head, item);
    if (refusal) refused.push(refusal);
    return refusal === null;
  });
  const limits = passed.map(({ facts: read, entry: { meta } }) =>
    limitsToCount(read, { category: meta.category, recipients: meta.recipient_count }),
  );
  const record = (exceeded: (ExceededLimit | null)[]): Batch =>
    recordOf(head, composed.draft, passed, [...refused, ...refusalsByLimits(ctx, passed, exceeded)]);
  const made = { ...head, ...claimant, status: 'sent' } as const;
  const claim = idempotency && claimFor(ctx, made, idempotency);
  // Without a key or a valid item, there is nothing to store.
  if (claim === null && composed.draft === null) return { batch: record([]) };
  const batch = await ctx.batches.writeBatch({ claim, limits, record });
  if (batch !== 'duplicate_key') return { batch };
  const first = await readClaim(ctx, caller, idempotency);
  if (first && idempotency) return { claim: first, idempotency };
  throw tryAgain();
}

function readItemsOf(plan: Plan<ReadCandidate>, { draft }: Composed): ReadItem[] {
  const entries = new Map((draft?.entries ?? []).map((entry) => [entry.index, entry]));
  return plan.candidates.flatMap((candidate) => {
    const entry = entries.get(candidate.index);
    return entry ? [{ ...candidate, entry }] : [];
  });
}

/** Rules 2-4, 6, 11, and 12. A blocked send's record is written once the batch is decided. */
function refusalByRules(
  ctx: Base,
  caller: Caller,
  head: Plan['head'],
  { index, entry, submission, facts }: ReadItem,
): Refusal | null {
  const { from, canonical } = submission;
  const { category } = entry.meta;
  try {
    checkStream(facts.tenant, category);
    const blocked = checkRules(ctx, caller, { from, category, canonical, facts });
    return blocked && refusalOf(index, blockedError(blocked, itemId(head, index)), traceOf(blocked));
  } catch (error) {
    return refusalOf(index, error);
  }
}

/** Rule 5: refuses items that didn't fit, showing the count before them. */
function refusalsByLimits(ctx: Base, passed: ReadItem[], exceeded: (ExceededLimit | null)[]): Refusal[] {
  return passed.flatMap(({ index, facts: { tenant } }, i) => {
    const limit = exceeded[i];
    return limit ? [refusalOf(index, limitError(limit, { settings: ctx.settings, tenant }))] : [];
  });
}

/** Each email gets the settings that are stored now for its from-domain. */
function settingsOf(accepted: ReadItem[]): Record<string, number[]> {
  const of = Map.groupBy(accepted, ({ facts: { domain } }) => emailSettings(domain));
  const changed = [...of].filter(([settings]) => settings !== '');
  return Object.fromEntries(changed.map(([settings, items]) => [settings, items.map(({ index }) => index)]));
}

function recordOf(
  head: Plan['head'],
  draft: BatchDraft | null,
  passed: ReadItem[],
  refusals: Refusal[],
): Batch {
  const refused = new Set(refusals.map(({ index }) => index));
  const accepted = passed.filter(({ index }) => !refused.has(index));
  const scheduled = accepted.filter(({ entry }) => entry.meta.state === 'scheduled');
  return {
    ...head,
    outbox: draft?.outbox ?? null,
    content: draft?.content ?? null,
    parts: draft?.parts ?? 0,
    scheduled: scheduled.map(({ index }) => index),
    settings: settingsOf(accepted),
    refusals: packRefusals(refusals),
  };
}
