import { AppError, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Dns, Domains, Identity } from '../context.ts';
import type { Identities } from '../ports/sending.ts';
import { blankDomain } from './new-domain.ts';
import { serviceHosts } from './records.ts';

/**
 * Attaches a domain that only receives, verified without its ownership record: the operator's `adopt-domain --inbound`
 * (R73), the service domain for its postmaster included (R38). Its MX must point here, and SES must have verified it
 * where SES is the door (R58). Safe to repeat for the same account. Throws 403 domain_not_verified for another MX,
 * 404 for an unknown account, 409 domain_claimed for another owner's and conflict for a domain that sends.
 */
export async function adoptInboundDomain(
  ctx: Base & Identity & Domains & Dns,
  identities: Identities,
  input: { account: string; name: string },
): Promise<Domain> {
  const { name } = input;
  const account = await ctx.accounts.get(input.account);
  if (account === null) throw notFound('Account');
  const { inbound } = serviceHosts(ctx);
  const found = await ctx.dns.ask('MX', name);
  if (!found?.some((record) => record.endsWith(` ${inbound}`)))
    throw new AppError('domain_not_verified', `${name} has no MX record that names ${inbound}`);
  const ses = ctx.settings.inbound === 'ses';
  if (ses && !(await identities.get(name))?.verified)
    throw new AppError('domain_not_verified', `SES has no verified identity ${name}`);
  const domain: Domain = {
    ...blankDomain(ctx, { account: account.id, name, tenant: null }),
    status: 'verified',
    sending_enabled: false,
    inbound_enabled: true,
    ...(ses && { identity: 'adopted' }),
    verified_at: timestamp(ctx.runtime.now()),
  };
  const made = await ctx.domains.create({ domain, dns: null, key: null }, Number.MAX_SAFE_INTEGER);
  const current = made.result === 'taken' ? made.current : domain;
  if (current.account !== account.id)
    throw new AppError('domain_claimed', `${name} is attached to another account`);
  if (current.sending_enabled) throw new AppError('conflict', `${name} sends: it cannot receive`);
  return current;
}
