import { AppError } from '../../../core/errors.ts';
import type { Domain, DomainClaim } from '../../../core/records/domains.ts';
import { tryAgain } from '../../../core/revise.ts';
import { type Id, timestamp } from '../../../core/runtime.ts';
import type { Base, Caller, DomainClaims, Domains, Identity } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { limitsOf } from '../../limits/plans.ts';
import { overLimit } from '../create-domain.ts';
import type { ClaimDomain } from '../domain-request.ts';
import { checkName } from '../name-rules.ts';
import { serviceHosts } from '../records.ts';
import { claimExpiry, isExpired } from './claim-record.ts';

type Ctx = Base & Identity & Domains & DomainClaims;

function otherOwner(caller: Caller, name: string, current: Domain | null): Id<'acc'> {
  if (current === null) {
    throw new AppError('conflict', `${name} is not attached to any account`, {
      details: { reason: 'not_attached' },
      hint: 'Add it with POST /domains',
    });
  }
  if (current.account !== caller.account.id) return current.account;
  throw new AppError('conflict', `${name} already belongs to your account`, {
    details: { reason: 'already_yours', domain_id: current.id },
  });
}

/** A37: rejects a claim if the plan's domain limit is reached. The exact check happens when the domain moves. */
async function checkRoom(ctx: Ctx, caller: Caller): Promise<void> {
  const limit = limitsOf(caller.account).domains;
  const { domains: used } = await ctx.accounts.readCounts(caller.account.id);
  if (used >= limit) throw overLimit(ctx, limit, used);
}

/** Whether a claim is open, or gave the account its current domain. */
function isSame(claim: DomainClaim, current: Domain | null, now: number): boolean {
  if (claim.state === 'completed') return claim.domain_id === current?.id;
  const owners = [claim.account, claim.owner];
  return !isExpired(claim, now) && (current === null || owners.includes(current.account));
}

/**
 * POST /domains/claims: claims another account's name and returns the TXT record to publish. Repeats return
 * the same claim until it completes or expires. Throws 400 for a disallowed name, 409 conflict if no account
 * or the caller has it, 403 plan_limit, and 503 not_configured.
 */
export async function createClaim(
  ctx: Ctx,
  caller: Caller,
  { name }: ClaimDomain,
): Promise<{ claim: DomainClaim; created: boolean }> {
  requireScope(caller, ['domains:write']);
  serviceHosts(ctx);
  await checkName(ctx.settings, name);
  const account = caller.account.id;
  const now = ctx.runtime.now();
  const [withDns, latest] = await Promise.all([
    ctx.domains.read(name),
    ctx.domain_claims.find(account, name),
  ]);
  const current = withDns?.domain ?? null;
  if (latest !== null && isSame(latest, current, now)) return { claim: latest, created: false };
  const owner = otherOwner(caller, name, current);
  await checkRoom(ctx, caller);
  const claim: DomainClaim = {
    id: ctx.runtime.id('clm'),
    account: caller.account.id,
    name,
    owner,
    state: 'pending',
    note: null,
    domain_id: null,
    created_at: timestamp(now),
    expires_at: claimExpiry(now),
  };
  if (await ctx.domain_claims.create(claim, latest)) {
    ctx.log.info('claim_created', { account, claim_id: claim.id, by: caller.actor.id });
    return { claim, created: true };
  }
  const other = await ctx.domain_claims.find(account, name);
  if (other !== null) return { claim: other, created: false };
  throw tryAgain();
}
