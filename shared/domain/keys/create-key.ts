import type { ApiKey } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Identity } from '../context.ts';
import type { Scope } from './scopes.ts';

/** Makes an API key; its secret (`svc_` + 43 base62 characters) is answered once and kept as SHA-256 (H29). */
export async function createKey(
  ctx: Base & Identity,
  input: {
    account: string;
    name: string;
    scopes: Scope[];
    tenant: string | null;
    allowed_domains?: string[] | null;
  },
): Promise<{ api_key: ApiKey; secret: string }> {
  const secret = `svc_${ctx.runtime.secret(43, 'base62')}`;
  const api_key: ApiKey = {
    id: ctx.runtime.id('key'),
    account: input.account,
    name: input.name,
    prefix: secret.slice(0, 12),
    scopes: input.scopes,
    tenant: input.tenant,
    allowed_domains: input.allowed_domains ?? null,
    allowed_ips: null,
    expires_at: null,
    created_at: timestamp(ctx.runtime.now()),
  };
  await ctx.keys.create(api_key, sha256Hex(secret));
  return { api_key, secret };
}
