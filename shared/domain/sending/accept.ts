import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { CountedLimit } from '../../core/records/limits.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { tryAgain } from '../../core/revise.ts';
import type { Caller, Mail, Sending } from '../context.ts';
import { limitError } from '../limits/send-limits.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import type { Composed, Draft } from './draft.ts';
import { enqueueAccepted } from './enqueue.ts';
import { claimFor, type Idempotency, readClaim, replay, type SendResult } from './idempotency.ts';
import { type Alongside, Overtaken } from './submission.ts';

/** Writes an email's body and outbox row before the write that accepts it (docs/internals/decisions/0001). */
export const putDraft = (ctx: Mail, { account }: Caller, { meta, envelope, content }: Draft): Promise<void> =>
  ctx.emails.putDraft(meta, envelope, content, account.email_shards);

/** Deletes the draft of a send that wasn't accepted. The sweep deletes leftovers. */
export async function discardDraft(ctx: Mail, caller: Caller, draft: Draft | undefined): Promise<void> {
  if (draft === undefined) return;
  const { meta, envelope } = draft;
  await ctx.emails.discardDraft(meta, envelope, caller.account.email_shards).catch(() => {});
}

type Decision = {
  idempotency: Idempotency | null;
  limits: CountedLimit[];
  tenant: Tenant | null;
  tenant_by_key: boolean;
  alongside: Alongside | null;
};

/**
 * The final write, then the queue or schedule, whose failure the sweep covers. A concurrent request that
 * came first with the same key provides the response. Throws 429 plan_limit, daily_ramp_limit, and
 * `Overtaken`.
 */
export async function acceptDraft(
  ctx: Sending,
  caller: Caller,
  { draft, joined }: Composed,
  { idempotency, limits, tenant, tenant_by_key, alongside }: Decision,
): Promise<SendResult> {
  const { meta, envelope } = draft;
  const status = meta.state === 'scheduled' ? 'scheduled' : 'sent';
  const claim = idempotency && claimFor(ctx, { ...meta, tenant_by_key, status }, idempotency);
  const endpoints = meta.state === 'scheduled' ? readEndpoints(ctx, meta.account) : undefined;
  const result = await ctx.emails.writeAccept({
    meta,
    envelope,
    claim,
    limits,
    content: joined ? draft.content : null,
    shards: caller.account.email_shards,
    joined: alongside?.joined ?? null,
  });
  if (result === 'overtaken') throw new Overtaken();
  if (typeof result === 'object') {
    // If the final write doesn't store this draft, nothing does.
    if (!alongside) await discardDraft(ctx, caller, draft);
    throw limitError(result.exceeded, { settings: ctx.settings, tenant });
  }
  const first = result === 'duplicate_key' ? await otherClaim(ctx, caller, draft, idempotency) : null;
  if (first && idempotency) return replay(caller, first, idempotency);
  await enqueueAccepted(ctx, { ...meta, ...envelope }, endpoints);
  return { id: meta.id, status, replayed: false };
}

/**
 * Deletes this draft and returns the first request's claim. Null if the claim is our own, because the SDK
 * repeats writes. Throws 503 if the claim has expired.
 */
async function otherClaim(
  ctx: Mail,
  caller: Caller,
  draft: Draft,
  idempotency: Idempotency | null,
): Promise<IdempotencyClaim | null> {
  const claim = await readClaim(ctx, caller, idempotency);
  if (claim?.email_id === draft.meta.id) return null;
  await discardDraft(ctx, caller, draft);
  if (claim === null) throw tryAgain();
  return claim;
}
