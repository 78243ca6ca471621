import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, TimelineType } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Timeline } from '../context.ts';
import { newEmailEvent } from './email-event.ts';

/** email.delivered for an email whose meta has the server's response instead of a row. Null without one. */
export function deliveredOf(email: Email): EmailEvent | null {
  const { outcomes, answer, message_id } = email;
  const at = outcomes['0d'];
  if (answer === undefined || at === undefined) return null;
  const [made_at, smtp_response, remote_mta, processing_ms] = answer;
  const data = { message_id, delivered_at: timestamp(at), smtp_response, remote_mta, processing_ms };
  return newEmailEvent(email, { type: 'email.delivered', position: 0, variant: '', at, data }, made_at);
}

/** An email's stored events: its rows, and the delivery in its meta. */
export async function storedEvents(ctx: Timeline, email: Email): Promise<EmailEvent<TimelineType>[]> {
  const rows = await ctx.events.listEvents(email.id);
  const delivered = deliveredOf(email);
  if (delivered === null) return rows;
  // Drops the row for another message's delivery, which was written at the same moment and never published.
  return [...rows.filter(({ type, position }) => type !== delivered.type || position !== 0), delivered];
}
