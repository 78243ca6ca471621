import type { Base, Caller, Dns, DomainSecrets, Domains, DomainTasks, Tenants } from '../context.ts';
import { limitsOf } from '../limits/plans.ts';
import { existing, overLimit } from './create-domain.ts';
import type { CreateDomain } from './domain-request.ts';
import { checkName } from './name-rules.ts';

/** What POST /domains would do for the whole account without a write (M28), or throw; `used`: the domains by then. */
export async function previewDomain(
  ctx: Base & Domains & DomainSecrets & Dns & DomainTasks & Tenants,
  caller: Caller,
  { name }: CreateDomain,
  used: number,
): Promise<'created' | 'existing'> {
  await checkName(ctx.settings, name);
  const found = await ctx.domains.read(name);
  if (found !== null) {
    await existing(ctx, caller, found.domain, null);
    return 'existing';
  }
  const limit = limitsOf(caller.account).domains;
  if (used >= limit) throw overLimit(ctx, limit, used);
  return 'created';
}
