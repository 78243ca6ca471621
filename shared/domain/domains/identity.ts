import type { Domain, IdentityState } from '../../core/records/domains.ts';
import type { Base, DomainIdentities } from '../context.ts';
import type { IdentityInput, SesIdentity, SesSearch } from '../ports/sending.ts';
import type { SesAnswer } from './checks/decide.ts';
import { returnPathHost } from './records.ts';
import { isChanging } from './rotation/rotation-after.ts';

/** Whether this deployment created the identity. An adopted one has the stage, but not our domain tag. */
const isOurs = ({ settings }: Base, { stage, domain }: SesIdentity, name: string) =>
  stage === settings.stage && domain === name;

/**
 * A domain's SES identity. `asked` is false if SES was not asked. `tenant` is the SES tenant that may use it.
 * `owed` means that the worker must still create the identity or give it the domain's key.
 */
export type AtSes = {
  state: IdentityState;
  identity: SesIdentity | null;
  asked: boolean;
  tenant: string | null;
  owed?: boolean;
};

/** SES allows about one identity call per second. Its SDK has already waited for a few seconds. */
export const isBusy = (error: unknown): boolean =>
  /^(?:(?:TooManyRequests|LimitExceeded|Throttling)Exception|Throttling)$/.test((error as Error).name);

const nothing = { identity: null, asked: false, tenant: null };
export const notAsked = (state: IdentityState): AtSes => ({ state, ...nothing });

/** The SES identity. Null for a receive-only domain, or while a worker still has to create it. */
async function readAtSes(
  ctx: Base & DomainIdentities,
  { identity: state, name, ses_tenant: tenant = null }: Domain,
): Promise<AtSes> {
  if (state === 'none' || state === 'preparing') return notAsked(state);
  return { state, identity: await ctx.identities.get(name), asked: true, tenant };
}

/** `readAtSes` without changes. Leaves all remaining work to the worker. */
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
 * `readAtSes`, creating a missing identity first: with our DKIM key, MAIL FROM, configuration set, and the
 * account's tenant. Safe to repeat, even half done. Identities without our tags are left alone.
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
 * Gives the account's SES tenant the identity, so its bounces and complaints stay its own. If SES refuses,
 * sends name no tenant, and the next check retries. A `patient` caller gets SES's busy error thrown, because
 * a domain that can't send yet should wait for its tenant.
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
    // The tenant limit is reached, so waiting won't help.
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
  // Receive-only domains have no return path.
  mail_from: sending_enabled ? returnPathHost(name) : null,
});

/** Restarts an SES lookup abandoned after 72 hours, because DNS now has the records. Rethrows SES errors. */
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
  // If a lost identity is created again, it belongs to no tenant.
  const tenant = existing === null ? null : (domain.ses_tenant ?? null);
  return { state: 'ready', identity, asked: true, tenant };
}

/**
 * Whether SES sends for the domain, signed with its own key unless adopted. Null if not asked. During a key
 * switch, deliveries sign with the current key.
 */
export function answerOf(domain: Domain, { state, identity, asked }: AtSes, now: number): SesAnswer {
  if (!asked) return null;
  if (identity === null) return { verified: false };
  const own = identity.signed && identity.dkim_selector === domain.dkim_selector;
  const signs = state === 'adopted' || own || isChanging(domain, now);
  return { verified: identity.verified && signs };
}

/** Deletes a deleted domain's identity a day later. False if missing or not ours. */
export async function removeIdentity(ctx: Base & DomainIdentities, name: string): Promise<boolean> {
  const identity = await ctx.identities.get(name);
  if (identity === null || !isOurs(ctx, identity, name)) return false;
  await ctx.identities.remove(name);
  return true;
}
