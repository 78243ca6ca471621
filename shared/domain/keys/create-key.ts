import type { ApiKey } from '../../core/records/accounts.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Claims, Domains, Identity, Tenants } from '../context.ts';
import { namedTenant } from '../tenants/named-tenant.ts';
import type { CreateKey } from './key-request.ts';
import { type CredentialLimits, checkDomains, checkExpiry, limitsWithin } from './limits.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { concurrentClaim, type OneTime, oneTimeClaim } from './one-time.ts';
import { requireScope } from './require-scope.ts';
import type { Scope } from './scopes.ts';

type NewKey = {
  account: Id<'acc'>;
  name: string;
  scopes: Scope[];
  tenant: Id<'ten'> | null;
} & Partial<CredentialLimits>;

type Made = { api_key: ApiKey; secret: string };

/** The secret is `svc_` + 43 base62 characters, and stored as SHA-256 only (H29). */
function newKey({ runtime }: Base, input: NewKey): Made {
  const secret = `svc_${runtime.secret(43, 'base62')}`;
  const limits = { allowed_domains: null, allowed_ips: null, expires_at: null };
  const api_key: ApiKey = {
    ...limits,
    ...input,
    id: runtime.id('key'),
    prefix: secret.slice(0, 12),
    last_used_at: null,
    created_at: timestamp(runtime.now()),
  };
  return { api_key, secret };
}

/** A key that the service itself makes: no other key bounds it. */
export async function makeKey(ctx: Base & Identity, input: NewKey): Promise<Made> {
  const made = newKey(ctx, input);
  await ctx.keys.create(made.api_key, sha256Hex(made.secret), 'service');
  return made;
}

/**
 * POST /api-keys (H29): the key and, this once, its secret. Throws 400, 403 for more rights than the caller's own
 * (A10), 404 for an unknown tenant, 409 for a repeated Idempotency-Key (A68).
 */
export async function createKey(
  ctx: Base & Identity & Domains & Claims & Tenants,
  caller: Caller,
  input: CreateKey,
  { idempotency = null }: OneTime = {},
): Promise<Made> {
  requireScope(caller, ['full']);
  const maker = await presentMaker(ctx, caller);
  const tenant = (await namedTenant(ctx, caller, input.tenant))?.id ?? caller.tenant;
  checkExpiry(ctx.runtime.now(), input.expires_at);
  const { id: account } = caller.account;
  const { name, scopes } = input;
  await checkDomains(ctx, { account, tenant, allowed_domains: input.allowed_domains });
  const limits = limitsWithin(maker, input);
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  const made = newKey(ctx, { account, name, scopes, tenant, ...limits });
  const { id } = made.api_key;
  const create = ctx.keys.create(made.api_key, sha256Hex(made.secret), maker, claimOf(id));
  if ((await unlessMakerChanged(ctx, caller, create)) === 'duplicate_key')
    return concurrentClaim(ctx, caller, idempotency);
  ctx.log.info('api_key_created', { account, key_id: id, by: caller.actor.id });
  return made;
}
