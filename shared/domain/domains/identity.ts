import type { Domain, IdentityState } from '../../core/records/domains.ts';
import type { Base, DomainIdentities } from '../context.ts';
import type { SesIdentity } from '../ports/sending.ts';
import type { SesAnswer } from './checks/decide.ts';
import { returnPathHost } from './records.ts';

/** Whether this deployment made the identity: an adopted one carries the stage, and not our domain tag (A2, P20). */
const isOurs = ({ settings }: Base, { stage, domain }: SesIdentity, name: string) =>
  stage === settings.stage && domain === name;

/** What SES has of a domain; `asked` is false where it was not asked. */
export type AtSes = { state: IdentityState; identity: SesIdentity | null; asked: boolean };

const unasked = (state: IdentityState): AtSes => ({ state, identity: null, asked: false });

/** What SES has of a domain. Nothing of one that only receives, or whose identity a worker still has to make. */
export async function readAtSes(
  ctx: Base & DomainIdentities,
  { identity: state, name }: Domain,
): Promise<AtSes> {
  if (state === 'none' || state === 'preparing') return unasked(state);
  return { state, identity: await ctx.identities.get(name), asked: true };
}

/**
 * `readAtSes`, with the identity made first where it is missing: with our DKIM key, MAIL FROM and configuration set
 * (A2). Safe to repeat, and to go on with after a half. One without our tags is not touched.
 */
export async function ensureAtSes(
  ctx: Base & DomainIdentities,
  domain: Domain,
  private_key: string | null,
): Promise<AtSes> {
  const { name, dkim_selector: selector, identity: state } = domain;
  if (private_key === null) return readAtSes(ctx, domain);
  const existing = await ctx.identities.get(name);
  if (existing !== null && !isOurs(ctx, existing, name))
    return { state: 'foreign', identity: null, asked: true };
  const { stage } = ctx.settings;
  const mail_from = returnPathHost(name);
  const made = await ctx.identities.make({ name, selector, private_key, mail_from, stage }, existing);
  if (made) ctx.log.info('identity_made', { account: domain.account, domain_id: domain.id, from: state });
  return { state: 'ready', identity: made ? await ctx.identities.get(name) : existing, asked: true };
}

/** Whether SES sends for the domain, signed with its own key unless it was adopted (A14); null: not asked. */
export function answerOf({ dkim_selector }: Domain, { state, identity, asked }: AtSes): SesAnswer {
  if (!asked) return null;
  if (identity === null) return { verified: false };
  const signs = state === 'adopted' || (identity.signed && identity.dkim_selector === dkim_selector);
  return { verified: identity.verified && signs };
}

/**
 * The end of a deleted domain's identity, a day later (A46): one that is not ours stays, and so does that of a name
 * that was added again.
 */
export async function removeIdentity(ctx: Base & DomainIdentities, name: string): Promise<boolean> {
  const identity = await ctx.identities.get(name);
  if (identity === null || !isOurs(ctx, identity, name)) return false;
  await ctx.identities.remove(name);
  return true;
}
