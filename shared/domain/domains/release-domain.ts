import type { Domain } from '../../core/records/domains.ts';
import type { Base, Domains } from '../context.ts';

/** The time that a deleted domain's identity stays, so that what was accepted is still sent (A46). */
export const identity_ms = 86_400_000;

/** A19: a domain that was never verified is given back, so that no name is held for free. */
export async function releaseDomain(ctx: Base & Domains, domain: Domain): Promise<void> {
  const { account, id: domain_id } = domain;
  const end = { identity_until: ctx.runtime.now() + identity_ms, cancelled_at: null };
  if (await ctx.domains.remove(domain, end)) ctx.log.info('domain_released', { account, domain_id });
}
