import { AppError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Identity } from '../context.ts';

/** 401 without saying which part was wrong. */
export const unauthorized = () =>
  new AppError('unauthorized', 'Missing or invalid API key', { headers: { 'www-authenticate': 'Bearer' } });

/**
 * The caller behind an `Authorization: Bearer svc_…` header. The key is found by the SHA-256 of its secret,
 * so the secret itself is never compared or stored (H29). Throws 401.
 */
export async function authenticate(
  ctx: Base & Identity,
  input: { authorization: string; request_id: string },
): Promise<Caller> {
  const secret = /^Bearer +(svc_[0-9A-Za-z]{43})$/i.exec(input.authorization)?.[1];
  if (secret === undefined) throw unauthorized();
  const key = await ctx.keys.find(sha256Hex(secret));
  if (key === null) throw unauthorized();
  if (key.expires_at !== null && Date.parse(key.expires_at) <= ctx.runtime.now()) throw unauthorized();
  const account = await ctx.accounts.get(key.account);
  if (account === null) throw unauthorized();
  const { id, tenant, scopes, allowed_domains } = key;
  return {
    account,
    actor: { kind: 'key', id },
    tenant,
    scopes,
    allowed_domains,
    request_id: input.request_id,
  };
}
