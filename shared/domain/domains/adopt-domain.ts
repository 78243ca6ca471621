import { AppError, invalid, notFound } from '../../core/errors.ts';
import { suffixOf } from '../../core/public-suffix.ts';
import type { Domain } from '../../core/records/domains.ts';
import { tryAgain } from '../../core/revise.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Dns, Domains, Identity } from '../context.ts';
import type { Identities, SesIdentity } from '../ports/sending.ts';
import { checkDmarc } from './checks/dmarc.ts';
import type { Finding } from './checks/finding.ts';
import { isOwnName } from './name-rules.ts';
import { blankDomain } from './new-domain.ts';
import { dmarcRecord, serviceHosts } from './records.ts';

async function ownerOf(ctx: Identity, id: Id<'acc'>): Promise<Domain['account']> {
  const account = await ctx.accounts.get(id);
  if (account === null) throw notFound('Account');
  return account.id;
}

/** Throws 409 for a domain that the adopted domain can't replace. */
function checkAdoptable(current: Domain, { account, name, sending_enabled }: Domain): void {
  if (current.account !== account)
    throw new AppError('domain_claimed', `${name} is attached to another account`);
  const [does, cannot] = sending_enabled ? ['receive', 'send'] : ['send', 'receive'];
  if (current.sending_enabled !== sending_enabled)
    throw new AppError(
      'conflict',
      `${name} was added to ${does} email, so it cannot be adopted to ${cannot} email`,
    );
  if (current.status === 'verified' || current.identity !== 'ready') return;
  const message = `Mailwright created the SES identity ${name}. Publish the domain's records instead`;
  throw new AppError('conflict', message);
}

/**
 * Stores the domain. Creates it, adopts it if the account already has it pending, or returns the one from an
 * earlier call. Throws 409 domain_claimed and conflict, and 503 on concurrent changes.
 */
async function attach(ctx: Domains, domain: Domain): Promise<Domain> {
  // The operator may exceed the plan's limit, but the domain still counts toward it (A37).
  const made = await ctx.domains.create({ domain, dns: null, key: null }, Number.MAX_SAFE_INTEGER);
  if (made.result !== 'exists') return domain;
  const { current } = made;
  checkAdoptable(current, domain);
  if (current.status === 'verified') return current;
  const { status, identity, dkim_selector, record_status, verified_at, next_check_at, updated_at } = domain;
  const wrong = { wrong_since: null, failing_since: null, waiting_since: null };
  const change = { status, identity, dkim_selector, record_status, verified_at, next_check_at, updated_at };
  const adopted = await ctx.domains.adopt(current, { ...change, ...wrong });
  if (adopted === null) throw tryAgain();
  return adopted;
}

/**
 * The verified SES identity. Throws 403 domain_not_verified, and 409 conflict if it belongs to another stage.
 */
async function verifiedIdentity(ctx: Base, identities: Identities, name: string): Promise<SesIdentity> {
  const identity = await identities.get(name);
  if (!identity?.verified) {
    throw new AppError('domain_not_verified', `SES has no verified identity ${name}`);
  }
  refuseOtherStage(ctx, name, identity);
  return identity;
}

/**
 * The operator's `adopt-domain`: attaches a domain that this deployment's SES has already verified. Safe to
 * repeat for the same account. If the account added the domain itself, and it waits because SES already had
 * the identity, it is adopted with its settings. Throws 400 for the deployment's own names, 404 for an
 * unknown account, 409 domain_claimed for another owner's domain, 409 conflict for another stage's identity
 * or a receive-only domain, and 403 domain_not_verified.
 */
export async function adoptDomain(
  ctx: Base & Identity & Domains & Dns,
  identities: Identities,
  input: { account: Id<'acc'>; name: string },
): Promise<{ domain: Domain; identity: SesIdentity; dmarc: Finding }> {
  refuseOwnName(ctx, input.name);
  const account = await ownerOf(ctx, input.account);
  const identity = await verifiedIdentity(ctx, identities, input.name);
  const now = timestamp(ctx.runtime.now());
  const domain: Domain = {
    ...blankDomain(ctx, { account, name: input.name, tenant: null }),
    status: 'verified',
    dkim_selector: identity.dkim_selector ?? '',
    identity: 'adopted',
    verified_at: now,
  };
  const current = await attach(ctx, domain);
  await identities.adopt({ name: input.name, stage: ctx.settings.stage });
  await ctx.accounts.markDomainVerified(input.account, now);
  const dmarc = { dns: ctx.dns, record: dmarcRecord(input.name) };
  return { domain: current, identity, dmarc: await checkDmarc(dmarc, suffixOf(input.name).registrable) };
}

/** Two deployments in one AWS account share its SES, and a test stage must not send as production. */
function refuseOtherStage({ settings }: Base, name: string, { stage }: SesIdentity): void {
  if (stage === null || stage === settings.stage) return;
  const message = `The SES identity ${name} belongs to stage ${stage}: remove the identity's mailwright-stage tag first`;
  throw new AppError('conflict', message, { details: { stage } });
}

function refuseOwnName({ settings }: Base, name: string): void {
  if (!isOwnName(settings, name)) return;
  const message = `${name} belongs to the deployment itself`;
  throw invalid([{ path: 'domain', rule: 'blocked', message }]);
}

/**
 * The operator's `adopt-domain --inbound`: attaches a receive-only domain without its ownership record,
 * including the service domain for its postmaster. Its MX must point here, and SES must have verified it if
 * SES receives. Safe to repeat for the same account. Throws 403 domain_not_verified for another MX, 404 for
 * an unknown account, 409 domain_claimed for another owner's domain, and 409 conflict for a sending domain or
 * another stage's identity.
 */
export async function adoptInboundDomain(
  ctx: Base & Identity & Domains & Dns,
  identities: Identities,
  input: { account: Id<'acc'>; name: string },
): Promise<Domain> {
  const { name } = input;
  const account = await ownerOf(ctx, input.account);
  const { inbound } = serviceHosts(ctx);
  const found = await ctx.dns.ask('MX', name);
  if (!found?.some((record) => record.endsWith(` ${inbound}`)))
    throw new AppError('domain_not_verified', `${name} has no MX record that points to ${inbound}`);
  const ses = ctx.settings.inbound === 'ses';
  if (ses) await verifiedIdentity(ctx, identities, name);
  const domain: Domain = {
    ...blankDomain(ctx, { account, name, tenant: null }),
    status: 'verified',
    sending_enabled: false,
    inbound_enabled: true,
    ...(ses && { identity: 'adopted' }),
    verified_at: timestamp(ctx.runtime.now()),
  };
  const current = await attach(ctx, domain);
  if (ses) await identities.adopt({ name, stage: ctx.settings.stage });
  return current;
}
