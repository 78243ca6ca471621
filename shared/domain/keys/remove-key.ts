import { notFound } from '../../core/errors.ts';
import type { Base, Caller, Identity, SmtpCredentials, Tenants } from '../context.ts';
import { getKey, getSmtpCredential } from './get-key.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { requireScope } from './require-scope.ts';

/**
 * DELETE /api-keys/{id}: refused everywhere within 60 s, even the last key or the caller's own. Throws 404
 * like `getKey`.
 */
export async function removeKey(ctx: Base & Identity & Tenants, caller: Caller, id: string): Promise<void> {
  requireScope(caller, ['full']);
  const maker = await presentMaker(ctx, caller);
  const key = await getKey(ctx, caller, id);
  const remove = ctx.keys.remove(caller.account.id, key.id, maker);
  if (!(await unlessMakerChanged(ctx, caller, remove))) throw notFound('API key');
  ctx.log.info('api_key_deleted', { account: caller.account.id, key_id: id, by: caller.actor.id });
}

/** DELETE /smtp-credentials/{id}: refused by the relay within 60 s. Throws 404 like `getSmtpCredential`. */
export async function removeSmtpCredential(
  ctx: Base & Identity & SmtpCredentials & Tenants,
  caller: Caller,
  id: string,
): Promise<void> {
  requireScope(caller, ['full']);
  const maker = await presentMaker(ctx, caller);
  const credential = await getSmtpCredential(ctx, caller, id);
  const remove = ctx.smtp_credentials.remove(caller.account.id, credential.id, maker);
  if (!(await unlessMakerChanged(ctx, caller, remove))) throw notFound('SMTP credential');
  ctx.log.info('smtp_credential_deleted', { account: caller.account.id, credential_id: id });
}
