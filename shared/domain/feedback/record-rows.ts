import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Timeline } from '../context.ts';
import { deliveredOf } from '../events/delivered.ts';
import type { Notification } from './parse.ts';

/** The stored row of an event, and whether this run made it. */
export type Row = { created: boolean; event: EmailEvent };

type Recorded = { email: Email | null; rows: Row[] };

/** What the meta has room for: it is kept for the reason of a bounce, which an email that was delivered has hardly ever. */
const answer_bytes = 125;

/** What a notification writes on the email: `*<attempt>s`, and the outcome of each recipient. */
export const entriesOf = ({ attempt, taken_at }: Notification, outcomes: Notification['outcomes']) =>
  Object.fromEntries([
    [`*${attempt}s`, taken_at],
    ...outcomes.flatMap((outcome) => outcome.outcome_keys.map((entry) => [entry, outcome.at] as const)),
  ]);

/**
 * Outcomes on the email and a row for each event, at once; the delivery to an only recipient needs no row where the answer
 * of the server fits the email's meta (P29). In both cases one write decides which delivery is the email's (E9).
 */
export async function recordRows(
  ctx: Timeline,
  notification: Notification,
  made: EmailEvent[],
  recordOutcomes: () => Promise<Email | null>,
): Promise<Recorded> {
  const [event] = made;
  const plain = event && isPlain(notification, made) ? await putDelivered(ctx, notification, event) : null;
  if (plain !== null) return plain;
  const [email, rows] = await Promise.all([
    recordOutcomes(),
    Promise.all(made.map((one) => ctx.events.putEvent(one))),
  ]);
  const known = email && deliveredOf(email);
  return {
    email,
    rows: rows.map((row) =>
      known && row.event.type === known.type && row.event.position === known.position
        ? { created: false, event: known }
        : row,
    ),
  };
}

function isPlain({ event_type }: Notification, made: EmailEvent[]): boolean {
  const [event, ...more] = made;
  if (event_type !== 'Delivery' || event?.position !== 0 || more.length > 0) return false;
  const { smtp_response, remote_mta } = event.data;
  return Buffer.byteLength(`${smtp_response ?? ''}${remote_mta ?? ''}`) <= answer_bytes;
}

async function putDelivered(
  ctx: Timeline,
  notification: Notification,
  event: EmailEvent,
): Promise<Recorded | null> {
  const { email_id, account, message_id, taken_at, outcomes } = notification;
  const { smtp_response, remote_mta, processing_ms } = event.data as Record<string, never>;
  const put = await ctx.events.putDelivered({
    email_id,
    account,
    message_id,
    sent_at: timestamp(taken_at),
    outcomes: entriesOf(notification, outcomes),
    answer: [Date.parse(event.created_at), smtp_response ?? null, remote_mta ?? null, processing_ms ?? null],
  });
  const delivered = put && deliveredOf(put.email);
  // Another message of the email was delivered first: what SES says of this one is noted as ever.
  if (!put || !delivered || put.email.message_id !== message_id) return null;
  return { email: put.email, rows: [{ created: put.created, event: delivered }] };
}
