import { notFound } from '../../core/errors.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Identity, SmtpCredentials } from '../context.ts';
import { requireScope } from './require-scope.ts';

/** DELETE /api-keys/{id}: refused everywhere within 60 s (H29); also the last one and the caller's own (A36). 404. */
export async function removeKey(ctx: Base & Identity, caller: Caller, id: string): Promise<void> {
  requireScope(caller, ['full']);
  const removed = isId('key', id) && (await ctx.keys.remove(caller.account.id, id));
  if (!removed) throw notFound('API key');
  ctx.log.info('api_key_deleted', { account: caller.account.id, key_id: id, by: caller.actor.id });
}

/** DELETE /smtp-credentials/{id}: refused by the relay within 60 s (H30). 404. */
export async function removeSmtpCredential(
  ctx: Base & SmtpCredentials,
  caller: Caller,
  id: string,
): Promise<void> {
  requireScope(caller, ['full']);
  const removed = isId('smtpc', id) && (await ctx.smtp_credentials.remove(caller.account.id, id));
  if (!removed) throw notFound('SMTP credential');
  ctx.log.info('smtp_credential_deleted', { account: caller.account.id, credential_id: id });
}
