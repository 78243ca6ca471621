import { idTime } from '../../core/runtime.ts';
import type { Delivering } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';

/** The time that the first worker waits for the decision: as a rule a request decides within it. */
const soon_ms = 50;

/** Seconds that a message is put back for, time after time: together longer than a request lives. */
const later_s = [1, 2, 4, 8, 16, 32];

/** The age from which the request of a draft is taken for dead; it lives 29 s. */
const dead_ms = 60_000;

/**
 * The message of an accepted email. One that was queued before its email was decided waits for the decision: here,
 * then in its queue. null: it waits, its send was refused, or its request died; then the draft is dropped, so that no
 * late write accepts it (docs/decisions/0032). This comes before a slot at SES is taken: a refused send takes none.
 */
export async function awaitDecision(
  ctx: Delivering,
  message: DeliverMessage,
): Promise<DeliverMessage | null> {
  const { ahead, ...decided } = message;
  if (ahead === undefined) return message;
  const { id } = decided;
  let decision = await ctx.emails.decisionOn(id);
  if (decision === null) {
    await ctx.runtime.sleep(soon_ms);
    decision = await ctx.emails.decisionOn(id);
  }
  if (decision !== null) return decision === 'accepted' ? decided : null;
  const wait_s = later_s[ahead];
  if (wait_s !== undefined && ctx.runtime.now() - idTime(id) < dead_ms) {
    await ctx.queues.deliver([{ ...message, ahead: ahead + 1 }], wait_s);
    return null;
  }
  if (!(await ctx.emails.drop(id))) return decided;
  ctx.log.info('draft_dropped', { email_id: id, account: message.account });
  return null;
}
