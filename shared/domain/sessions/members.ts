import { canonicalAddress, isAddress } from '../../core/addresses.ts';
import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Member, Role } from '../../core/records/members.ts';
import { revise } from '../../core/revise.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import { sha256Hex } from '../../core/seal.ts';
import type { Base, Identity, Sessions } from '../context.ts';
import { codeHash, codeOf } from './sign-in-code.ts';

/** Members per account. */
const maxMembers = 50;

type Members = Base & Sessions;

const lastOwner = () =>
  new AppError('conflict', "You can't remove or demote the last owner", {
    details: { reason: 'last_owner' },
  });

/**
 * The owner who remains after this member leaves or is demoted. Null if the change doesn't affect owners.
 * Throws 409 if no owner would remain.
 */
function ownerBesides(members: Member[], member: Member): Member | null {
  if (member.role !== 'owner') return null;
  const other = members.find(({ id, role }) => role === 'owner' && id !== member.id);
  if (other === undefined) throw lastOwner();
  return other;
}

/** Adds a member or changes a role. Throws 400, 409, and 503. */
export async function addMember(
  ctx: Members,
  { account, email, role }: { account: Account['id']; email: string; role: Role },
): Promise<Member> {
  if (!isAddress(email))
    throw invalid([{ path: 'email', rule: 'format', message: 'email must be an email address' }]);
  const address = canonicalAddress(email);
  return revise(ctx.runtime, async () => {
    const members = await ctx.members.list(account);
    const known = members.find((member) => member.email === address);
    if (known) return changeRole(ctx, { members, member: known, role });
    return invite(ctx, { account, address, role }, members.length);
  });
}

/**
 * Changes a member's role. Never restores a member removed since the page was opened. Throws 404, 409, and
 * 503.
 */
export async function setRole(
  ctx: Members,
  { account, email, role }: { account: Account['id']; email: string; role: Role },
): Promise<Member> {
  return revise(ctx.runtime, async () => {
    const members = await ctx.members.list(account);
    return changeRole(ctx, { members, member: memberAt(members, email), role });
  });
}

function memberAt(members: Member[], email: string): Member {
  const member = members.find((one) => one.email === canonicalAddress(email));
  if (member === undefined) throw notFound('Member');
  return member;
}

/** The operator's `add-member`. Also throws 404 for an unknown account, which a member's session never names. */
export async function addMemberFor(
  ctx: Members & Identity,
  input: Parameters<typeof addMember>[1],
): Promise<Member> {
  if ((await ctx.accounts.get(input.account)) === null) throw notFound('Account');
  return addMember(ctx, input);
}

/** One attempt. Undefined if concurrent invitations exceeded the limit. */
async function invite(
  ctx: Members,
  { account, address, role }: { account: Account['id']; address: string; role: Role },
  count: number,
): Promise<Member | undefined> {
  if (count >= maxMembers)
    throw new AppError('conflict', `An account can have at most ${maxMembers} members`, {
      details: { reason: 'members', limit: maxMembers },
    });
  const member: Member = {
    id: ctx.runtime.id('mem'),
    account,
    email: address,
    role,
    status: 'invited',
    created_at: timestamp(ctx.runtime.now()),
    last_seen_at: null,
  };
  if (!(await ctx.members.add(member)))
    throw new AppError('conflict', 'The address was added by another request', {
      details: { reason: 'race' },
    });
  if ((await ctx.members.list(account)).length <= maxMembers) return member;
  await ctx.members.remove(member, null);
  return undefined;
}

/** One attempt. Undefined if the members changed meanwhile. */
async function changeRole(
  ctx: Members,
  { members, member, role }: { members: Member[]; member: Member; role: Role },
): Promise<Member | undefined> {
  if (member.role === role) return member;
  const stays = ownerBesides(members, member);
  return (await ctx.members.changeRole(member, role, stays)) ?? undefined;
}

/**
 * Removes a member. Its sessions can't change anything from now on, and show nothing after half a minute.
 * Throws 404, 409, and 503.
 */
export async function removeMember(
  ctx: Members,
  { account, email }: { account: Id<'acc'>; email: string },
): Promise<Member> {
  return revise(ctx.runtime, async () => {
    const members = await ctx.members.list(account);
    const member = memberAt(members, email);
    const removed = await ctx.members.remove(member, ownerBesides(members, member));
    return removed ? member : undefined;
  });
}

/** The operator's link: signs a member in once, in any browser. Throws 404. */
export async function makeSignInLink(
  ctx: Members & Identity,
  { email, account, minutes }: { email: string; account: Id<'acc'> | null; minutes: number },
): Promise<{ url: string; expires_at: string }> {
  const address = canonicalAddress(email);
  const memberships = await ctx.members.membershipsOf(address);
  const membership = memberships.find((one) => account === null || one.account === account);
  if (membership === undefined) throw notFound('Member');
  const token = ctx.runtime.secret(43, 'base62');
  const hash = sha256Hex(token);
  const expires_at = timestamp(ctx.runtime.now() + minutes * 60_000);
  await ctx.sign_ins.begin(
    hash,
    {
      email: address,
      pending: null,
      code: codeHash(hash, codeOf(token)),
      account: account === null ? null : membership.account,
      next: '/',
      tries: 0,
      used: false,
      expires_at,
    },
    null,
  );
  return { url: `${ctx.settings.dashboard_url}/sign-in/${token}`, expires_at };
}
