import type { Email, EmailEvent, Suppression } from '../../core/records.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Context } from '../context.ts';
import { announceSent } from '../emails/announce-sent.ts';
import { type Emitted, emitEvents } from '../webhooks/emit-event.ts';
import { buildEmailEvent, eventId, recipientAt } from '../webhooks/payload.ts';
import type { Fact } from './facts.ts';
import { type Notification, parseNotification } from './parse.ts';

/** A row younger than this may be of a run that died before it told anybody (E8). */
const repeatWithin_ms = 15 * 60_000;

type Row = { created: boolean; event: EmailEvent };
type Told = { fact: Fact; row: Row };

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
  const [email, rows] = await Promise.all([
    recordOutcomes(ctx, notification),
    Promise.all(facts.map((fact) => ctx.events.putEvent(eventOf(ctx, notification, fact)))),
  ]);
  if (email === null) {
    ctx.log.warn('notification', { ...log, outcome: 'unknown_email' });
    return;
  }
  const told = facts.map((fact, i) => ({ fact, row: rows[i] as Row }));
  const events = await Promise.all(told.map((one) => tell(ctx, email, one, delivery.receive_count)));
  const fresh = events.filter((event) => event !== null);
  await emitEvents(ctx, account, fresh);
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
  if (email.state === 'sent') await announceSent(ctx, email, repeat);
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
function eventOf(ctx: Context, notification: Notification, fact: Fact): EmailEvent {
  const { email_id, account, message_id } = notification;
  const { type, position, variant, at, data } = fact;
  return {
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
}

/** The webhook event of a fact once its suppression is made; null when it was told long ago (E8). */
async function tell(ctx: Context, email: Email, told: Told, receive_count: number): Promise<Emitted | null> {
  const { fact, row } = told;
  const added = await suppress(ctx, email, fact);
  const age = ctx.runtime.now() - Date.parse(row.event.created_at);
  if (!row.created && receive_count <= 1 && age >= repeatWithin_ms) return null;
  const data = { ...row.event.data, ...suppressionData(email, fact, added) };
  return {
    event: buildEmailEvent(email, { ...row.event, data }),
    tenant: email.tenant,
    repeat: !row.created || receive_count > 1,
  };
}

/**
 * Puts the recipients of a fact on the email's list, the tenant's for tenant mail (A23, E44); the entries
 * that stand afterwards, in the order of the recipients (E42).
 */
async function suppress(ctx: Context, email: Email, fact: Fact): Promise<(Suppression | null)[]> {
  const list = { account: email.account, tenant: email.tenant };
  const { suppress: wanted } = fact;
  if (wanted === null) return fact.concerned.map(() => null);
  const threshold = wanted.soft ? ctx.settings.soft_bounce_threshold : 1;
  return Promise.all(
    fact.concerned.map(async ({ address }) => {
      if (threshold > 1 && (await ctx.suppressions.countSoftBounce(list, address, fact.at)) < threshold)
        return null;
      return ctx.suppressions.raise(list, {
        id: ctx.runtime.id('sup'),
        email: address,
        reason: wanted.reason,
        tenant: email.tenant,
        source: 'event',
        email_id: email.id,
        note: null,
        created_at: timestamp(ctx.runtime.now()),
      });
    }),
  );
}

/** What an event says of the suppression list (E42); email.suppressed names its addresses as the sender wrote them. */
function suppressionData(email: Email, fact: Fact, added: (Suppression | null)[]): Record<string, unknown> {
  if (fact.type === 'email.suppressed') {
    const entries = fact.data.suppressed as Record<string, unknown>[];
    const suppressed = entries.map((entry, i) => ({
      ...entry,
      email: recipientAt(email, fact.concerned[i]?.position ?? -1) ?? entry.email,
      suppression_id: added[i]?.id ?? null,
    }));
    return { suppressed };
  }
  const mayAdd = ['email.bounced', 'email.failed', 'email.complained'].includes(fact.type);
  if (!mayAdd || fact.concerned.length === 0) return {};
  return { suppressed: added[0] != null, suppression_id: added[0]?.id ?? null };
}
