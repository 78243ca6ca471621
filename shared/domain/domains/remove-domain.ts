import { notFound } from '../../core/errors.ts';
import type { Base, Caller, Domains } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { getDomain } from './get-domain.ts';

/** DELETE /domains/{id} (H24): sends from it are refused at once; its DNS records stay. 404. */
export async function removeDomain(ctx: Base & Domains, caller: Caller, ref: string): Promise<void> {
  requireScope(caller, ['domains:write']);
  const { domain } = await getDomain(ctx, caller, ref);
  if (!(await ctx.domains.remove(domain))) throw notFound('Domain');
  ctx.log.info('domain_removed', { account: domain.account, domain_id: domain.id, by: caller.actor.id });
}
