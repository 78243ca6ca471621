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
 * The caller behind an `Authorization: Bearer svc_…` header. The key is found by the SHA-256 of its secret, so the
 * secret itself is never compared or stored. `address` is the gateway's own, null where it is not known.
 * `present`: by the key as it is stored now, else as it was half a minute ago at most. `writes`: by its tenant as
 * it is stored now, so that nothing is accepted that goes with a deleted tenant. Throws 401 without saying which
 * part was wrong, 403 for an address that the key does not allow or a suspended account.
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
    // The attempt of a stranger is no use of the key.
    allowed && recordUse(ctx, hash, key.last_used_at, touch),
  ]);
  if (account === null || !live) throw unauthorized();
  if (!allowed) throw otherAddress();
  if (isSuspended(account)) throw accountSuspended();
  const { request_id } = input;
  const actor = { kind: 'key', id } as const;
  return { account, source: 'api', actor, tenant, scopes, allowed_domains, request_id };
}
