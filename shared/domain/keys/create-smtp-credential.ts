import { AppError } from '../../core/errors.ts';
import type { SmtpCredential } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Claims, Domains, Identity, SmtpCredentials, Tenants } from '../context.ts';
import { namedTenant } from '../tenants/named-tenant.ts';
import type { CreateSmtpCredential } from './key-request.ts';
import { checkDomains, limitsWithin } from './limits.ts';
import { type OneTime, oneTimeClaim } from './one-time.ts';
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
  const tenant = (await namedTenant(ctx, caller, input.tenant))?.id ?? null;
  const { id: account } = caller.account;
  await checkDomains(ctx, { account, tenant, allowed_domains: input.allowed_domains });
  const { allowed_domains, allowed_ips, expires_at } = await limitsWithin(ctx, caller, input);
  // A credential has neither, so a key that has could not pass its limits on (A10).
  for (const [field, own] of Object.entries({ allowed_ips, expires_at }))
    if (own !== null)
      throw new AppError('forbidden', `${field}: an SMTP credential cannot have this limit of the key`, {
        details: { field },
      });
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  const password = `svcsmtp_${ctx.runtime.secret(43, 'base62')}`;
  const smtp_credential: SmtpCredential = {
    id: ctx.runtime.id('smtpc'),
    account,
    name: input.name,
    tenant,
    allowed_domains,
    last_used_at: null,
    created_at: timestamp(ctx.runtime.now()),
  };
  const made = await ctx.smtp_credentials.create(
    smtp_credential,
    sha256Hex(password),
    claimOf(smtp_credential.id),
  );
  if (made === 'duplicate_key')
    throw new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' } });
  ctx.log.info('smtp_credential_created', {
    account,
    credential_id: smtp_credential.id,
    by: caller.actor.id,
  });
  return { smtp_credential, password };
}
