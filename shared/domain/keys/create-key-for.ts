import { notFound } from '../../core/errors.ts';
import type { Id } from '../../core/runtime.ts';
import {
  type Base,
  type Claims,
  type Domains,
  type Identity,
  systemCaller,
  type Tenants,
} from '../context.ts';
import { withTenantName } from '../tenants/names.ts';
import { createKey } from './create-key.ts';
import { type ApiKeyRecord, keyRecord } from './key-record.ts';
import type { Scope } from './scopes.ts';

/**
 * The operator's `create-key`: regains access to an account without keys. Throws 404 for an unknown account
 * or tenant, and 403 tenants_not_enabled if the account has no tenants.
 */
export async function createKeyFor(
  ctx: Base & Identity & Domains & Claims & Tenants,
  { account: id, ...input }: { account: Id<'acc'>; scopes: Scope[]; tenant: string | undefined },
): Promise<{ api_key: ApiKeyRecord; secret: string }> {
  const account = await ctx.accounts.get(id);
  if (account === null) throw notFound('Account');
  const caller = systemCaller(account, ctx.runtime.id('req'));
  const { api_key, secret } = await createKey(ctx, caller, { name: 'operator', ...input });
  return { api_key: await withTenantName(ctx, id, api_key, keyRecord), secret };
}
