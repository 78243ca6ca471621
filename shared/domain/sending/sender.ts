import { completeMailbox, isMailboxWithoutDomain, mailboxFault, parseMailbox } from '../../core/addresses.ts';
import { invalid, notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import type { SendFacts } from '../ports/emails.ts';
import { checkActive } from '../tenants/guard.ts';
import { checkTenantsEnabled, tenantIdOf } from '../tenants/named-tenant.ts';
import { fromDomain } from './rules.ts';
import type { OwnSubmission, Submission } from './submission.ts';

/** The owner of a send, before its facts are read. */
export type Sender = {
  /** `ten_` id; null: the account's. */
  tenant: Id<'ten'> | null;
  /** By the request or by the key; false: by the domain of `from`, and `tenant` is what was last seen there. */
  fixed: boolean;
  /**
   * The tenant's name in the request of an account's caller: one that is a minute old may stand for a tenant that was
   * deleted since. null for a caller that is limited to a tenant, which sends for no other one of that name.
   */
  name: string | null;
  /** By the key's limit: the request names no tenant. */
  by_key: boolean;
};

/** The tenant that the request names, else the key's own. Throws 403 and 404. */
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
 * `from` with the tenant's default_from_domain where it has no domain. Throws 400 where there is none to add
 * or the whole is no mailbox, 404 where the tenant is gone.
 */
async function completeFrom(
  ctx: Tenants,
  account: Id<'acc'>,
  from: string,
  { asked, name }: { asked: Id<'ten'> | null; name: string | null },
): Promise<string> {
  if (!isMailboxWithoutDomain(from)) return from;
  const known = asked === null ? null : await ctx.tenants.get(account, asked);
  // A name is remembered with its id, whose tenant may have been deleted since, and made again.
  const record = known ?? (name === null ? null : await ctx.tenants.find(account, name));
  if (asked !== null && record === null) throw notFound('Tenant');
  const domain = record?.default_from_domain ?? null;
  const whole = domain === null ? from : completeMailbox(from, domain);
  if (parseMailbox(whole) === null) throw invalid([{ path: 'from', ...mailboxFault(whole) }]);
  return whole;
}

/** A submission with its `from` completed and its tenant by id, and its owner. */
export type Found = { sender: Sender; submission: OwnSubmission };

/** Throws 403, 404 and 400 for an incomplete `from`. `ask`: for the tenants of a batch, each asked for once. */
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

/** The tenant of a send by its facts: 404 for one that was deleted, 403 while it is paused. */
export function checkSender(sender: Sender, { tenant }: Pick<SendFacts, 'tenant'>): Tenant | null {
  if (sender.fixed && sender.tenant !== null && tenant === null) throw notFound('Tenant');
  checkActive(tenant);
  return tenant;
}

/**
 * The tenant that a send is for whichever key of the account asks for it: null where it is the account's, and where it is
 * a tenant's by the limit of the key alone.
 */
export function tenantOfRequest({ tenant, by_key }: Sender, facts: SendFacts): Id<'ten'> | null {
  if (by_key && facts.domain?.tenant !== tenant) return null;
  return facts.tenant?.id ?? null;
}
