import { notFound } from '../../../core/errors.ts';
import type { DomainClaim } from '../../../core/records/domains.ts';
import { isId } from '../../../core/runtime.ts';
import type { Caller, DomainClaims } from '../../context.ts';

/** The caller's claim by `clm_` id; 404 for what does not exist or is another account's (C13). */
export async function getClaim(ctx: DomainClaims, caller: Caller, id: string): Promise<DomainClaim> {
  const claim = isId('clm', id) ? await ctx.domain_claims.get(caller.account.id, id) : null;
  if (claim === null) throw notFound('Claim');
  return claim;
}
