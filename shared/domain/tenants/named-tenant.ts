import { AppError, notFound } from '../../core/errors.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import { limitsOf } from '../limits/plans.ts';

/** The longest list whose names are looked up: a longer one is a fault of its field. */
const max_named = 100;

/** 403 where the plan has no tenants and the account has none left. */
export async function checkTenantsEnabled(ctx: Base & Tenants, caller: Caller): Promise<void> {
  // A key that is limited to a tenant shows that there is one.
  if (caller.tenant !== null || limitsOf(caller.account).tenants > 0) return;
  if ((await ctx.tenants.count(caller.account.id)) > 0) return;
  throw new AppError('tenants_not_enabled', 'This account has no tenants');
}

/** 403 for a tenant that is not the caller's own, whether it exists or not. */
export const otherTenant = () =>
  new AppError('forbidden', 'This key is limited to another tenant', { details: { reason: 'key_tenant' } });

/**
 * The own tenant of a limited caller, by either of its names; else 403. No name is looked up for such a caller: it may be
 * another tenant's by now, and one that exists would take longer than one that does not.
 */
function ownTenant(own: Tenant | null, name: string): Tenant {
  if (own === null || (name !== own.external_id && name !== own.id)) throw otherTenant();
  return own;
}

/** The id behind a name, up to half a minute old; null where there is none. Throws 403 as `namedTenant` does. */
export async function tenantIdOf(ctx: Tenants, caller: Caller, name: string): Promise<Id<'ten'> | null> {
  const { account, tenant } = caller;
  if (tenant === null) return ctx.tenants.idOf(account.id, name);
  const [own = null] = await ctx.tenants.known(account.id, [tenant]);
  return ownTenant(own, name).id;
}

/**
 * The tenant that a request names by external_id or id; null where none is named, and for a value that is no string,
 * which is left to the check of its field. Throws 403 on an account without tenants and for a key that is limited
 * to another tenant, 404 for one that is not there.
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
 * The same checks ahead of a send. With an Idempotency-Key (`repeatable`) a tenant that is not there is left to the
 * send: a repeated request gets its first response, whatever became of its tenant.
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

/** The tenants of a list, each once, in its order; errors as above. null where none is named, also by an empty list. */
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

/** Their ids in the order in which the tenants were made, as filters keep them. */
export const idsOf = (tenants: Tenant[]) => tenants.map(({ id }) => id).sort();

/** The tenant of a path, with the same errors. */
export async function pathTenant(ctx: Base & Tenants, caller: Caller, name: string): Promise<Tenant> {
  const tenant = await namedTenant(ctx, caller, name);
  if (tenant === null) throw notFound('Tenant');
  return tenant;
}
