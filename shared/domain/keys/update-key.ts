import { AppError, notFound } from '../../core/errors.ts';
import type { ApiKey } from '../../core/records/accounts.ts';
import type { Base, Caller, Domains, Identity, Tenants } from '../context.ts';
import { getKey } from './get-key.ts';
import type { ChangeKey } from './key-request.ts';
import { checkDomains, checkExpiry, limitsWithin } from './limits.ts';
import { presentMaker, unlessMakerChanged } from './maker.ts';
import { requireScope } from './require-scope.ts';

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
