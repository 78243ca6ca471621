import type { Caller, Sending } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { fromRelayed, type RelayEnvelope } from './from-relayed.ts';
import { isSameBody, readClaim, replay, type SendResult } from './idempotency.ts';
import type { RelayedMessage } from './read-message.ts';
import { sendEmail } from './send-email.ts';

/** The email that the message became when it was sent to all of these recipients, or null. */
async function sentBefore(
  ctx: Sending,
  caller: Caller,
  message: RelayedMessage,
  envelope: RelayEnvelope,
): Promise<SendResult | null> {
  const { idempotency } = fromRelayed(caller, message, envelope);
  const claim = await readClaim(ctx, caller, idempotency);
  if (!claim || !idempotency || !isSameBody(caller, claim, idempotency)) return null;
  return replay(caller, claim, idempotency);
}

/**
 * Sends a relayed message to the recipients that RCPT accepted. `refused`: addresses that are suppressed, or whose lists
 * could not be read. A retry of a message that was accepted for them, too, returns that email (R9, R10). Throws what
 * `fromRelayed` and `sendEmail` throw.
 */
export async function sendRelayed(
  ctx: Sending,
  caller: Caller,
  message: RelayedMessage,
  { refused, ...envelope }: RelayEnvelope & { refused: string[] },
): Promise<SendResult> {
  requireScope(caller, ['emails:send']);
  const all = { ...envelope, recipients: [...envelope.recipients, ...refused] };
  const first = refused.length > 0 ? await sentBefore(ctx, caller, message, all) : null;
  return first ?? sendEmail(ctx, caller, fromRelayed(caller, message, envelope));
}
