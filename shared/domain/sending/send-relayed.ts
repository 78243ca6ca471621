import type { Caller, Sending } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { fromRelayed, type RelayEnvelope } from './from-relayed.ts';
import { type Idempotency, isSameBody, readClaim, replay, type SendResult } from './idempotency.ts';
import type { RelayedMessage } from './read-message.ts';
import { sendEmail } from './send-email.ts';

/** The email for which this message has a claim, or null. */
async function sentBefore(
  ctx: Sending,
  caller: Caller,
  idempotency: Idempotency | null,
): Promise<SendResult | null> {
  const claim = await readClaim(ctx, caller, idempotency);
  if (!claim || !idempotency || !isSameBody(caller, claim, idempotency)) return null;
  return replay(caller, claim, idempotency);
}

/**
 * Sends a relayed message to the recipients that RCPT accepted. `refused` are addresses that are suppressed,
 * or whose lists couldn't be read. If an earlier try was accepted for them too, a retry returns that email.
 * Throws what `fromRelayed` and `sendEmail` throw.
 */
export async function sendRelayed(
  ctx: Sending,
  caller: Caller,
  message: RelayedMessage,
  { refused, ...envelope }: RelayEnvelope & { refused: string[] },
): Promise<SendResult> {
  requireScope(caller, ['emails:send']);
  const all = { ...envelope, recipients: [...envelope.recipients, ...refused] };
  const toAll = refused.length > 0 ? fromRelayed(caller, message, all).idempotency : null;
  const first = await sentBefore(ctx, caller, toAll);
  return first ?? sendEmail(ctx, caller, fromRelayed(caller, message, envelope));
}
