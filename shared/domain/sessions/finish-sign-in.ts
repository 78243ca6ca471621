import { type Membership, maxTries, type Session, type SignIn } from '../../core/records/members.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Sessions } from '../context.ts';
import { codeHash, codeOf, sameHash } from './sign-in-code.ts';

/** How long a session lasts at most. */
export const session_s = 30 * 86_400;

export type SignedIn = { cookie: string; next: string };

type Signing = Base & Sessions;

const isToken = (text: string) => /^[0-9A-Za-z]{43}$/.test(text);

/** Whether a sign-in can still be finished. Five code attempts also void its link. */
const isOpen = (ctx: Base, found: SignIn | null): found is SignIn =>
  found !== null && !found.used && found.tries < maxTries && Date.parse(found.expires_at) > ctx.runtime.now();

const isBrowserOf = ({ pending }: SignIn, cookie: string | null) =>
  pending === null || (cookie !== null && sameHash(pending, sha256Hex(cookie)));

/**
 * A link's state in this browser, without using the link. `ready` means that this browser requested it.
 * `elsewhere` means that another browser did, and the person must type the code there. Null if unknown, used,
 * or expired.
 */
export async function readLink(
  ctx: Signing,
  input: { token: string; cookie: string | null },
): Promise<{ state: 'ready' } | { state: 'elsewhere'; code: string } | null> {
  if (!isToken(input.token)) return null;
  const found = await ctx.sign_ins.get(sha256Hex(input.token));
  if (!isOpen(ctx, found)) return null;
  return isBrowserOf(found, input.cookie)
    ? { state: 'ready' }
    : { state: 'elsewhere', code: codeOf(input.token) };
}

/**
 * Uses up a link, in the browser that requested it. Null in another browser, or if the link is no longer
 * valid.
 */
export async function followSignIn(
  ctx: Signing,
  input: { token: string; cookie: string | null; user_agent: string },
): Promise<SignedIn | null> {
  if (!isToken(input.token)) return null;
  const token = sha256Hex(input.token);
  const found = await ctx.sign_ins.get(token);
  if (!isOpen(ctx, found) || !isBrowserOf(found, input.cookie)) return null;
  return beginSession(ctx, token, found, input.user_agent);
}

/** Tries a code in the requesting browser. `void` after five wrong ones, or once expired. */
export async function tryCode(
  ctx: Signing,
  input: { code: string; cookie: string; user_agent: string },
): Promise<SignedIn | 'wrong' | 'void' | 'not_pending'> {
  const token = await ctx.sign_ins.pending(sha256Hex(input.cookie));
  if (token === null) return 'not_pending';
  const found = await ctx.sign_ins.tryCode(token);
  if (found === null) return 'void';
  if (!sameHash(found.code, codeHash(token, input.code))) return 'wrong';
  return (await beginSession(ctx, token, found, input.user_agent)) ?? 'void';
}

/** Picks the account that the address has signed in to before. Unaccepted invitations don't count. */
async function enteredBefore(ctx: Signing, memberships: Membership[]): Promise<Membership | undefined> {
  const members = await Promise.all(
    memberships.map(({ account, member }) => ctx.members.getNow(account, member)),
  );
  return memberships.find((_, i) => members[i]?.status === 'active');
}

/**
 * Starts the session with a new cookie. The cookie from before the sign-in is never reused (D10). Returns
 * null if not a member, or already used.
 */
export async function beginSession(
  ctx: Signing,
  token: string,
  { email, account, next }: SignIn,
  user_agent: string,
): Promise<SignedIn | null> {
  const memberships = await ctx.members.membershipsOf(email);
  const chooses = memberships.length > 1 && account === null;
  const entered = chooses ? await enteredBefore(ctx, memberships) : undefined;
  // An account's link never leads to another account, even if its member was removed meanwhile (D8).
  const own = account === null ? memberships[0] : memberships.find((one) => one.account === account);
  const membership = entered ?? own;
  if (membership === undefined) return null;
  const cookie = ctx.runtime.secret(43, 'base62');
  const session = sessionOf(ctx, { membership, email, user_agent });
  if (!(await ctx.sign_ins.finish(token, sha256Hex(cookie), session))) return null;
  // If there are only invitations, the member chooses one of them.
  if (!chooses || entered !== undefined) await enterAccount(ctx, membership);
  return { cookie, next: chooses ? `/accounts?next=${encodeURIComponent(next)}` : next };
}

/** Switches a session to another account of the same address. */
export async function moveSession(ctx: Signing, hash: string, membership: Membership): Promise<void> {
  await ctx.sessions.move(hash, membership);
  await enterAccount(ctx, membership);
}

/** An invited member becomes active on first entering the account. */
const enterAccount = (ctx: Signing, { account, member }: Membership) =>
  ctx.members.update(account, member, { status: 'active', last_seen_at: timestamp(ctx.runtime.now()) });

function sessionOf(
  ctx: Base,
  { membership, email, user_agent }: { membership: Membership; email: string; user_agent: string },
): Session {
  const now = ctx.runtime.now();
  return {
    account: membership.account,
    member: membership.member,
    email,
    user_agent: user_agent.slice(0, 200),
    created_at: timestamp(now),
    last_seen_at: timestamp(now),
    expires_at: timestamp(now + session_s * 1000),
  };
}
