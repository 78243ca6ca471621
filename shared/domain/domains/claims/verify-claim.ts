import type { DomainClaim } from '../../../core/records/domains.ts';
import type { Base, Caller, Dns, DomainSecrets, Rates } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { checkOwnership, orAlias } from '../checks/finding.ts';
import { record } from '../records.ts';
import { limitVerify } from '../verify-domain.ts';
import { claimRecord, getClaim, isExpired } from './claim-record.ts';
import { saveClaim, type TakeContext, takeDomain } from './take-domain.ts';

/** Verify requests per claim allowed in a burst. */
const burst = 5;

/** The finding at the claim's host, from the zone's name servers. */
async function findRecord(ctx: Base & Dns & DomainSecrets, { account, name }: DomainClaim) {
  const { type, host, value } = await claimRecord(ctx, account, name);
  const checked = { dns: ctx.dns, record: record('ownership', type, host, value) };
  return orAlias(checked, await checkOwnership(checked));
}

/**
 * POST /domains/claims/{id} {action: "verify"}: moves the name to the caller's account if the TXT record is
 * published and the owner has not sent for 30 days. Returns the updated claim. Safe to repeat. Throws 404,
 * 403 plan_limit, 429, and 503 on concurrent changes.
 */
export async function verifyClaim(
  ctx: TakeContext & Dns & Rates,
  caller: Caller,
  id: string,
): Promise<DomainClaim> {
  requireScope(caller, ['domains:write']);
  const claim = await getClaim(ctx, caller, id);
  if (claim.state === 'completed' || isExpired(claim, ctx.runtime.now())) return claim;
  await limitVerify(ctx, { ...claim, burst });
  const { status, note } = await findRecord(ctx, claim);
  if (status === 'verified') return takeDomain(ctx, caller, claim);
  return saveClaim(ctx, claim, { state: 'pending', note });
}
