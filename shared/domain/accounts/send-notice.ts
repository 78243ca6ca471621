import type { Base, Identity, NoticeClaiming, Ses } from '../context.ts';
import type { OwnerMessage } from '../ports/notices.ts';
import { mailNotice } from './mail-notice.ts';

/**
 * Mails a notice to the owner of an account, once for what it is about: a send that SES did not take comes back with the
 * message, one that it may have taken does not (E51). What is not sent is logged.
 */
export async function sendNotice(
  ctx: Base & Identity & Ses & NoticeClaiming,
  { account: id, about, subject, text, fields }: OwnerMessage,
): Promise<void> {
  const account = await ctx.accounts.get(id);
  if (account === null || !(await ctx.notice_claims.take(about))) return;
  const outcome = await mailNotice(ctx, { to: account.email, subject, text });
  if (outcome === 'later') {
    await ctx.notice_claims.release(about);
    throw new Error('notice: later');
  }
  if (outcome !== 'accepted') ctx.log.error('owner_not_notified', { account: id, ...fields, outcome });
}
