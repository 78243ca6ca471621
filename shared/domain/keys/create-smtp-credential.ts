import { AppError } from '../../core/errors.ts';
import type { SmtpCredential } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Claims, Domains, Identity, SmtpCredentials, Tenants } from '../context.ts';
import { namedTenant } from '../tenants/named-tenant.ts';
import type { CreateSmtpCredential } from './key-request.ts';
import { checkDomains, checkExpiry, limitsWithin } from './limits.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { concurrentClaim, type OneTime, oneTimeClaim } from './one-time.ts';
import { requireScope } from './require-scope.ts';

/**
 * POST /smtp-credentials (H30): the credential and, this once, its password (`svcsmtp_` + 43 base62 characters),
 * which is stored as SHA-256 only. It may do what a key with emails:send may (A58). Throws as POST /api-keys does, and
 * 503 `not_configured` where the deployment has no relay (R59).
 */
export async function createSmtpCredential(
  ctx: Base & Identity & SmtpCredentials & Domains & Claims & Tenants,
  caller: Caller,
  input: CreateSmtpCredential,
  { idempotency = null }: OneTime = {},
): Promise<{ smtp_credential: SmtpCredential; password: string }> {
  requireScope(caller, ['full']);
  if (!ctx.settings.smtp_relay)
    throw new AppError('not_configured', 'This deployment has no SMTP relay: send by POST /emails');
  const maker = await presentMaker(ctx, caller);
  const tenant = (await namedTenant(ctx, caller, input.tenant))?.id ?? caller.tenant;
  checkExpiry(ctx.runtime.now(), input.expires_at);
  const { id: account } = caller.account;
  await checkDomains(ctx, { account, tenant, allowed_domains: input.allowed_domains });
  const limits = limitsWithin(maker, input);
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  const password = `svcsmtp_${ctx.runtime.secret(43, 'base62')}`;
  const smtp_credential: SmtpCredential = {
    id: ctx.runtime.id('smtpc'),
    account,
    name: input.name,
    tenant,
    ...limits,
    last_used_at: null,
    created_at: timestamp(ctx.runtime.now()),
  };
  const { id } = smtp_credential;
  const written = ctx.smtp_credentials.create(smtp_credential, sha256Hex(password), maker, claimOf(id));
  const made = await unlessMakerChanged(ctx, caller, written);
  if (made === 'duplicate_key') return concurrentClaim(ctx, caller, idempotency);
  ctx.log.info('smtp_credential_created', { account, credential_id: id, by: caller.actor.id });
  return { smtp_credential, password };
}
