import { AppError, notFound } from '../../core/errors.ts';
import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Domains, Identity, Paging, SmtpCredentials, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { CredentialStore } from '../ports/accounts.ts';
import { liveTenant, withoutDeleted, withTenantNames } from '../tenants/names.ts';
import { keyRecord, smtpCredentialRecord } from './key-record.ts';
import type { ChangeKey } from './key-request.ts';
import { checkDomains, checkExpiry, limitsWithin } from './limits.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { requireScope } from './require-scope.ts';

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

const pageOf = <Name extends string, T extends ApiKey | SmtpCredential, Shown>(
  ctx: Base & Tenants & Paging,
  { account: { id: account } }: Caller,
  query: PageQuery,
  list: { name: Name; store: CredentialStore<T>; show: (entry: T, tenant: string | null) => Shown },
) =>
  filteredPage(ctx, query, {
    name: list.name,
    bound: [account, list.name.replace('_', '-')],
    read: async (page) => {
      const { entries, next } = await list.store.list(account, page);
      return { entries: await withoutDeleted(ctx, account, entries), next };
    },
    show: (entries) => withTenantNames(ctx, account, entries, list.show),
  });

/** GET /api-keys: one page, newest first, without deleted keys. */
export const listKeys = (ctx: Base & Identity & Tenants & Paging, caller: Caller, query: PageQuery) =>
  pageOf(ctx, caller, query, { name: 'api_keys', store: ctx.keys, show: keyRecord });

/** GET /smtp-credentials: one page, newest first. */
export const listSmtpCredentials = (
  ctx: Base & SmtpCredentials & Tenants & Paging,
  caller: Caller,
  query: PageQuery,
) =>
  pageOf(ctx, caller, query, {
    name: 'smtp_credentials',
    store: ctx.smtp_credentials,
    show: (credential, tenant) => smtpCredentialRecord(credential, tenant, ctx.settings),
  });

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** PATCH /api-keys/{id}, effective within 60 s. 400, 404, 403 for the caller's key or wider rights. */
export async function updateKey(
  ctx: Base & Identity & Domains & Tenants,
  caller: Caller,
  id: string,
  change: ChangeKey,
): Promise<ApiKey> {
  requireScope(caller, ['full']);
  const maker = await presentMaker(ctx, caller);
  const key = await getKey(ctx, caller, id);
  if (key.id === caller.actor.id) throw new AppError('forbidden', 'A key cannot change itself');
  checkExpiry(ctx.runtime.now(), change.expires_at);
  await checkDomains(ctx, key, change.allowed_domains);
  const { name, scopes, allowed_domains, allowed_ips, expires_at } = change;
  limitsWithin(maker, { ...key, ...given({ allowed_domains, allowed_ips, expires_at }) });
  const fields = given({ name, scopes, allowed_domains, allowed_ips, expires_at });
  if (Object.keys(fields).length === 0) return key;
  const update = ctx.keys.update(key.account, key.id, fields as Partial<ApiKey>, maker);
  const written = await unlessMakerChanged(ctx, caller, update);
  if (written === null) throw notFound('API key');
  ctx.log.info('api_key_changed', { account: key.account, key_id: id, by: caller.actor.id });
  return written;
}

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
