import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Timeline } from '../context.ts';
import { deliveredOf } from '../events/delivered.ts';
import type { ProviderOutcome } from './outcomes.ts';
import type { Notification } from './parse.ts';

/** A provider outcome, and the event this run made of it. */
type Made = { outcome: ProviderOutcome; made: EmailEvent };

/** The outcome and its event, with the stored row, and whether this run created the row. */
export type RecordedOutcome = Made & { row: { created: boolean; event: EmailEvent } };

type Recorded = { email: Email | null; recorded: RecordedOutcome[] };

/** Longest response the meta stores. The remaining room is for a bounce's reason. */
const answer_bytes = 125;

/** The outcomes a notification writes on the email: `*<attempt>s`, and each recipient's. */
export const entriesOf = ({ attempt, taken_at }: Notification, outcomes: Notification['outcomes']) =>
  Object.fromEntries([
    [`*${attempt}s`, taken_at],
    ...outcomes.flatMap((outcome) => outcome.outcome_keys.map((entry) => [entry, outcome.at] as const)),
  ]);

/**
 * Writes outcomes on the email, then a row per event unless the email is gone. A run that dies in between is
 * repeated. A delivery to a single recipient needs no row if the server's response fits the meta. Either way,
 * one conditional write picks the email's delivery.
 */
export async function recordRows(
  ctx: Timeline,
  notification: Notification,
  all: Made[],
  recordOutcomes: () => Promise<Email | null>,
): Promise<Recorded> {
  const plain = await putDelivered(ctx, notification, all);
  if (plain !== null) return plain;
  const email = await recordOutcomes();
  if (email === null) return { email, recorded: [] };
  const known = deliveredOf(email);
  const rowFor = (made: EmailEvent) =>
    known?.type === made.type && known.position === made.position
      ? { created: false, event: known }
      : ctx.events.putEvent(made);
  return {
    email,
    recorded: await Promise.all(all.map(async (one) => ({ ...one, row: await rowFor(one.made) }))),
  };
}

function isPlain({ event_type }: Notification, { position, data }: EmailEvent): boolean {
  const answer = `${data.smtp_response ?? ''}${data.remote_mta ?? ''}`;
  return event_type === 'Delivery' && position === 0 && Buffer.byteLength(answer) <= answer_bytes;
}

async function putDelivered(ctx: Timeline, notification: Notification, [one, ...more]: Made[]) {
  if (one === undefined || more.length > 0 || !isPlain(notification, one.made)) return null;
  const { email_id, account, message_id, taken_at, outcomes } = notification;
  const { made: event } = one;
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
  // Another message of the email was delivered first. This delivery is recorded as usual.
  if (!put || !delivered || put.email.message_id !== message_id) return null;
  return { email: put.email, recorded: [{ ...one, row: { created: put.created, event: delivered } }] };
}
