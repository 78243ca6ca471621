import type { Domain, IdentityState } from '../../core/records/domains.ts';
import type { Base, DomainIdentities } from '../context.ts';
import type { IdentityInput, SesIdentity, SesSearch } from '../ports/sending.ts';
import type { SesAnswer } from './checks/decide.ts';
import { returnPathHost } from './records.ts';
import { isChanging } from './rotation/rotation-after.ts';

/** Whether this deployment made the identity: an adopted one carries the stage, and not our domain tag. */
const isOurs = ({ settings }: Base, { stage, domain }: SesIdentity, name: string) =>
  stage === settings.stage && domain === name;

/**
 * The identity of a domain at SES; `asked` is false where SES was not asked. `tenant`: the tenant of SES that may use
 * it. `owed`: the worker still has to make the identity, or to give it the domain's key.
 */
export type AtSes = {
  state: IdentityState;
  identity: SesIdentity | null;
  asked: boolean;
  tenant: string | null;
  owed?: boolean;
};

/** SES takes about one identity call a second; its SDK has waited for some seconds already. */
export const isBusy = (error: unknown): boolean =>
  /^(?:(?:TooManyRequests|LimitExceeded|Throttling)Exception|Throttling)$/.test((error as Error).name);

const nothing = { identity: null, asked: false, tenant: null };
export const notAsked = (state: IdentityState): AtSes => ({ state, ...nothing });

/** The identity at SES; none of a domain that only receives, or whose identity a worker still has to make. */
async function readAtSes(
  ctx: Base & DomainIdentities,
  { identity: state, name, ses_tenant: tenant = null }: Domain,
): Promise<AtSes> {
  if (state === 'none' || state === 'preparing') return notAsked(state);
  return { state, identity: await ctx.identities.get(name), asked: true, tenant };
}

/** `readAtSes` for a caller that changes nothing there: what it finds undone stays the worker's. */
export async function readOnlyAtSes(
  ctx: Base & DomainIdentities,
  domain: Domain,
  private_key: string | null,
): Promise<AtSes> {
  const atSes = await readAtSes(ctx, domain);
  const { state, identity } = atSes;
  const isDone = identity !== null && (state !== 'ready' || identity.dkim_selector === domain.dkim_selector);
  return { ...atSes, owed: private_key !== null && state !== 'adopted' && !isDone };
}

/**
 * `readAtSes`, with the identity made first where it is missing: with our DKIM key, MAIL FROM and configuration set, and used by the account's tenant. Safe to repeat, also after half of it. One without our tags is not touched.
 */
export async function ensureAtSes(
  ctx: Base & DomainIdentities,
  domain: Domain,
  private_key: string | null,
  options: { patient: boolean },
): Promise<AtSes> {
  const atSes = await ensureIdentity(ctx, domain, private_key);
  return { ...atSes, tenant: await joinTenant(ctx, domain, { atSes, ...options }) };
}

/**
 * Lets the account's tenant of SES use the identity, so that the account's bounces and complaints are its own.
 * Where SES refuses, sends go without a tenant, and the next check tries again. SES being busy is thrown while the
 * caller is `patient`: a domain that cannot send yet waits for its tenant.
 */
async function joinTenant(
  ctx: Base & DomainIdentities,
  domain: Domain,
  { atSes, patient }: { atSes: AtSes; patient: boolean },
): Promise<string | null> {
  const { account, id: domain_id, name } = domain;
  const isUsed = atSes.identity !== null && (atSes.state === 'ready' || atSes.state === 'adopted');
  if (!isUsed || !domain.sending_enabled) return null;
  if (atSes.tenant === account) return account;
  try {
    await ctx.identities.join({ name, tenant: account, stage: ctx.settings.stage });
    return account;
  } catch (error) {
    // The number of tenants is reached: waiting does not help.
    const { name: cause } = error as Error;
    const waits = patient && domain.status !== 'verified' && cause !== 'LimitExceededException';
    if (waits && isBusy(error)) throw error;
    ctx.log.warn('ses_tenant_not_joined', { account, domain_id, cause }, { counts: { ses_trouble: 1 } });
    return null;
  }
}

const identityInput = (
  { settings: { stage } }: Base,
  { name, dkim_selector: selector, sending_enabled }: Domain,
  private_key: string,
): IdentityInput => ({
  name,
  selector,
  private_key,
  stage,
  // A domain that only receives has no return path.
  mail_from: sending_enabled ? returnPathHost(name) : null,
});

/** SES gave up after 72 hours, and what it looked for is in DNS now: it looks again. Throws what SES throws. */
export async function searchAgain(
  ctx: Base & DomainIdentities,
  domain: Domain,
  { private_key, searches }: { private_key: string; searches: SesSearch[] },
): Promise<void> {
  const { account, id: domain_id } = domain;
  await ctx.identities.restart(identityInput(ctx, domain, private_key), searches);
  ctx.log.info('identity_search_restarted', { account, domain_id, searches: searches.join() });
}

async function ensureIdentity(
  ctx: Base & DomainIdentities,
  domain: Domain,
  private_key: string | null,
): Promise<AtSes> {
  const { name, identity: state } = domain;
  if (private_key === null) return readAtSes(ctx, domain);
  const existing = await ctx.identities.get(name);
  if (existing !== null && !isOurs(ctx, existing, name))
    return { state: 'foreign', identity: null, asked: true, tenant: null };
  const made = await ctx.identities.make(identityInput(ctx, domain, private_key), existing);
  if (made) ctx.log.info('identity_made', { account: domain.account, domain_id: domain.id, from: state });
  const identity = made ? await ctx.identities.get(name) : existing;
  // One that was lost and is made again is in no tenant.
  const tenant = existing === null ? null : (domain.ses_tenant ?? null);
  return { state: 'ready', identity, asked: true, tenant };
}

/**
 * Whether SES sends for the domain, signed with its own key unless it was adopted; null: not asked. While SES
 * changes the key, deliveries sign with the current one.
 */
export function answerOf(domain: Domain, { state, identity, asked }: AtSes, now: number): SesAnswer {
  if (!asked) return null;
  if (identity === null) return { verified: false };
  const own = identity.signed && identity.dkim_selector === domain.dkim_selector;
  const signs = state === 'adopted' || own || isChanging(domain, now);
  return { verified: identity.verified && signs };
}

/** Removes a deleted domain's identity, a day later; false where there is none, or it is not ours. */
export async function removeIdentity(ctx: Base & DomainIdentities, name: string): Promise<boolean> {
  const identity = await ctx.identities.get(name);
  if (identity === null || !isOurs(ctx, identity, name)) return false;
  await ctx.identities.remove(name);
  return true;
}
