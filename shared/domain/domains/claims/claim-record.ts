import * as z from 'zod';
import { notFound } from '../../../core/errors.ts';
import type { DomainClaim } from '../../../core/records/domains.ts';
import { type Id, isId, timestamp } from '../../../core/runtime.ts';
import { shownBy, Timestamp } from '../../../core/schemas.ts';
import type { Base, Caller, DomainClaims, DomainSecrets } from '../../context.ts';
import { claimHost, claimValue } from '../records.ts';

/** The time that a claim is open and the instructions of a 409 hold. */
const claim_ms = 7 * 86_400_000;

export const claimExpiry = (now: number): string => timestamp(now + claim_ms);

/** The TXT record by which an account proves that a name is its own: the same every time, so a 409 makes nothing. */
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

/** A claim that has not been completed in its time can no longer be, nor one whose owner another claim replaced. */
export const isExpired = ({ state, expires_at }: DomainClaim, now: number): boolean =>
  state === 'expired' || (state !== 'completed' && Date.parse(expires_at) <= now);

export async function showClaim(ctx: Base & DomainSecrets, claim: DomainClaim): Promise<ClaimRecord> {
  const { name, state, note } = claim;
  const expired = isExpired(claim, ctx.runtime.now());
  return shownBy(ClaimRecord, {
    ...claim,
    status: expired ? 'expired' : state,
    record: await claimRecord(ctx, claim.account, name),
    blocked_reason: state === 'blocked' && !expired ? 'recent_owner_activity' : null,
    note: expired && state !== 'expired' ? null : note,
  });
}

/** The caller's claim by `clm_` id; 404 for what does not exist or is another account's. */
export async function getClaim(ctx: DomainClaims, caller: Caller, id: string): Promise<DomainClaim> {
  const claim = isId('clm', id) ? await ctx.domain_claims.get(caller.account.id, id) : null;
  if (claim === null) throw notFound('Claim');
  return claim;
}
