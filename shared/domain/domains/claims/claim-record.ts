import * as z from 'zod';
import { notFound } from '../../../core/errors.ts';
import type { DomainClaim } from '../../../core/records/domains.ts';
import { type Id, isId, timestamp } from '../../../core/runtime.ts';
import { pickFields, Timestamp } from '../../../core/schemas.ts';
import type { Base, Caller, DomainClaims, DomainSecrets } from '../../context.ts';
import { claimHost, claimValue } from '../records.ts';

/** How long a claim stays open, and how long the instructions in a 409 are valid. */
const claim_ms = 7 * 86_400_000;

export const claimExpiry = (now: number): string => timestamp(now + claim_ms);

/** The TXT record that proves an account owns a name. It is always the same, so a 409 stores nothing. */
export async function claimRecord({ proofs }: DomainSecrets, account: Id<'acc'>, name: string) {
  const proof = await proofs.of('claim', account, name);
  return { type: 'TXT' as const, host: claimHost(name), value: claimValue(proof) };
}

export const ClaimRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(['pending', 'verified', 'completed', 'blocked', 'expired']),
    record: z.object({ type: z.literal('TXT'), host: z.string(), value: z.string() }),
    blocked_reason: z.enum(['recent_owner_activity']).nullable(),
    note: z.string().nullable(),
    domain_id: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: 'DomainClaim' });
export type ClaimRecord = z.output<typeof ClaimRecord>;

/** A claim can't be completed once it is too old or another claim replaced the owner. */
export const isExpired = ({ state, expires_at }: DomainClaim, now: number): boolean =>
  state === 'expired' || (state !== 'completed' && Date.parse(expires_at) <= now);

export async function showClaim(ctx: Base & DomainSecrets, claim: DomainClaim): Promise<ClaimRecord> {
  const { name, state, note } = claim;
  const expired = isExpired(claim, ctx.runtime.now());
  return pickFields(ClaimRecord, {
    ...claim,
    status: expired ? 'expired' : state,
    record: await claimRecord(ctx, claim.account, name),
    blocked_reason: state === 'blocked' && !expired ? 'recent_owner_activity' : null,
    note: expired && state !== 'expired' ? null : note,
  });
}

/** The caller's claim by `clm_` id; 404 if missing or in another account. */
export async function getClaim(ctx: DomainClaims, caller: Caller, id: string): Promise<DomainClaim> {
  const claim = isId('clm', id) ? await ctx.domain_claims.get(caller.account.id, id) : null;
  if (claim === null) throw notFound('Claim');
  return claim;
}
