import { notFound } from '../../core/errors.ts';
import type { Base, Caller, Domains } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { getDomain } from './get-domain.ts';
import { identity_ms } from './release-domain.ts';

/**
 * DELETE /domains/{id} (H24): sends from it are refused at once; what is queued already is still sent, because its
 * identity stays for a day (A46). DNS records stay. 404.
 */
export async function removeDomain(ctx: Base & Domains, caller: Caller, ref: string): Promise<void> {
  requireScope(caller, ['domains:write']);
  const { domain } = await getDomain(ctx, caller, ref);
  if (!(await ctx.domains.remove(domain, ctx.runtime.now() + identity_ms))) throw notFound('Domain');
  ctx.log.info('domain_removed', { account: domain.account, domain_id: domain.id, by: caller.actor.id });
}
