import { invalid } from '../../core/errors.ts';
import type { Domains } from '../context.ts';

/**
 * 400 unless the domain can complete a tenant's `from`: verified, and account-wide or the tenant's own. A new tenant
 * (null) owns none yet (H21, A41).
 */
export async function checkFromDomain(
  ctx: Domains,
  { account, tenant }: { account: string; tenant: string | null },
  name: string | null | undefined,
): Promise<void> {
  if (name === null || name === undefined) return;
  const domain = (await ctx.domains.read(name))?.domain;
  const own = domain?.account === account && (domain.tenant === null || domain.tenant === tenant);
  if (own && domain.sending_enabled && (domain.status === 'verified' || domain.status === 'failing')) return;
  const message = own
    ? `default_from_domain: ${name} is not verified`
    : `default_from_domain: ${name} is no domain that the tenant may send from`;
  throw invalid([{ path: 'default_from_domain', rule: own ? 'conflict' : 'unknown', message }]);
}
