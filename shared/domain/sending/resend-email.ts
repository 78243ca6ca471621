import { mailboxFault, parseMailbox } from '../../core/addresses.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Email, IdempotencyClaim } from '../../core/records/emails.ts';
import { isId } from '../../core/runtime.ts';
import type { ApiContent } from '../content/api-content.ts';
import { readUnexpired } from '../content/read-unexpired.ts';
import type { Caller, Mail, Sending } from '../context.ts';
import { getEmail } from '../emails/get-email.ts';
import { emailStatus } from '../emails/status.ts';
import { requireScope } from '../keys/require-scope.ts';
import { liveTenant } from '../tenants/names.ts';
import { fromStored } from './from-stored.ts';
import { type Idempotency, readClaim, replay, type SendResult } from './idempotency.ts';
import { sendEmail } from './send-email.ts';

/** 409 for a queued or scheduled email, which is sent without a resend. */
function checkWasSent(email: Email): void {
  const status = emailStatus(email);
  if (status !== 'queued' && status !== 'scheduled') return;
  const details = { reason: 'not_sent_yet', status };
  throw new AppError('conflict', `The email is still ${status} and will be sent. You can't resend it yet`, {
    details,
  });
}

/** Throws 400 for an address that an earlier release accepted and this one rejects. */
function checkAddresses({ from, to, cc, bcc, reply_to }: Email): void {
  const refused = [from, ...to, ...cc, ...bcc, ...reply_to].find((one) => parseMailbox(one) === null);
  if (refused === undefined) return;
  const { rule, message } = mailboxFault(refused);
  throw invalid([{ path: 'id', rule, message: `an address in the email is invalid: ${message}` }]);
}

/**
 * Attachments that a resend leaves out. For emails from before release 0.2, the number comes from the
 * content.
 */
function omittedFrom(email: Email, content: ApiContent): number {
  return email.attachments?.length ?? content.relayed_files ?? content.attachments.length;
}

type ResendResult = SendResult & { attachments_omitted: number };

/** The response to the first request, with its email's count. */
async function replayResend(
  ctx: Mail,
  caller: Caller,
  claim: IdempotencyClaim,
  idempotency: Idempotency,
): Promise<ResendResult> {
  const replayed = replay(caller, claim, idempotency);
  const sent = await ctx.emails.get(caller.account.id, replayed.id);
  return { ...replayed, attachments_omitted: sent?.attachments_omitted ?? 0 };
}

/**
 * POST /emails/{id}/resend: a new send from what is stored, with all rules of POST /emails. A replay comes
 * before anything that may have changed since the first response. Throws 404, 409 conflict for an unsent
 * email, and 409 content_expired if the body is gone or never existed.
 */
export async function resendEmail(
  ctx: Sending,
  caller: Caller,
  input: { id: string; idempotency: Idempotency | null },
): Promise<ResendResult> {
  requireScope(caller, ['emails:send']);
  const { idempotency } = input;
  const [email, claim] = await Promise.all([
    getEmail(ctx, caller, input.id).catch((refusal: unknown) => ({ refusal })),
    readClaim(ctx, caller, idempotency),
  ]);
  if ('refusal' in email) {
    if (claim === null || claim.hash !== idempotency?.hash) throw email.refusal;
    // The record may have expired since the resend. If it still exists, it doesn't belong to the caller.
    if (isId('msg', input.id) && (await ctx.emails.get(caller.account.id, input.id))) throw email.refusal;
    return replayResend(ctx, caller, claim, idempotency);
  }
  if (claim && idempotency) return replayResend(ctx, caller, claim, idempotency);
  checkWasSent(email);
  checkAddresses(email);
  const content = await readUnexpired(ctx, email);
  if (content === null)
    throw new AppError('content_expired', 'The content of this email is no longer stored');
  // A relayed message without text, such as an encrypted message, has no content without its parts (R15).
  if (content.html === null && content.text === null) {
    const details = { reason: 'no_text' };
    throw new AppError('conflict', "This email has no stored text, so it can't be resent", { details });
  }
  // If its tenant is deleted, an email belongs to the account (A7).
  const tenant = await liveTenant(ctx, email.account, email.tenant);
  const attachments_omitted = omittedFrom(email, content);
  const stored = fromStored({ ...email, tenant }, content, { idempotency });
  return { ...(await sendEmail(ctx, caller, { ...stored, attachments_omitted })), attachments_omitted };
}
