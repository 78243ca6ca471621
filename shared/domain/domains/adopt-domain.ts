import { AppError, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Context } from '../context.ts';
import type { Identities } from '../ports/sending.ts';

/**
 * Attaches a domain whose identity this deployment's SES has verified already: the operator's `adopt-domain`.
 * Safe to repeat for the same account; another owner is 409 domain_claimed, an identity that SES has not
 * verified 403 domain_not_verified, an unknown account 404.
 */
export async function adoptDomain(
  ctx: Context,
  identities: Identities,
  input: { account: string; name: string },
): Promise<Domain> {
  if ((await ctx.accounts.get(input.account)) === null) throw notFound('Account');
  const identity = await identities.get(input.name);
  if (!identity?.verified) {
    throw new AppError('domain_not_verified', `SES has no verified identity ${input.name}`);
  }
  const now = timestamp(ctx.runtime.now());
  const domain: Domain = {
    id: ctx.runtime.id('dom'),
    account: input.account,
    name: input.name,
    status: 'verified',
    tenant: null,
    sending_enabled: true,
    inbound_enabled: false,
    open_tracking: false,
    click_tracking: false,
    tls_mode: 'opportunistic',
    dkim_selector: identity.dkim_selector ?? '',
    verified_at: now,
    created_at: now,
    updated_at: now,
  };
  const made = await ctx.domains.create(domain, null);
  const standing = made ? domain : await ctx.domains.get(input.name);
  if (standing === null || standing.account !== input.account) {
    throw new AppError('domain_claimed', `${input.name} is attached to another account`);
  }
  await ctx.accounts.markDomainVerified(input.account, now);
  return standing;
}
