import type { Email } from '../../core/records/emails.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import type { Base, Mail, Publishing, Queueing, Scheduling } from '../context.ts';
import { buildEmailEvent, eventId } from '../events/email-event.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { armSchedule, fireMessage } from './schedule.ts';

/** The account's endpoints, where somebody has read them already. */
type Known = Promise<WebhookEndpoint[] | undefined> | undefined;

/**
 * What follows the write that accepted an email: the queue or, for a scheduled one, email.scheduled and its
 * schedule (H12). Never throws: whatever cannot be reached now, the sweep makes up for.
 */
export async function enqueueAccepted(
  ctx: Base & Mail & Publishing & Scheduling,
  email: Email,
  endpoints?: Known,
): Promise<void> {
  if (email.state === 'scheduled') {
    const told = await enqueueScheduled(ctx, [email], { repeat: false, endpoints });
    return told ? undefined : bringForward(ctx, email);
  }
  try {
    await ctx.queues.deliver([fireMessage(email)]);
  } catch (error) {
    ctx.log.warn('left to the sweep', { email_id: email.id, cause: (error as Error).name });
  }
}

/**
 * Scheduled emails of one account: one call that tells of them all, then each its schedule. In this order, so that
 * what a crash leaves unpublished has no schedule either, and the sweep that fires it tells it. False when they could
 * not be told; never throws.
 */
export async function enqueueScheduled(
  ctx: Base & Mail & Publishing & Scheduling,
  emails: Email[],
  options: { repeat: boolean; endpoints?: Known },
): Promise<boolean> {
  const told = await publishScheduled(ctx, emails, options).then(
    () => true,
    (error: Error) => {
      ctx.log.error('not told', { email_id: emails[0]?.id, emails: emails.length, cause: error.name });
      return false;
    },
  );
  await Promise.all(emails.map((email) => arm(ctx, email)));
  return told;
}

/** A refused schedule brings the outbox row to the next minute: the sweep tries again in good time. */
export async function arm(ctx: Base & Mail & Queueing & Scheduling, email: Email): Promise<void> {
  try {
    await armSchedule(ctx, email);
  } catch (error) {
    ctx.log.warn('left to the sweep', { email_id: email.id, cause: (error as Error).name });
    await bringForward(ctx, email);
  }
}

/** The outbox row of a scheduled email comes to the next minute: the sweep tells and schedules once more. */
async function bringForward(ctx: Base & Mail, email: Email): Promise<void> {
  const next = Math.floor(ctx.runtime.now() / 60_000) + 1;
  if (email.outbox === null || email.outbox <= next) return;
  await ctx.emails.moveOutboxRow(email, email.outbox, next).catch(() => {});
}

/** email.scheduled needs no row in the timeline: the record's own times note it (Q13). Throws what the queue throws. */
export async function publishScheduled(
  ctx: Publishing,
  emails: Email[],
  { repeat, endpoints }: { repeat: boolean; endpoints?: Known },
): Promise<void> {
  const [first] = emails;
  if (first === undefined) return;
  const told = emails.map((email) => {
    const { id, account, created_at, scheduled_at, tenant } = email;
    const event = buildEmailEvent(email, {
      id: eventId(id, 'email.scheduled', null, '', Date.parse(created_at)),
      email_id: id,
      account,
      type: 'email.scheduled',
      position: null,
      variant: '',
      occurred_at: created_at,
      created_at,
      data: { scheduled_at },
    });
    return { event, tenant, repeat };
  });
  await publishEvents(ctx, first.account, told, await endpoints);
}
