import type { Account } from '../../core/records/accounts.ts';
import type { Member, Role } from '../../core/records/members.ts';
import { timestamp } from '../../core/runtime.ts';
import { mailOnce } from '../accounts/mail-notice.ts';
import type { Base, NoticeClaiming, Notices, SendingStates, Ses, Sessions } from '../context.ts';
import type { InvitationMessage } from '../ports/notices.ts';
import { addMember } from './members.ts';

/**
 * Adds a member, or changes the role of one; to a member who has not signed in yet the way in is mailed. Throws
 * 400, 409, 503.
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

/** The most invitations of an account in an hour: as many as it has members. */
const maxMails = 50;

const textOf = (url: string, email: string) => `You were invited to an account on Mailwright.

Sign in with this address, ${email}:

${url}

If you didn't expect this invitation, ignore this email.
`;

/**
 * Mails an invitation, to an address once a day for an account, which cannot write to any number of strangers by it;
 * nothing to a member who was removed or has signed in.
 */
export async function mailInvitation(
  ctx: Base & Sessions & Ses & SendingStates & NoticeClaiming,
  { account, member: id, made_at }: InvitationMessage,
): Promise<void> {
  const member = await ctx.members.getNow(account, id);
  if (member?.status !== 'invited') return;
  const { email } = member;
  const about = `invitation of ${email} to ${account} on ${made_at.slice(0, 10)}`;
  // Before the claim of the mail, which must not outlive a count that failed: it may be made again in a later hour.
  if (!(await ctx.sign_ins.countInvitation(account, about, maxMails)))
    return ctx.log.warn('invitations_limited', { account });
  const outcome = await mailOnce(ctx, about, {
    to: email,
    subject: 'You have been invited to Mailwright',
    text: textOf(`${ctx.settings.dashboard_url}/sign-in`, email),
  });
  if (outcome !== null) ctx.log.info('invitation_mailed', { account, outcome });
}
