import { isDeepStrictEqual } from 'node:util';
import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Lists, Mail, Metrics, Publishing, Tenants, Timeline } from '../context.ts';
import { newEmailEvent } from '../events/email-event.ts';
import { type OutgoingEvent, publishEvents, readEndpoints } from '../webhooks/publish.ts';
import { outgoingEvent, publishSent } from '../webhooks/publish-email-event.ts';
import type { ProviderOutcome } from './outcomes.ts';
import { type Notification, parseNotification } from './parse.ts';
import { entriesOf, type RecordedOutcome, recordRows } from './record-rows.ts';
import { listData, suppressRecipients, withExpectedEntries } from './suppress-recipients.ts';

/** If the row is younger than this, the run that wrote it may have died before publishing. */
const repeatWithin_ms = 15 * 60_000;

/**
 * Applies one feedback queue message: outcomes on the email, a row per event, suppressions, then webhooks.
 * Every step is idempotent with derived ids, so a repeated message changes nothing and publishes the same
 * events. Events that aren't ours are dropped with a log line.
 */
export async function recordNotification(
  ctx: Base & Mail & Timeline & Lists & Publishing,
  body: string,
  delivery: { receive_count: number },
): Promise<void> {
  const notification = parseNotification(body, ctx.settings.region);
  if ('ignored' in notification)
    return ctx.log.info('notification_ignored', { reason: notification.ignored });
  const { email_id, account, event_type, attempt, dropped, outcomes } = notification;
  const log = { email_id, account, event_type, attempt, ...dropped };
  if (event_type === 'Send') {
    const outcome = await recordSend(ctx, notification, delivery);
    // Nearly every Send repeats what the worker logged, so that line isn't written twice (P29).
    if (outcome !== null) ctx.log.info('notification', { ...log, outcome });
    return;
  }
  if (outcomes.length === 0) return ctx.log.info('notification', { ...log, outcome: 'nothing_reported' });
  const made = outcomes.map((outcome) => ({ outcome, made: eventOf(ctx, notification, outcome) }));
  const [{ email, recorded }, endpoints] = await Promise.all([
    recordRows(ctx, notification, made, () => recordOutcomes(ctx, notification)),
    readEndpoints(ctx, account),
  ]);
  if (email === null) return ctx.log.warn('notification', { ...log, outcome: 'unknown_email' });
  const events = await Promise.all(recorded.map((one) => toPublish(ctx, email, one, delivery.receive_count)));
  const fresh = events.filter((event) => event !== null);
  await publishEvents(ctx, account, fresh, endpoints);
  ctx.log.info(
    'notification',
    { ...log, outcome: 'recorded', events: outcomes.length, published: fresh.length },
    metricsOf(recorded),
  );
}

const counted: Partial<Record<EmailEvent['type'], string>> = {
  'email.delivered': 'emails_delivered',
  'email.bounced': 'emails_bounced',
  'email.failed': 'emails_bounced',
  'email.complained': 'emails_complained',
};

/** Recipients with a new outcome, by kind. A refusal in the dialogue counts as a bounce. */
function metricsOf(recorded: RecordedOutcome[]): Metrics | null {
  const counts: Record<string, number> = {};
  for (const { row, made } of recorded) {
    const name = row.created ? counted[made.type] : undefined;
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return Object.keys(counts).length > 0 ? { counts } : null;
}

/**
 * Whether the worker has recorded SES's answer. If so, the Send notification adds nothing and isn't written.
 */
async function isRecorded(ctx: Mail, { email_id, account, message_id }: Notification): Promise<boolean> {
  const seen = await ctx.emails.peek(email_id);
  return seen?.account === account && seen.state === 'sent' && seen.message_id === message_id;
}

/**
 * Completes an attempt whose worker died. A redelivered Send publishes again. Returns null if nothing is new.
 */
async function recordSend(
  ctx: Mail & Timeline & Publishing,
  notification: Notification,
  { receive_count }: { receive_count: number },
): Promise<string | null> {
  const { email_id: id, message_id, taken_at } = notification;
  const repeat = receive_count > 1;
  if (!repeat && (await isRecorded(ctx, notification))) return null;
  const email = await recordOutcomes(ctx, notification);
  if (email === null) return 'unknown_email';
  const ours = email.state === 'queued' || email.state === 'sending';
  const sent = ours ? await ctx.emails.markSent({ id, message_id, sent_at: timestamp(taken_at) }) : null;
  if (sent !== null) await publishSent(ctx, { ...email, ...sent }, repeat);
  else if (repeat && email.state === 'sent') await publishSent(ctx, email, repeat);
  return sent === null ? 'sent_already' : 'sent';
}

/** One meta update, or two when one notification has both bounces and failures. */
async function recordOutcomes(ctx: Timeline, notification: Notification): Promise<Email | null> {
  const { email_id, account, message_id, taken_at, outcomes } = notification;
  const kinds = [...new Set(outcomes.flatMap((outcome) => outcome.reason?.of ?? []))];
  const groups = kinds.length > 0 ? kinds : [null];
  const emails = await Promise.all(
    groups.map((kind, i) => {
      const mine = outcomes.filter((outcome) =>
        outcome.reason === null ? i === 0 : outcome.reason.of === kind,
      );
      const first = mine.find((outcome) => outcome.reason !== null);
      return ctx.events.recordOutcomes({
        email_id,
        account,
        message_id,
        sent_at: timestamp(taken_at),
        outcomes: entriesOf(notification, mine),
        reason: first?.reason ? { ...first.reason, at: first.at, position: first.position } : null,
      });
    }),
  );
  return emails[0] ?? null;
}

/** An outcome's row. Its message id is the attempt's own. */
function eventOf(ctx: Base, notification: Notification, outcome: ProviderOutcome): EmailEvent {
  const { email_id: id, account, message_id } = notification;
  const happened = { ...outcome, data: { message_id, ...outcome.data } };
  return withExpectedEntries(ctx, newEmailEvent({ id, account }, happened, ctx.runtime.now()), outcome);
}

/**
 * An outcome's webhook event, once its suppression is written. null if there is nothing to publish. One case
 * is a bounce other than the row's, which still suppresses. The other is a copy of an event published long
 * ago, which must not restore a deleted entry.
 */
async function toPublish(
  ctx: Base & Timeline & Lists & Tenants,
  email: Email,
  recorded: RecordedOutcome,
  receive_count: number,
): Promise<OutgoingEvent | null> {
  const { outcome, made, row } = recorded;
  const isOwn = row.event.id === made.id;
  const age = ctx.runtime.now() - Date.parse(row.event.created_at);
  const repeat = !row.created || receive_count > 1;
  if (isOwn && !row.created && receive_count <= 1 && age >= repeatWithin_ms) return null;
  const entries = await suppressRecipients(ctx, email, outcome, isOwn ? row.event : made);
  if (!isOwn) return null;
  const ids = entries.map((entry) => entry?.id ?? null);
  const listed = listData(outcome, ids, email);
  const event = { ...row.event, data: { ...row.event.data, ...listed } };
  if (!isDeepStrictEqual(event.data, row.event.data)) await ctx.events.amendEvent(event);
  return outgoingEvent(ctx, email, event, repeat);
}
