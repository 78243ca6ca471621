import { dayOf } from '../../../core/days.ts';
import { notFound } from '../../../core/errors.ts';
import type { Domain, DomainClaim } from '../../../core/records/domains.ts';
import { revise } from '../../../core/revise.ts';
import { timestamp } from '../../../core/runtime.ts';
import type {
  Base,
  Caller,
  DomainClaims,
  DomainSecrets,
  Domains,
  DomainTasks,
  Tenants,
} from '../../context.ts';
import { limitsOf } from '../../limits/plans.ts';
import type { ClaimChange, NewDomain } from '../../ports/domains.ts';
import { overLimit } from '../create-domain.ts';
import { sendingDomain } from '../new-domain.ts';
import { queueTask } from '../queue-task.ts';
import { serviceHosts } from '../records.ts';
import { tenantWithDefault } from '../tenant-with-default.ts';

export type TakeContext = Base & Domains & DomainClaims & DomainSecrets & DomainTasks & Tenants;

/** A19: an owner who sent within this time keeps the domain. */
const active_ms = 30 * 86_400_000;

const notes = {
  blocked: 'The current owner sent email from this domain in the last 30 days.',
  full: 'The record is in place, but your plan does not allow another domain.',
  moved: 'The domain changed owners after you claimed it. Claim it again.',
};

/** Stores a claim's new state. Throws 404 if the claim is gone. */
export async function saveClaim(
  ctx: DomainClaims,
  claim: DomainClaim,
  change: ClaimChange,
): Promise<DomainClaim> {
  const saved = await ctx.domain_claims.save(claim, change);
  if (saved === null) throw notFound('Claim');
  return saved;
}

/** `since` is the day (`YYYY-MM-DD`) since which the owner has sent nothing. */
type Move = { claim: DomainClaim; current: Domain | null; made: NewDomain; since: string };

/**
 * One attempt to move the name from `current`. Null if domain, claim, or tenant changed since they were read.
 */
async function move(
  ctx: TakeContext,
  caller: Caller,
  { claim, current, made, since }: Move,
): Promise<DomainClaim | null> {
  const limit = limitsOf(caller.account).domains;
  const from = current && { domain: current, cleared: await tenantWithDefault(ctx, current) };
  const now = timestamp(Math.max(ctx.runtime.now(), Date.parse(from?.cleared?.updated_at ?? '') + 1 || 0));
  const written = await ctx.domain_claims.complete(claim, made, from, { since, now, limit });
  if (written.result === 'changed') return null;
  if (written.result === 'limit') {
    await saveClaim(ctx, claim, { state: 'verified', note: notes.full });
    throw overLimit(ctx, limit, written.used);
  }
  const { account, id: domain_id } = made.domain;
  const former = { former_account: current?.account, former_domain_id: current?.id };
  ctx.log.info('claim_completed', { account, claim_id: claim.id, domain_id, ...former, by: caller.actor.id });
  await Promise.all([
    queueTask(ctx, made.domain, { task: 'check' }),
    current && queueTask(ctx, current, { task: 'cancel', before: now }),
  ]);
  return { ...claim, state: 'completed', note: null, domain_id };
}

/**
 * Moves a claimed name to the claimant once its record is in DNS, as a new domain with its own selector and
 * key. The previous domain ends as with DELETE ?force=true. Blocked if its owner sent from it within 30 days.
 * If the owner gives up the name meanwhile, the claimant still gets it. Only one of several claims completes,
 * and the rest end. Throws 403 plan_limit, 404, and 503.
 */
export async function takeDomain(ctx: TakeContext, caller: Caller, claim: DomainClaim): Promise<DomainClaim> {
  const { account, name } = claim;
  const since = dayOf(ctx.runtime.now() - active_ms);
  let made: NewDomain | null = null;
  return revise(ctx.runtime, async () => {
    const current = (await ctx.domains.read(name))?.domain ?? null;
    if (current?.account === account)
      return saveClaim(ctx, claim, { state: 'completed', note: null, domain_id: current.id });
    if (current !== null && current.account !== claim.owner)
      return saveClaim(ctx, claim, { state: 'expired', note: notes.moved });
    if ((current?.last_sent_on ?? '') >= since) {
      ctx.log.info('claim_blocked', { account, claim_id: claim.id });
      return saveClaim(ctx, claim, { state: 'blocked', note: notes.blocked });
    }
    made ??= await sendingDomain(ctx, serviceHosts(ctx), { account, name, tenant: null });
    const moved = await move(ctx, caller, { claim, current, made, since });
    if (moved !== null) return moved;
    const again = await ctx.domain_claims.get(account, claim.id);
    return again?.state === 'completed' ? again : undefined;
  });
}
