import { AppError } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Content } from '../content/pack.ts';
import { readUnexpired } from '../content/read-unexpired.ts';
import type { Caller, Context } from '../context.ts';
import { getEmail } from '../emails/get-email.ts';
import { emailStatus } from '../emails/status.ts';
import type { CheckedRequest } from './check-request.ts';
import { distinctRecipients } from './recipients.ts';
import { type Idempotency, replay, type SendResult, sendChecked } from './send-email.ts';

/**
 * The original as a checked request: everything but its attachments, inline ones included (Q27). Subject and
 * content are as stored, so that a managed unsubscribe makes links of its own for the new email (Q6).
 */
function checkedCopy(email: Email, content: Content): CheckedRequest {
  const { recipients, canonical } = distinctRecipients(email);
  const { subject, category, template } = email;
  const bare = { ...content, attachments: [] };
  return { recipients, canonical, subject, category, template, content: bare, uploads: [] };
}

/**
 * POST /emails/{id}/resend (H14): a new send from what is stored, with all rules of POST /emails. A replay
 * comes before everything that may have changed since the first answer. Throws 404, 409 conflict for what has
 * not gone out yet, 409 content_expired when the body is gone or never was.
 */
export async function resendEmail(
  ctx: Context,
  caller: Caller,
  input: { id: string; idempotency: Idempotency | null },
): Promise<SendResult> {
  const { idempotency } = input;
  const [email, claim] = await Promise.all([
    getEmail(ctx, caller, input.id),
    idempotency && ctx.emails.readClaim(caller.account.id, idempotency.key),
  ]);
  if (claim && idempotency) return replay(claim, idempotency.hash);
  const status = emailStatus(email);
  if (status === 'queued' || status === 'scheduled') {
    const details = { reason: 'not_sent_yet', status };
    throw new AppError('conflict', `The email is ${status}: it goes out by itself`, { details });
  }
  const content = await readUnexpired(ctx, email);
  if (content === null) throw new AppError('content_expired', 'The content of this email is no longer kept');
  const { from, to, reply_to, tags } = email;
  return sendChecked(
    ctx,
    caller,
    { request: { from, to, reply_to, tags }, checked: checkedCopy(email, content) },
    { source: 'resend', idempotency, resent_from: email.id },
  );
}
