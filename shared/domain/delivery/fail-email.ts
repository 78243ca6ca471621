import { type Email, isRowAhead } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Mail, Publishing, Timeline } from '../context.ts';
import { serviceEvent, wholeFailure } from '../events/email-event.ts';
import { type Blocked, suppressedData } from '../suppressions/blocked.ts';
import { publishServiceEvent } from '../webhooks/publish-email-event.ts';

/** If the reason is the provider's text, `code` is the event's own code. */
type Failure = { failure_reason: string; code?: string; blocked?: Blocked | null };

/**
 * Fails an email that won't be sent, with email.suppressed if our lists block it and email.failed otherwise.
 * One write stores record and event. If the worker dies before its webhooks, the redelivered message emits
 * them. `fired` is the scheduled time, which must be unchanged. Returns false if the email changed in the
 * meantime.
 */
export async function failEmail(
  ctx: Base & Mail & Publishing,
  email: Email,
  failure: Failure,
  { fired }: { fired?: string } = {},
): Promise<boolean> {
  const { id } = email;
  const { failure_reason, code = failure_reason, blocked = null } = failure;
  const failed_at = timestamp(ctx.runtime.now());
  const data = blocked
    ? suppressedData(blocked)
    : wholeFailure({ failure_reason, code }, failed_at, email.recipient_count);
  const type = blocked ? 'email.suppressed' : 'email.failed';
  const event = serviceEvent(email, { type, at: failed_at, data });
  const end = { id, failed_at, failure_reason, event };
  const ended = await (fired === undefined
    ? ctx.emails.markFailed(end)
    : ctx.emails.failScheduled({ ...end, scheduled_at: fired }));
  if (!ended) return false;
  await dropOutboxRow(ctx, email);
  await publishServiceEvent(ctx, email, event, { repeat: false });
  return true;
}

/** Emits the events of `failEmail` again, in case the first worker died before it could. */
export async function republishFailure(ctx: Timeline & Publishing, email: Email): Promise<void> {
  const events = await ctx.events.listEvents(email.id);
  for (const event of events) {
    if (event.position !== null) continue;
    if (event.type !== 'email.failed' && event.type !== 'email.suppressed') continue;
    await publishServiceEvent(ctx, email, { ...event, type: event.type }, { repeat: true });
  }
}

/**
 * Deletes the outbox row of an email that stopped waiting. The sweep deletes leftover rows, and early rows
 * once it has published email.scheduled.
 */
export async function dropOutboxRow(ctx: Mail, email: Email): Promise<void> {
  if (email.outbox === null || isRowAhead(email)) return;
  await ctx.emails.deleteOutboxRow(email.id, email.outbox).catch(() => {});
}
