import { AppError } from '../../core/errors.ts';
import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Claims, Domains, Identity, SmtpCredentials, Tenants } from '../context.ts';
import { namedTenant } from '../tenants/named-tenant.ts';
import type { CreateKey, CreateSmtpCredential } from './key-request.ts';
import { type CredentialLimits, checkDomains, checkExpiry, limitsWithin } from './limits.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { concurrentClaim, type OneTime, oneTimeClaim } from './one-time.ts';
import { requireScope } from './require-scope.ts';

type Creating = Base & Identity & Domains & Claims & Tenants;

type NewKey = Pick<ApiKey, 'account' | 'name' | 'scopes' | 'tenant'> & Partial<CredentialLimits>;

type MadeKey = { api_key: ApiKey; secret: string };

/** The secret is `svc_` + 43 base62 characters, stored only as SHA-256. */
function newKey({ runtime }: Base, input: NewKey): MadeKey {
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

/** A key made by the service itself, which no other key limits. */
export async function makeKey(ctx: Base & Identity, input: NewKey): Promise<MadeKey> {
  const made = newKey(ctx, input);
  await ctx.keys.create(made.api_key, sha256Hex(made.secret), 'service');
  return made;
}

/** The fields of a new credential, within its creator's limits, and the claim of its request. */
async function bounded(
  ctx: Creating,
  caller: Caller,
  input: CreateSmtpCredential,
  idempotency: OneTime['idempotency'],
) {
  const maker = await presentMaker(ctx, caller);
  const tenant = (await namedTenant(ctx, caller, input.tenant))?.id ?? caller.tenant;
  checkExpiry(ctx.runtime.now(), input.expires_at);
  const { id: account } = caller.account;
  await checkDomains(ctx, { account, tenant }, input.allowed_domains);
  const limits = limitsWithin(maker, input);
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  return { maker, claimOf, fields: { account, name: input.name, tenant, ...limits } };
}

/**
 * POST /api-keys: creates a key and returns its secret, which is never shown again. Throws 400, 403 for wider
 * permissions than the caller's own, 404 for an unknown tenant, and 409 for a repeated Idempotency-Key.
 */
export async function createKey(
  ctx: Creating,
  caller: Caller,
  input: CreateKey,
  { idempotency = null }: OneTime = {},
): Promise<MadeKey> {
  requireScope(caller, ['full']);
  const { maker, claimOf, fields } = await bounded(ctx, caller, input, idempotency);
  const made = newKey(ctx, { ...fields, scopes: input.scopes });
  const { id, account } = made.api_key;
  const create = ctx.keys.create(made.api_key, sha256Hex(made.secret), maker, claimOf(id));
  if ((await unlessMakerChanged(ctx, caller, create)) === 'duplicate_key')
    return concurrentClaim(ctx, caller, idempotency);
  ctx.log.info('api_key_created', { account, key_id: id, by: caller.actor.id });
  return made;
}

/**
 * POST /smtp-credentials: creates a credential and returns its password (`svcsmtp_` + 43 base62 characters,
 * stored as SHA-256), which is never shown again. The credential has the permissions of a key with
 * emails:send. Throws like POST /api-keys, and 503 not_configured if the deployment has no relay.
 */
export async function createSmtpCredential(
  ctx: Creating & SmtpCredentials,
  caller: Caller,
  input: CreateSmtpCredential,
  { idempotency = null }: OneTime = {},
): Promise<{ smtp_credential: SmtpCredential; password: string }> {
  requireScope(caller, ['full']);
  if (!ctx.settings.smtp_relay)
    throw new AppError('not_configured', 'This deployment has no SMTP relay: use POST /emails');
  const { maker, claimOf, fields } = await bounded(ctx, caller, input, idempotency);
  const password = `svcsmtp_${ctx.runtime.secret(43, 'base62')}`;
  const id = ctx.runtime.id('smtpc');
  const created_at = timestamp(ctx.runtime.now());
  const smtp_credential: SmtpCredential = { ...fields, id, last_used_at: null, created_at };
  const create = ctx.smtp_credentials.create(smtp_credential, sha256Hex(password), maker, claimOf(id));
  if ((await unlessMakerChanged(ctx, caller, create)) === 'duplicate_key')
    return concurrentClaim(ctx, caller, idempotency);
  const { account } = fields;
  ctx.log.info('smtp_credential_created', { account, credential_id: id, by: caller.actor.id });
  return { smtp_credential, password };
}
