import { isDeepStrictEqual } from 'node:util';
import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Context } from '../context.ts';
import { buildEmailEvent, eventId } from '../events/email-event.ts';
import { type OutgoingEvent, publishEvents, readEndpoints } from '../webhooks/publish.ts';
import { publishSent } from '../webhooks/publish-sent.ts';
import type { ProviderOutcome } from './outcomes.ts';
import { type Notification, parseNotification } from './parse.ts';
import { listData, suppressRecipients, withExpectedEntries } from './suppress-recipients.ts';

/** A row younger than this may be of a run that died before it told anybody (E8). */
const repeatWithin_ms = 15 * 60_000;

type Row = { created: boolean; event: EmailEvent };
/** A fact, the event that this run made of it, and the row that stands. */
type EventDetails = { fact: ProviderOutcome; made: EmailEvent; row: Row };

/**
 * Applies one message of the feedback queue (H12, H17): outcomes on the email and a row per event at once,
 * then the suppressions, then the webhooks. Every step is idempotent and its ids are derived, so a message
 * that comes again, whole or after a crash, changes nothing and tells the same events (E8, E9). What is no
 * event of ours is dropped with a log line (E34).
 */
export async function recordNotification(
  ctx: Context,
  body: string,
  delivery: { receive_count: number },
): Promise<void> {
  const notification = parseNotification(body, ctx.settings.region);
  if ('ignored' in notification) {
    ctx.log.info('notification ignored', { reason: notification.ignored });
    return;
  }
  const { email_id, account, event_type, attempt, dropped, facts } = notification;
  const log = { email_id, account, event_type, attempt, ...dropped };
  if (event_type === 'Send') {
    ctx.log.info('notification', { ...log, outcome: await recordSend(ctx, notification, delivery) });
    return;
  }
  if (facts.length === 0) {
    ctx.log.info('notification', { ...log, outcome: 'nothing_said' });
    return;
  }
  const made = facts.map((fact) => eventOf(ctx, notification, fact));
  const [email, rows, endpoints] = await Promise.all([
    recordOutcomes(ctx, notification),
    Promise.all(made.map((event) => ctx.events.putEvent(event))),
    readEndpoints(ctx, account),
  ]);
  if (email === null) {
    ctx.log.warn('notification', { ...log, outcome: 'unknown_email' });
    return;
  }
  const told = facts.map((fact, i) => ({ fact, made: made[i] as EmailEvent, row: rows[i] as Row }));
  const events = await Promise.all(told.map((one) => tell(ctx, email, one, delivery.receive_count)));
  const fresh = events.filter((event) => event !== null);
  await publishEvents(ctx, account, fresh, endpoints);
  ctx.log.info('notification', { ...log, outcome: 'recorded', events: facts.length, told: fresh.length });
}

/**
 * SES's Send: settles a hand-over whose worker did not live to note it, and then tells email.sent in its
 * place (E36). One that comes again tells again, in case its first run died between the two (E8).
 */
async function recordSend(
  ctx: Context,
  { email_id, account, message_id, taken_at }: Notification,
  { receive_count }: { receive_count: number },
): Promise<string> {
  const sent_at = timestamp(taken_at);
  const settled = await ctx.emails.markSent({ id: email_id, message_id, sent_at });
  const repeat = receive_count > 1;
  if (!settled && !repeat) return 'sent_already';
  const email = await ctx.emails.getMeta(email_id);
  if (email === null || email.account !== account) return 'unknown_email';
  if (email.state === 'sent') await publishSent(ctx, email, repeat);
  return settled ? 'sent' : 'sent_already';
}

/** One update of the meta; two only when some recipients bounced and others failed in one notification. */
async function recordOutcomes(ctx: Context, notification: Notification): Promise<Email | null> {
  const { email_id, account, message_id, taken_at, facts } = notification;
  const kinds = [...new Set(facts.flatMap((fact) => fact.reason?.of ?? []))];
  const groups = kinds.length > 0 ? kinds : [null];
  const emails = await Promise.all(
    groups.map((kind, i) => {
      const mine = facts.filter((fact) => (fact.reason === null ? i === 0 : fact.reason.of === kind));
      const first = mine.find((fact) => fact.reason !== null);
      return ctx.events.recordOutcomes({
        email_id,
        account,
        message_id,
        sent_at: timestamp(taken_at),
        outcomes: Object.fromEntries(mine.flatMap((fact) => fact.outcomes.map((entry) => [entry, fact.at]))),
        reason: first?.reason ? { ...first.reason, at: first.at, position: first.position ?? 0 } : null,
      });
    }),
  );
  return emails[0] ?? null;
}

/** The row of a fact (E9); its message id is the attempt's own (E37). */
function eventOf(ctx: Context, notification: Notification, fact: ProviderOutcome): EmailEvent {
  const { email_id, account, message_id } = notification;
  const { type, position, variant, at, data } = fact;
  const event = {
    id: eventId(email_id, type, position, variant, at),
    email_id,
    account,
    type,
    position,
    variant,
    occurred_at: timestamp(at),
    created_at: timestamp(ctx.runtime.now()),
    data: { message_id, ...data },
  };
  return withExpectedEntries(ctx, event, fact);
}

/**
 * The webhook event of a fact once its suppression is made. null when there is nothing to tell: another bounce
 * than the one that has the row (E9), which suppresses all the same, or a copy of what was told long ago (E8),
 * which must not bring back an entry that was removed since.
 */
async function tell(
  ctx: Context,
  email: Email,
  told: EventDetails,
  receive_count: number,
): Promise<OutgoingEvent | null> {
  const { fact, made, row } = told;
  const isOwn = row.event.id === made.id;
  const age = ctx.runtime.now() - Date.parse(row.event.created_at);
  const repeat = !row.created || receive_count > 1;
  if (isOwn && !row.created && receive_count <= 1 && age >= repeatWithin_ms) return null;
  const entries = await suppressRecipients(ctx, email, fact, isOwn ? row.event : made);
  if (!isOwn) return null;
  const listed = listData(
    fact,
    entries.map((entry) => entry?.id ?? null),
    email,
  );
  const event = { ...row.event, data: { ...row.event.data, ...listed } };
  if (!isDeepStrictEqual(event.data, row.event.data)) await ctx.events.amendEvent(event);
  return { event: buildEmailEvent(email, event), tenant: email.tenant, repeat };
}
