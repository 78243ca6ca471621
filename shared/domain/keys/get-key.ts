import { notFound } from '../../core/errors.ts';
import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Identity, SmtpCredentials, Tenants } from '../context.ts';
import { liveTenant } from '../tenants/names.ts';

/** If its tenant is gone, a credential counts as gone, too, even before a worker deletes it. */
async function isLive(ctx: Tenants, { account, tenant }: ApiKey | SmtpCredential): Promise<boolean> {
  return tenant === null || (await liveTenant(ctx, account, tenant)) !== null;
}

/** The caller's API key. 404 if missing, in another account, or of a deleted tenant. */
export async function getKey(ctx: Base & Identity & Tenants, caller: Caller, id: string): Promise<ApiKey> {
  const key = isId('key', id) ? await ctx.keys.get(caller.account.id, id) : null;
  if (key === null || !(await isLive(ctx, key))) throw notFound('API key');
  return key;
}

export async function getSmtpCredential(
  ctx: Base & SmtpCredentials & Tenants,
  caller: Caller,
  id: string,
): Promise<SmtpCredential> {
  const found = isId('smtpc', id) ? await ctx.smtp_credentials.get(caller.account.id, id) : null;
  if (found === null || !(await isLive(ctx, found))) throw notFound('SMTP credential');
  return found;
}
