import { AppError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Identity, Tenants } from '../context.ts';
import { accountSuspended, isSuspended } from './suspended.ts';
import { isAllowed, isExpired, recordUse, tenantExists } from './use.ts';

/** 401 without saying which part was wrong. */
export const unauthorized = () =>
  new AppError('unauthorized', 'Missing or invalid API key', { headers: { 'www-authenticate': 'Bearer' } });

const otherAddress = () =>
  new AppError('forbidden', 'This key is not allowed from this IP address', {
    details: { reason: 'address' },
  });

/**
 * The caller of an `Authorization: Bearer svc_…` header. Keys are found by their secret's SHA-256, so the
 * secret itself is never compared or stored. `address` comes from the gateway, null if unknown. With
 * `present`, the key is read as it is stored now. Otherwise it may be up to half a minute old. With `writes`,
 * the key's tenant is read as it is stored now, so that nothing is accepted for a deleted tenant. Throws 401
 * without saying which part was wrong, and 403 for a disallowed address or a suspended account.
 */
export async function authenticate(
  ctx: Base & Identity & Tenants,
  input: {
    authorization: string;
    address: string | null;
    request_id: string;
    present: boolean;
    writes: boolean;
  },
): Promise<Caller> {
  const secret = /^Bearer +(svc_[0-9A-Za-z]{43})$/i.exec(input.authorization)?.[1];
  if (secret === undefined) throw unauthorized();
  const hash = sha256Hex(secret);
  const key = await (input.present ? ctx.keys.findNow(hash) : ctx.keys.find(hash));
  if (key === null || isExpired(ctx, key)) throw unauthorized();
  const { id, tenant, scopes, allowed_domains } = key;
  const touch = (at: string, since: string) => ctx.keys.touch(hash, at, since);
  const allowed = await isAllowed(key, input.address);
  const [account, live] = await Promise.all([
    ctx.accounts.get(key.account),
    tenant === null || tenantExists(ctx, key.account, tenant, { now: input.writes }),
    // An attempt that isn't allowed doesn't count as use of the key.
    allowed && recordUse(ctx, hash, key.last_used_at, touch),
  ]);
  if (account === null || !live) throw unauthorized();
  if (!allowed) throw otherAddress();
  if (isSuspended(account)) throw accountSuspended();
  const { request_id } = input;
  const actor = { kind: 'key', id } as const;
  return { account, source: 'api', actor, tenant, scopes, allowed_domains, request_id };
}
