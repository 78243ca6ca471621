import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, TimelineType } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Timeline } from '../context.ts';
import { newEmailEvent } from './email-event.ts';

/** email.delivered of an email whose meta has the server's answer in place of a row; null where it has none. */
export function deliveredOf(email: Email): EmailEvent | null {
  const { outcomes, answer, message_id } = email;
  const at = outcomes['0d'];
  if (answer === undefined || at === undefined) return null;
  const [made_at, smtp_response, remote_mta, processing_ms] = answer;
  const data = { message_id, delivered_at: timestamp(at), smtp_response, remote_mta, processing_ms };
  return newEmailEvent(email, { type: 'email.delivered', position: 0, variant: '', at, data }, made_at);
}

/** The stored events of an email: its rows, and the delivery that its meta has. */
export async function storedEvents(ctx: Timeline, email: Email): Promise<EmailEvent<TimelineType>[]> {
  const rows = await ctx.events.listEvents(email.id);
  const delivered = deliveredOf(email);
  if (delivered === null) return rows;
  // The row of another message's delivery, written in the same moment: it was not published.
  return [...rows.filter(({ type, position }) => type !== delivered.type || position !== 0), delivered];
}
