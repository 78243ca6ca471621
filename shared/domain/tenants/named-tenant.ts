import { AppError, notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import { limitsOf } from '../limits/plans.ts';

/** The longest list whose names are looked up. A longer list is reported as an error of its field. */
const max_named = 100;

/** 403 if the plan doesn't include tenants and the account has no existing ones. */
export async function checkTenantsEnabled(ctx: Base & Tenants, caller: Caller): Promise<void> {
  // If a key is limited to a tenant, the account has tenants.
  if (caller.tenant !== null || limitsOf(caller.account).tenants > 0) return;
  if ((await ctx.tenants.count(caller.account.id)) > 0) return;
  throw new AppError('tenants_not_enabled', 'This account has no tenants');
}

/** 403 for any tenant but the caller's own, existing or not. */
export const otherTenant = () =>
  new AppError('forbidden', 'This key is limited to another tenant', { details: { reason: 'key_tenant' } });

/**
 * A limited caller's own tenant, by either of its names. Otherwise 403. No lookup, because the name may now
 * be another tenant's, and its timing would reveal whether one exists.
 */
function ownTenant(own: Tenant | null, name: string): Tenant {
  if (own === null || (name !== own.external_id && name !== own.id)) throw otherTenant();
  return own;
}

/** The id for a name, up to half a minute old, or null. Throws 403 like `namedTenant`. */
export async function tenantIdOf(ctx: Tenants, caller: Caller, name: string): Promise<Id<'ten'> | null> {
  const { account, tenant } = caller;
  if (tenant === null) return ctx.tenants.idOf(account.id, name);
  const [own = null] = await ctx.tenants.known(account.id, [tenant]);
  return ownTenant(own, name).id;
}

/**
 * The tenant a request names by external_id or id. null if none is named, or if the value isn't a string,
 * which its field check reports. Throws 403 on an account without tenants or for a key limited to another
 * tenant, and 404 if missing.
 */
export async function namedTenant(
  ctx: Base & Tenants,
  caller: Caller,
  name: unknown,
): Promise<Tenant | null> {
  if (name === undefined || name === null) return null;
  await checkTenantsEnabled(ctx, caller);
  if (typeof name !== 'string') return null;
  const account = caller.account.id;
  if (caller.tenant !== null) return ownTenant(await ctx.tenants.get(account, caller.tenant), name);
  const tenant = await ctx.tenants.find(account, name);
  if (tenant === null) throw notFound('Tenant');
  return tenant;
}

/**
 * The same checks before a send. With an Idempotency-Key (`repeatable`), a missing tenant is left to the
 * send, so a repeated request gets its first response whatever became of its tenant.
 */
export async function checkAskedTenant(
  ctx: Base & Tenants,
  caller: Caller,
  name: unknown,
  { repeatable }: { repeatable: boolean },
): Promise<void> {
  if (name === undefined || name === null) return;
  await checkTenantsEnabled(ctx, caller);
  if (typeof name !== 'string') return;
  const id = await tenantIdOf(ctx, caller, name);
  if (id === null && !repeatable) throw notFound('Tenant');
}

/**
 * A list's tenants, each once, in order. Errors as above. Null if the request has no list, or an empty one.
 */
export async function namedTenants(
  ctx: Base & Tenants,
  caller: Caller,
  names: unknown,
): Promise<Tenant[] | null> {
  if (names === undefined || names === null || (Array.isArray(names) && names.length === 0)) return null;
  await checkTenantsEnabled(ctx, caller);
  const named =
    Array.isArray(names) && names.length <= max_named && names.every((name) => typeof name === 'string');
  if (!named) return null;
  const tenants = await Promise.all(names.map((name) => namedTenant(ctx, caller, name)));
  return [...new Map(tenants.flatMap((tenant) => (tenant === null ? [] : [[tenant.id, tenant]]))).values()];
}

/** Their ids in order of creation, as filters store them. */
export const idsOf = (tenants: Tenant[]) => tenants.map(({ id }) => id).sort();

/** The tenant in a path, with the same errors. */
export async function pathTenant(ctx: Base & Tenants, caller: Caller, name: string): Promise<Tenant> {
  const tenant = await namedTenant(ctx, caller, name);
  if (tenant === null) throw notFound('Tenant');
  return tenant;
}
