import { sha256Hex } from '../../core/seal.ts';
import { mailNotice } from '../accounts/mail-notice.ts';
import type { Base, Identity, Notices, SendingStates, Ses, Sessions } from '../context.ts';
import type { SignInMessage } from '../ports/notices.ts';
import { codeOf } from './sign-in-code.ts';

/**
 * The most emails to an address per hour, requested by one network and by all networks, so a stranger's
 * requests don't keep a member from signing in.
 */
const maxMails = { network: 5, all: 20 };

/** Seconds until an email deferred by SES is retried. */
const again_s = 5;

const textOf = (url: string, code: string) => `To sign in to Mailwright, open this link:

${url}

Or enter this code on the sign-in page: ${code}

The link and code work for 15 minutes, and only in the browser where you started to sign in. If that wasn't you, ignore this email.
`;

/** Emails a sign-in link to a member. Other addresses get no email. */
export async function mailSignIn(
  ctx: Base & Identity & Sessions & Ses & SendingStates & Notices,
  message: SignInMessage,
): Promise<void> {
  const { token } = message;
  const hash = sha256Hex(token);
  const found = await ctx.sign_ins.get(hash);
  if (found === null || found.used || Date.parse(found.expires_at) <= ctx.runtime.now()) return;
  const memberships = await ctx.members.membershipsOf(found.email);
  if (memberships.length === 0) return;
  if (!(await ctx.sign_ins.countMail(hash, found, maxMails))) return ctx.log.info('sign_in_mails_limited');
  const outcome = await mailNotice(ctx, {
    to: found.email,
    subject: 'Sign in to Mailwright',
    text: textOf(`${ctx.settings.dashboard_url}/sign-in/${token}`, codeOf(token)),
  });
  // The message returns to the queue until the sign-in expires.
  if (outcome === 'later') return ctx.notices.enqueue(message, again_s);
  // Waits until SQS redelivers the message, because SES may have accepted the email.
  if (outcome === 'unknown') throw new Error('sign-in mail: unknown');
  ctx.log.info('sign_in_mailed', { outcome });
}
