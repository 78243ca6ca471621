import { domainNameOf } from '../../core/addresses.ts';
import { notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { isId } from '../../core/runtime.ts';
import type { Caller, Domains } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { DomainWithDns } from '../ports/domains.ts';

/**
 * The caller's domain by `dom_` id or name. Throws 404 if it is missing, in another account, or not the
 * domain of a tenant-limited key's tenant.
 */
export async function getDomain(ctx: Domains, caller: Caller, ref: string): Promise<DomainWithDns> {
  const { account, tenant } = caller;
  const name = isId('dom', ref) ? await ctx.domains.nameOf(account.id, ref) : domainNameOf(ref);
  const found = name === null ? null : await ctx.domains.read(name);
  const own = found?.domain.account === account.id && (!isId('dom', ref) || found.domain.id === ref);
  if (!found || !own || (tenant !== null && found.domain.tenant !== tenant)) throw notFound('Domain');
  return found;
}

/** The domain that a request names, if any. Throws 404 like `getDomain`. */
export const namedDomain = async (ctx: Domains, caller: Caller, ref: unknown): Promise<Domain | null> =>
  typeof ref === 'string' ? (await getDomain(ctx, caller, ref)).domain : null;

/** POST /domains/{id} {action: "forget_credentials"}. Safe to repeat. Throws 404. */
export async function forgetCredentials(ctx: Domains, caller: Caller, ref: string): Promise<DomainWithDns> {
  requireScope(caller, ['domains:write']);
  const withDns = await getDomain(ctx, caller, ref);
  await ctx.domains.removeCredentials(withDns.domain.name);
  return { ...withDns, stored: null };
}
