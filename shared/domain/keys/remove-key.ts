import { notFound } from '../../core/errors.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Identity, SmtpCredentials } from '../context.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { requireScope } from './require-scope.ts';

/** DELETE /api-keys/{id}: refused everywhere within 60 s (H29); also the last one and the caller's own (A36). 404. */
export async function removeKey(ctx: Base & Identity, caller: Caller, id: string): Promise<void> {
  requireScope(caller, ['full']);
  const maker = await presentMaker(ctx, caller);
  if (!isId('key', id)) throw notFound('API key');
  const remove = ctx.keys.remove(caller.account.id, id, maker);
  if (!(await unlessMakerChanged(ctx, caller, remove))) throw notFound('API key');
  ctx.log.info('api_key_deleted', { account: caller.account.id, key_id: id, by: caller.actor.id });
}

/** DELETE /smtp-credentials/{id}: refused by the relay within 60 s (H30). 404. */
export async function removeSmtpCredential(
  ctx: Base & Identity & SmtpCredentials,
  caller: Caller,
  id: string,
): Promise<void> {
  requireScope(caller, ['full']);
  const maker = await presentMaker(ctx, caller);
  if (!isId('smtpc', id)) throw notFound('SMTP credential');
  const remove = ctx.smtp_credentials.remove(caller.account.id, id, maker);
  if (!(await unlessMakerChanged(ctx, caller, remove))) throw notFound('SMTP credential');
  ctx.log.info('smtp_credential_deleted', { account: caller.account.id, credential_id: id });
}
