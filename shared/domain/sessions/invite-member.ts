import type { Account } from '../../core/records/accounts.ts';
import type { Member, Role } from '../../core/records/members.ts';
import { timestamp } from '../../core/runtime.ts';
import { mailOnce } from '../accounts/mail-notice.ts';
import type { Base, NoticeClaiming, Notices, SendingStates, Ses, Sessions } from '../context.ts';
import type { InvitationMessage } from '../ports/notices.ts';
import { addMember } from './members.ts';

/**
 * Adds a member or changes a role. Emails an invitation to a member who hasn't signed in yet. Throws 400,
 * 409, and 503.
 */
export async function inviteMember(
  ctx: Base & Sessions & Notices,
  input: { account: Account['id']; email: string; role: Role },
): Promise<Member> {
  const member = await addMember(ctx, input);
  const { account, id, status } = member;
  const made_at = timestamp(ctx.runtime.now());
  if (status === 'invited') await ctx.notices.enqueue({ kind: 'invitation', account, member: id, made_at });
  return member;
}

/** An account's invitations per hour, the same as its maximum number of members. */
const maxMails = 50;

const textOf = (url: string, email: string) => `You've been invited to a Mailwright account.

To join it, sign in with your email address, ${email}:

${url}

If you didn't expect this invitation, ignore this email.
`;

/**
 * Emails an invitation, at most once per day for an address and account, so an account can't write to any
 * number of strangers. Sends nothing to removed or signed-in members.
 */
export async function mailInvitation(
  ctx: Base & Sessions & Ses & SendingStates & NoticeClaiming,
  { account, member: id, made_at }: InvitationMessage,
): Promise<void> {
  const member = await ctx.members.getNow(account, id);
  if (member?.status !== 'invited') return;
  const { email } = member;
  const about = `invitation of ${email} to ${account} on ${made_at.slice(0, 10)}`;
  // Count before claiming the email. A claim must not outlive a failed count, which may succeed in a later
  // hour.
  if (!(await ctx.sign_ins.countInvitation(account, about, maxMails)))
    return ctx.log.warn('invitations_limited', { account });
  const outcome = await mailOnce(ctx, about, {
    to: email,
    subject: "You've been invited to Mailwright",
    text: textOf(`${ctx.settings.dashboard_url}/sign-in`, email),
  });
  if (outcome !== null) ctx.log.info('invitation_mailed', { account, outcome });
}
