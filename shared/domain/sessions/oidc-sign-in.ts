import { createHmac } from 'node:crypto';
import { canonicalAddress, isAddress } from '../../core/addresses.ts';
import type { SignIn } from '../../core/records/members.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Oidc, Sessions } from '../context.ts';
import { maxAsks, signIn_s, tooManySignIns } from './ask-sign-in.ts';
import { beginSession, type SignedIn } from './finish-sign-in.ts';
import { nextPath } from './next-path.ts';
import { sameHash } from './sign-in-code.ts';

/** Longest path to return to, so it fits in the provider's URL. */
const maxNext = 1_024;

/**
 * A value that the browser proves with its cookie, so nothing is stored in advance: state, nonce, or PKCE
 * verifier.
 */
const derive = (cookie: string, use: 'state' | 'nonce' | 'verifier', text: string): string =>
  createHmac('sha256', cookie).update(`mailwright oidc ${use} ${text}`).digest('base64url');

const proofsOf = (cookie: string, state: string) => ({
  state,
  nonce: derive(cookie, 'nonce', state),
  verifier: derive(cookie, 'verifier', state),
});

/** The start time and destination, both signed by the cookie. */
function makeState(cookie: string, now: number, next: string): string {
  const content = `${now}.${Buffer.from(next).toString('base64url')}`;
  return `${content}.${derive(cookie, 'state', content)}`;
}

/** A state's destination. Null if another browser started it, or it expired. */
function readState(cookie: string, state: string, now: number): string | null {
  const [began = '', next = '', signature = '', ...rest] = state.split('.');
  if (rest.length > 0 || !sameHash(signature, derive(cookie, 'state', `${began}.${next}`))) return null;
  return Number(began) + signIn_s * 1000 > now ? Buffer.from(next, 'base64url').toString() : null;
}

/** Starts a sign-in at the provider. Returns its URL, and the cookie that the return needs. Stores nothing. */
export async function startOidc(
  ctx: Base & Oidc,
  input: { next: string | null },
): Promise<{ cookie: string; url: string } | 'unavailable'> {
  const cookie = ctx.runtime.secret(43, 'base62');
  const next = nextPath(input.next, ctx.settings.dashboard_url);
  const state = makeState(cookie, ctx.runtime.now(), next.length > maxNext ? '/' : next);
  const url = await ctx.oidc.authorization(proofsOf(cookie, state));
  if (url instanceof URL) return { cookie, url: url.href };
  ctx.log.error('oidc_unavailable', { cause: url.cause });
  return 'unavailable';
}

/**
 * Signs in a user returning from the provider. `not_begun` means in another browser or after 15 minutes,
 * `refused` by the provider or because of its response, and `no_member` that the address is unverified or not
 * a member's. Throws 429.
 */
export async function finishOidc(
  ctx: Base & Sessions & Oidc,
  input: { callback: URLSearchParams; cookie: string | null; address: string | null; user_agent: string },
): Promise<SignedIn | 'not_begun' | 'refused' | 'no_member' | 'unavailable'> {
  const { callback, cookie } = input;
  const state = callback.get('state') ?? '';
  const next = cookie === null ? null : readState(cookie, state, ctx.runtime.now());
  if (cookie === null || next === null) return 'not_begun';
  const token = sha256Hex(`oidc ${cookie} ${state}`);
  const sign_in = signInOf(ctx, next);
  const { clientKey } = await import('../../core/ip-ranges.ts');
  const client = { name: `client ${clientKey(input.address ?? 'unknown')}`, max: maxAsks };
  if ((await ctx.sign_ins.begin(token, sign_in, client)) === 'limited') throw tooManySignIns();
  const answer = await ctx.oidc.redeem({ callback, ...proofsOf(cookie, state) });
  if ('error' in answer) {
    if (answer.error === 'unavailable') ctx.log.error('oidc_unavailable', { cause: answer.cause });
    else ctx.log.warn('oidc_refused', { cause: answer.cause });
    return answer.error;
  }
  const { email, email_verified } = answer.claims;
  if (email_verified !== true || typeof email !== 'string' || !isAddress(email)) return 'no_member';
  const verified = { ...sign_in, email: canonicalAddress(email) };
  return (await beginSession(ctx, token, verified, input.user_agent)) ?? 'no_member';
}

/**
 * A sign-in that can't be used by link or code. It creates one session per state, however often the browser
 * returns with it.
 */
const signInOf = (ctx: Base, next: string): SignIn => ({
  email: '',
  pending: null,
  code: '',
  account: null,
  next: nextPath(next, ctx.settings.dashboard_url),
  tries: 0,
  used: false,
  expires_at: timestamp(ctx.runtime.now() + signIn_s * 1000),
});
