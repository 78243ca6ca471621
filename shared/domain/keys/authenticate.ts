import { AppError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Identity, Tenants } from '../context.ts';
import { recordUse, tenantExists } from './use.ts';

/** 401 without saying which part was wrong. */
export const unauthorized = () =>
  new AppError('unauthorized', 'Missing or invalid API key', { headers: { 'www-authenticate': 'Bearer' } });

async function checkAddress(allowed_ips: string[], address: string): Promise<void> {
  // Few keys have such a limit: its library is loaded for those only.
  const { isWithin } = await import('../../core/ip-ranges.ts');
  if (allowed_ips.some((range) => isWithin(address, range))) return;
  const details = { reason: 'address' };
  throw new AppError('forbidden', 'This key may not be used from this address', { details });
}

/**
 * The caller behind an `Authorization: Bearer svc_…` header. The key is found by the SHA-256 of its secret,
 * so the secret itself is never compared or stored (H29). Throws 401 without saying which part was wrong, 403 for an
 * address that the key does not allow; `address` is the gateway's own, null where it is not known (A35).
 */
export async function authenticate(
  ctx: Base & Identity & Tenants,
  input: { authorization: string; address: string | null; request_id: string },
): Promise<Caller> {
  const secret = /^Bearer +(svc_[0-9A-Za-z]{43})$/i.exec(input.authorization)?.[1];
  if (secret === undefined) throw unauthorized();
  const hash = sha256Hex(secret);
  const key = await ctx.keys.find(hash);
  if (key === null) throw unauthorized();
  if (key.expires_at !== null && Date.parse(key.expires_at) <= ctx.runtime.now()) throw unauthorized();
  const [account] = await Promise.all([
    ctx.accounts.get(key.account),
    recordUse(ctx, hash, key.last_used_at, (at, since) => ctx.keys.touch(hash, at, since)),
  ]);
  if (account === null) throw unauthorized();
  if (key.tenant !== null && !(await tenantExists(ctx, key.account, key.tenant))) throw unauthorized();
  const { id, tenant, scopes, allowed_domains, allowed_ips } = key;
  if (allowed_ips !== null) await checkAddress(allowed_ips, input.address ?? '');
  return {
    account,
    actor: { kind: 'key', id },
    tenant,
    scopes,
    allowed_domains,
    request_id: input.request_id,
  };
}
