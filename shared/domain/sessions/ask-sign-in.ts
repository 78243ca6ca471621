import { canonicalAddress, isAddress } from '../../core/addresses.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Notices, Sessions } from '../context.ts';
import { nextPath } from './next-path.ts';
import { codeHash, codeOf } from './sign-in-code.ts';

/** A sign-in's lifetime. */
export const signIn_s = 900;
/** Requests per client and hour. A whole office can share one client address. */
export const maxAsks = 600;

export const tooManySignIns = () =>
  new AppError('rate_limited', 'Too many sign-ins from this network', { headers: { 'retry-after': '600' } });

/**
 * Starts a sign-in for any well-formed address, known or not, with the same calls. A worker looks up the
 * address and may send an email. Returns the cookie value that the link and code need. Throws 400 and 429.
 */
export async function askSignIn(
  ctx: Base & Sessions & Notices,
  input: { email: string; next: string | null; address: string | null },
): Promise<{ cookie: string }> {
  const email = input.email.trim();
  if (!isAddress(email))
    throw invalid([{ path: 'email', rule: 'format', message: 'email must be an email address' }]);
  const { runtime } = ctx;
  const [token, cookie] = [runtime.secret(43, 'base62'), runtime.secret(43, 'base62')];
  const hash = sha256Hex(token);
  const { clientKey } = await import('../../core/ip-ranges.ts');
  const client = `client ${clientKey(input.address ?? 'unknown')}`;
  const begun = await ctx.sign_ins.begin(
    hash,
    {
      email: canonicalAddress(email),
      client: sha256Hex(client),
      pending: sha256Hex(cookie),
      code: codeHash(hash, codeOf(token)),
      account: null,
      next: nextPath(input.next, ctx.settings.dashboard_url),
      tries: 0,
      used: false,
      expires_at: timestamp(runtime.now() + signIn_s * 1000),
    },
    { name: client, max: maxAsks },
  );
  if (begun === 'limited') throw tooManySignIns();
  await ctx.notices.enqueue({ kind: 'sign_in', token });
  return { cookie };
}
