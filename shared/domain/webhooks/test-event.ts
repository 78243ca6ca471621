import { type Email, initialProgress } from '../../core/records/emails.ts';
import type { EmailEvent, EventType, TimelineType } from '../../core/records/events.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Timeline } from '../context.ts';
import { firstScheduledAt } from '../emails/timeline.ts';
import { storedEvents } from '../events/delivered.ts';
import { buildEmailEvent, newEmailEvent, recipientAt } from '../events/email-event.ts';
import { isOfEmail } from './publish.ts';
import { sampleAdditions, sampleData } from './sample-data.ts';

/** Events about the whole message have no recipient. */
const wholeMessage = new Set<EventType>(['email.sent', 'email.scheduled', 'email.suppressed']);

/** A message has one pixel and one set of links, so these name a recipient only if there is just one. */
const tracked = new Set<EventType>(['email.opened', 'email.clicked']);

function sampleEmail(ctx: Base, account: Id<'acc'>): Email {
  const created_at = timestamp(ctx.runtime.now());
  return {
    ...initialProgress,
    id: ctx.runtime.id('msg'),
    account,
    state: 'sent',
    actor: null,
    tenant: null,
    template: null,
    source: 'api',
    resent_from: null,
    content: null,
    outbox: null,
    from: 'Shop <shop@example.org>',
    to: ['ada@example.com'],
    cc: [],
    bcc: [],
    reply_to: [],
    subject: 'Sample test event',
    tags: [],
    category: 'transactional',
    created_at,
    scheduled_at: null,
    recipient_count: 1,
  };
}

function positionOf(type: EventType, email: Email): number | null {
  const several = tracked.has(type) && email.recipient_count > 1;
  return wholeMessage.has(type) || several ? null : 0;
}

type Rows = EmailEvent<TimelineType>[];

/** The published event that the email's record notes instead of a row. Null if it hasn't happened. */
function notedEvent(type: EventType, email: Email, rows: Rows): EmailEvent | null {
  const of = (time: string, data: Record<string, unknown>) => {
    const at = Date.parse(time);
    return newEmailEvent(email, { type, position: null, variant: '', at, data }, at);
  };
  const { sent_at, content, scheduled_at, created_at } = email;
  if (type === 'email.sent' && sent_at) return of(sent_at, { sent_at });
  // A refused send keeps no content and was never scheduled.
  if (type === 'email.scheduled' && content && scheduled_at)
    return of(created_at, { scheduled_at: firstScheduledAt(email, rows) });
  return null;
}

/** The event if it has happened: for its first recipient, the earliest. */
async function happened(ctx: Timeline, type: EventType, email: Email): Promise<EmailEvent | null> {
  const rows = await storedEvents(ctx, email);
  const [first] = rows
    .filter((row): row is EmailEvent => row.type === type)
    .sort((a, b) => (a.position ?? -1) - (b.position ?? -1) || a.occurred_at.localeCompare(b.occurred_at));
  return first ?? notedEvent(type, email, rows);
}

/**
 * An event with its stored data if it has happened to the email, otherwise with samples. A sample names no
 * suppression, because a receiver that mirrors the list would block a healthy address.
 */
async function emailEvent(
  ctx: Base & Timeline,
  type: EventType,
  email: Email,
  { sample, tenant }: { sample: boolean; tenant: string | null },
): Promise<WebhookEvent> {
  const at = ctx.runtime.now();
  const now = timestamp(at);
  const row = sample ? null : await happened(ctx, type, email);
  const position = row === null ? positionOf(type, email) : row.position;
  const samples = sampleAdditions(type, now, recipientAt(email, 0) ?? '');
  const data = { ...(row?.data ?? samples), test: true };
  const made = newEmailEvent(email, { type, position, variant: '', at, data }, at);
  const own = { id: ctx.runtime.id('evt'), occurred_at: row?.occurred_at ?? now };
  return buildEmailEvent(email, { ...made, ...own }, tenant);
}

/** The envelope of a test event, from `email` or a sample. `tenant` is the event's tenant. */
export async function buildTestEvent(
  ctx: Base & Timeline,
  account: Id<'acc'>,
  { type, email, tenant }: { type: EventType; email: Email | null; tenant: Tenant | null },
): Promise<WebhookEvent> {
  if (isOfEmail(type))
    return emailEvent(ctx, type, email ?? sampleEmail(ctx, account), {
      sample: email === null,
      tenant: tenant?.external_id ?? null,
    });
  const created_at = timestamp(ctx.runtime.now());
  const data = { ...sampleData(ctx, type, { at: created_at, tenant }), test: true };
  return { id: ctx.runtime.id('evt'), type, created_at, data };
}
