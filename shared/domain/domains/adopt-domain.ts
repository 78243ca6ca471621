import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Domains, Identity } from '../context.ts';
import type { Identities, SesIdentity } from '../ports/sending.ts';
import { blankDomain } from './new-domain.ts';
import { isOwnName } from './own-names.ts';

/**
 * Attaches a domain whose identity this deployment's SES has verified already: the operator's `adopt-domain`.
 * Safe to repeat for the same account. `name` comes from domainNameOf. Throws 400 for a name of the deployment
 * itself, 404 for an unknown account, 409 domain_claimed for another owner's, 409 conflict for an identity of another
 * stage (P20), 403 domain_not_verified.
 */
export async function adoptDomain(
  ctx: Base & Identity & Domains,
  identities: Identities,
  input: { account: string; name: string },
): Promise<{ domain: Domain; identity: SesIdentity }> {
  refuseOwnName(ctx, input.name);
  const account = await ctx.accounts.get(input.account);
  if (account === null) throw notFound('Account');
  const identity = await identities.get(input.name);
  if (!identity?.verified) {
    throw new AppError('domain_not_verified', `SES has no verified identity ${input.name}`);
  }
  refuseOtherStage(ctx, input.name, identity);
  const now = timestamp(ctx.runtime.now());
  const domain: Domain = {
    ...blankDomain(ctx, { account: account.id, name: input.name, tenant: null }),
    status: 'verified',
    dkim_selector: identity.dkim_selector ?? '',
    identity: 'adopted',
    verified_at: now,
  };
  // The operator decides over the plan's number; the domain counts towards it all the same (A37).
  const made = await ctx.domains.create({ domain, dns: null, key: null }, Number.MAX_SAFE_INTEGER);
  const current = made.result === 'taken' ? made.current : domain;
  if (current.account !== input.account) {
    throw new AppError('domain_claimed', `${input.name} is attached to another account`);
  }
  await identities.adopt({ name: input.name, stage: ctx.settings.stage });
  await ctx.accounts.markDomainVerified(input.account, now);
  return { domain: current, identity };
}

/** Two deployments in one AWS account share its SES: a test stage must not send as production (P20). */
function refuseOtherStage({ settings }: Base, name: string, { stage }: SesIdentity): void {
  if (stage === null || stage === settings.stage) return;
  const message = `SES's identity ${name} belongs to stage ${stage}: remove its tag mailwright-stage first`;
  throw new AppError('conflict', message, { details: { stage } });
}

function refuseOwnName({ settings }: Base, name: string): void {
  if (!isOwnName(settings, name)) return;
  const message = `${name} belongs to the deployment itself`;
  throw invalid([{ path: 'domain', rule: 'blocked', message }]);
}
