import type { Maker } from '../../core/records/accounts.ts';
import { tryAgain } from '../../core/revise.ts';
import { isId } from '../../core/runtime.ts';
import type { Base, Caller, Identity } from '../context.ts';
import { unauthorized } from './authenticate.ts';
import { requireScope } from './require-scope.ts';
import { isExpired } from './use.ts';

/**
 * The creator of a credential or change, as stored now. Requests are admitted on data up to 30 seconds old,
 * and a key deleted since then must not create others. `service` is the service itself, or a signed-in
 * member, who has no key. Throws 401 for a deleted or expired key, and 403 for a key that lost its scope.
 */
export async function presentMaker(ctx: Base & Identity, caller: Caller): Promise<Maker> {
  const { id } = caller.actor;
  if (id === null || !isId('key', id)) return 'service';
  const key = await ctx.keys.get(caller.account.id, id);
  if (key === null || isExpired(ctx, key)) throw unauthorized();
  requireScope({ ...caller, scopes: key.scopes }, ['full']);
  return key;
}

/** A write's result. If its maker changed meanwhile: 401 or 403 as above, or 503 if a retry may succeed. */
export async function unlessMakerChanged<T>(
  ctx: Base & Identity,
  caller: Caller,
  write: Promise<T | 'maker_changed'>,
): Promise<T> {
  const result = await write;
  if (result !== 'maker_changed') return result;
  await presentMaker(ctx, caller);
  throw tryAgain();
}
