import {
  completeMailbox,
  fromDomain,
  isMailboxWithoutDomain,
  mailboxFault,
  parseMailbox,
} from '../../core/addresses.ts';
import { invalid, notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import type { SendFacts } from '../ports/emails.ts';
import { checkActive } from '../tenants/guard.ts';
import { checkTenantsEnabled, tenantIdOf } from '../tenants/named-tenant.ts';
import type { OwnSubmission, Submission } from './submission.ts';

/** A send's owner, before its facts are read. */
export type Sender = {
  /** The `ten_` id, or null for the account. */
  tenant: Id<'ten'> | null;
  /**
   * Whether the request or key fixes the tenant. If false, the domain in `from` decides, and `tenant` is the
   * one last seen there.
   */
  fixed: boolean;
  /**
   * The tenant's name in an account-wide request. A name that is a minute old may mean a tenant that has
   * since been deleted. Null for a caller that is limited to a tenant.
   */
  name: string | null;
  /** True if only the key's limit fixes the tenant, and the request names none. */
  by_key: boolean;
};

/** The tenant that the request names, or else the key's. Throws 403 and 404. */
export async function askedTenant(
  ctx: Base & Tenants,
  caller: Caller,
  name: string | null,
): Promise<Id<'ten'> | null> {
  if (name === null) return caller.tenant;
  await checkTenantsEnabled(ctx, caller);
  const id = await tenantIdOf(ctx, caller, name);
  if (id === null) throw notFound('Tenant');
  return id;
}

/**
 * Completes a `from` without a domain with the tenant's default_from_domain. Throws 400 if the tenant has no
 * default or the result isn't a mailbox, and 404 if the tenant is gone.
 */
async function completeFrom(
  ctx: Tenants,
  account: Id<'acc'>,
  from: string,
  { asked, name }: { asked: Id<'ten'> | null; name: string | null },
): Promise<string> {
  if (!isMailboxWithoutDomain(from)) return from;
  const known = asked === null ? null : await ctx.tenants.get(account, asked);
  // The name's cached id may belong to a tenant that was deleted and created again.
  const record = known ?? (name === null ? null : await ctx.tenants.find(account, name));
  if (asked !== null && record === null) throw notFound('Tenant');
  const domain = record?.default_from_domain ?? null;
  const whole = domain === null ? from : completeMailbox(from, domain);
  if (parseMailbox(whole) === null) throw invalid([{ path: 'from', ...mailboxFault(whole) }]);
  return whole;
}

/** A submission with its `from` completed, its tenant by id, and its owner. */
export type Found = { sender: Sender; submission: OwnSubmission };

/** Throws 403, 404, and 400 for an incomplete `from`. `ask` looks up a batch's tenants, each once. */
export async function findSender(
  ctx: Base & Tenants,
  caller: Caller,
  submission: Submission,
  ask = (name: string | null) => askedTenant(ctx, caller, name),
): Promise<Found> {
  const asked = await ask(submission.tenant);
  const name = caller.tenant === null ? submission.tenant : null;
  const from = await completeFrom(ctx, caller.account.id, submission.from, { asked, name });
  const tenant = asked ?? ctx.tenants.ownerOf(fromDomain(from));
  const by_key = caller.tenant !== null && submission.tenant === null;
  const sender = { tenant, fixed: asked !== null, name, by_key };
  return { sender, submission: { ...submission, from, tenant } };
}

/** A send's tenant from its facts: 404 if deleted, 403 while paused. */
export function checkSender(sender: Sender, { tenant }: Pick<SendFacts, 'tenant'>): Tenant | null {
  if (sender.fixed && sender.tenant !== null && tenant === null) throw notFound('Tenant');
  checkActive(tenant);
  return tenant;
}

/**
 * The tenant for which a send is, whichever of the account's keys is used. Null for the account, and if only
 * the key's limit implies the tenant.
 */
export function tenantOfRequest({ tenant, by_key }: Sender, facts: SendFacts): Id<'ten'> | null {
  if (by_key && facts.domain?.tenant !== tenant) return null;
  return facts.tenant?.id ?? null;
}
