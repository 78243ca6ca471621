import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent, TimelineType } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller, Context } from '../context.ts';
import { recipientAt } from '../events/email-event.ts';
import { getEmail } from './get-email.ts';
import { type EmailStatus, type LastEvent, recipientProgress } from './status.ts';

/** How far one address of an email has come (H11, E46). */
export type RecipientRecord = {
  email: string;
  kind: 'to' | 'cc' | 'bcc';
  status: EmailStatus;
  last_event: LastEvent;
  bounce_type: string | null;
  bounce_reason: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  /** By people: what a machine loaded is not counted. */
  opens: number;
  clicks: number;
};

const kindAt = (email: Email, position: number): 'to' | 'cc' | 'bcc' => {
  if (position < email.to.length) return 'to';
  return position < email.to.length + email.cc.length ? 'cc' : 'bcc';
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function recordAt(email: Email, rows: EmailEvent<TimelineType>[], position: number): RecipientRecord {
  const timeOf = (letter: string) => {
    const at = email.outcomes[`${position}${letter}`];
    return at === undefined ? null : timestamp(at);
  };
  const of = (type: TimelineType) => rows.find((row) => row.type === type && row.position === position)?.data;
  const count = (type: TimelineType) =>
    rows.filter((row) => row.type === type && row.position === position && row.data.machine !== true).length;
  const why = of('email.bounced') ?? of('email.failed') ?? {};
  return {
    email: recipientAt(email, position) ?? '',
    kind: kindAt(email, position),
    ...recipientProgress(email, position),
    bounce_type: textOf(why.bounce_type),
    bounce_reason: textOf(why.bounce_reason) ?? textOf(why.failure_reason),
    delivered_at: timeOf('d'),
    opened_at: timeOf('o'),
    clicked_at: timeOf('k'),
    opens: count('email.opened'),
    clicks: count('email.clicked'),
  };
}

/** GET /emails/{id}/recipients (H11): to, cc and bcc in order, at most 50, without paging (Q29). */
export async function listRecipients(ctx: Context, caller: Caller, id: string): Promise<RecipientRecord[]> {
  const email = await getEmail(ctx, caller, id);
  const rows = await ctx.events.listEvents(email.id);
  return Array.from({ length: email.recipient_count }, (_, position) => recordAt(email, rows, position));
}
