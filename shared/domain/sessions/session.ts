import type { Account } from '../../core/records/accounts.ts';
import type { Member, Role, Session } from '../../core/records/members.ts';
import { timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Identity, Sessions } from '../context.ts';
import type { Scope } from '../keys/scopes.ts';
import { accountSuspended, isSuspended } from '../keys/suspended.ts';

/** Each role's rights. Only owners see and change members. */
const scopesOfRole: Record<Role, readonly Scope[]> = {
  owner: ['full'],
  developer: ['full'],
  support: [
    'emails:read',
    'emails:send',
    'domains:read',
    'webhooks:read',
    'templates:read',
    'suppressions:write',
    'inbound:read',
    'automations:read',
    'account:read',
  ],
};

/** A session ends after this time without use. */
const idle_s = 7 * 86_400;
/** How old `last_seen_at` may be, because not every page writes it. */
const touch_ms = 300_000;

/** Whether a session ended by age or idle time. It may stay stored for days. */
export const isOver = ({ expires_at, last_seen_at }: Session, now: number): boolean =>
  Date.parse(expires_at) <= now || Date.parse(last_seen_at) + idle_s * 1000 <= now;

export type SignedInAs = { hash: string; member: Member; caller: Caller };

type Asked = { cookie: string; request_id: string; present: boolean; any_account?: boolean };

/**
 * A cookie's session. Null if there is none, or its member is gone (D10, D11, D17). `present` reads session
 * and member as stored now instead of up to 30 seconds old. Changes need it, so a removed or demoted member
 * can't create keys or members. Throws 403 for a suspended account, unless the request needs no account.
 */
export async function findSession(
  ctx: Base & Identity & Sessions,
  { cookie, request_id, present, any_account = false }: Asked,
): Promise<SignedInAs | null> {
  if (!/^[0-9A-Za-z]{43}$/.test(cookie)) return null;
  const hash = sha256Hex(cookie);
  const session = await (present ? ctx.sessions.findNow(hash) : ctx.sessions.find(hash));
  const now = ctx.runtime.now();
  if (session === null || isOver(session, now)) return null;
  const seen = Date.parse(session.last_seen_at);
  const [member, account] = await Promise.all([
    present
      ? ctx.members.getNow(session.account, session.member)
      : ctx.members.get(session.account, session.member),
    ctx.accounts.get(session.account),
    seen + touch_ms <= now && ctx.sessions.touch(hash, timestamp(now)),
  ]);
  if (member === null || account === null) return null;
  if (isSuspended(account) && !any_account) throw accountSuspended();
  return { hash, member, caller: callerOf(account, member, request_id) };
}

const callerOf = (account: Account, member: Member, request_id: string): Caller => ({
  account,
  source: 'dashboard',
  actor: { kind: 'session', id: member.id },
  tenant: null,
  scopes: scopesOfRole[member.role],
  allowed_domains: null,
  request_id,
});
