import { AppError } from '../../core/errors.ts';
import type { ApiKey } from '../../core/records/accounts.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Claims, Domains, Identity, Tenants } from '../context.ts';
import { namedTenant } from '../tenants/named-tenant.ts';
import type { CreateKey } from './key-request.ts';
import { type CredentialLimits, checkDomains, checkExpiry, limitsWithin } from './limits.ts';
import { type OneTime, oneTimeClaim } from './one-time.ts';
import { requireScope } from './require-scope.ts';
import type { Scope } from './scopes.ts';

/** A new key and its secret (`svc_` + 43 base62 characters), which is stored as SHA-256 only (H29). */
export async function makeKey(
  ctx: Base & Identity,
  input: {
    account: string;
    name: string;
    scopes: Scope[];
    tenant: string | null;
  } & Partial<CredentialLimits>,
  claimOf: (id: string) => IdempotencyClaim | null = () => null,
): Promise<{ api_key: ApiKey; secret: string }> {
  const secret = `svc_${ctx.runtime.secret(43, 'base62')}`;
  const {
    account,
    name,
    scopes,
    tenant,
    allowed_domains = null,
    allowed_ips = null,
    expires_at = null,
  } = input;
  const api_key: ApiKey = {
    id: ctx.runtime.id('key'),
    account,
    name,
    prefix: secret.slice(0, 12),
    scopes,
    tenant,
    allowed_domains,
    allowed_ips,
    expires_at,
    last_used_at: null,
    created_at: timestamp(ctx.runtime.now()),
  };
  const made = await ctx.keys.create(api_key, sha256Hex(secret), claimOf(api_key.id));
  if (made === 'duplicate_key')
    throw new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' } });
  return { api_key, secret };
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
): Promise<{ api_key: ApiKey; secret: string }> {
  requireScope(caller, ['full']);
  const tenant = (await namedTenant(ctx, caller, input.tenant))?.id ?? null;
  checkExpiry(ctx.runtime.now(), input.expires_at);
  const { id: account } = caller.account;
  const { name, scopes } = input;
  await checkDomains(ctx, { account, tenant, allowed_domains: input.allowed_domains });
  const limits = await limitsWithin(ctx, caller, input);
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  const made = await makeKey(ctx, { account, name, scopes, tenant, ...limits }, claimOf);
  ctx.log.info('api_key_created', { account, key_id: made.api_key.id, by: caller.actor.id });
  return made;
}
