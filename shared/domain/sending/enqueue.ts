import { minuteOf } from '../../core/days.ts';
import type { Email } from '../../core/records/emails.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import { succeeded } from '../../core/succeeded.ts';
import type { Base, Finishing, Mail, Publishing, Queueing, Scheduling } from '../context.ts';
import { buildEmailEvent, serviceEvent } from '../events/email-event.ts';
import { withTenantNames } from '../tenants/names.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { armSchedule, fireMessage, queueMinute } from './schedule.ts';

/** The account's endpoints, where the caller reads them already; undefined: they could not be read. */
type Endpoints = Promise<WebhookEndpoint[] | undefined> | undefined;

/**
 * The steps after the write that accepted an email: the queue or, for a scheduled one, email.scheduled and its schedule. Never throws: the sweep repeats what fails here.
 */
export async function enqueueAccepted(ctx: Finishing, email: Email, endpoints?: Endpoints): Promise<void> {
  if (email.state === 'scheduled') {
    const published = await enqueueScheduled(ctx, [email], { repeat: false, endpoints });
    return published ? undefined : leaveToSweep(ctx, email);
  }
  await succeeded(
    () => ctx.queues.deliver([fireMessage(email)]),
    (cause) => ctx.log.warn('left_to_sweep', { email_id: email.id, cause }),
  );
}

/**
 * Has the next sweep publish email.scheduled, also of an email that is cancelled or sent by then: its publication failed,
 * or the function died that makes the schedule after it.
 */
export async function leaveToSweep(ctx: Base & Mail, email: Email): Promise<void> {
  // A schedule that was refused as well has moved the row.
  const current = (await ctx.emails.getMeta(email.id).catch(() => null)) ?? email;
  await bringForward(ctx, current, minuteOf(ctx.runtime.now()));
}

/**
 * Scheduled emails of one account: one call that publishes email.scheduled of them all, then the schedule of each. In
 * this order, so that what a crash leaves unpublished has no schedule either, and the sweep does both. `needsArming`: not
 * where it was fired, moved or cancelled since. False when the events could not be published; never throws.
 */
export async function enqueueScheduled(
  ctx: Finishing,
  emails: Email[],
  options: { repeat: boolean; endpoints?: Endpoints; needsArming?: (email: Email) => boolean },
): Promise<boolean> {
  const { needsArming = () => true } = options;
  const published = await publishScheduled(ctx, emails, options).then(
    () => true,
    (error: Error) => {
      const fields = { email_id: emails[0]?.id, emails: emails.length, cause: error.name };
      ctx.log.error('scheduled_not_published', fields);
      return false;
    },
  );
  await Promise.all(emails.filter(needsArming).map((email) => arm(ctx, email)));
  return published;
}

/**
 * Makes the schedule; where it is refused, the outbox row moves to where the sweep queues the email in time. False
 * where it made one that was not there.
 */
export async function arm(ctx: Base & Mail & Queueing & Scheduling, email: Email): Promise<boolean> {
  let had = true;
  const armed = await succeeded(
    async () => {
      had = await armSchedule(ctx, email);
    },
    (cause) => ctx.log.warn('left_to_sweep', { email_id: email.id, cause }),
  );
  if (!armed) await bringForward(ctx, email, queueMinute(ctx.runtime.now(), email.scheduled_at ?? ''));
  return had;
}

/** Moves the outbox row of a scheduled email to a minute before its time: the sweep publishes it again, and queues it. */
async function bringForward(ctx: Base & Mail, email: Email, minute: number): Promise<void> {
  if (email.outbox === null || email.outbox <= minute) return;
  await ctx.emails.moveOutboxRow(email, email.outbox, minute).catch(() => {});
}

/** email.scheduled needs no row in the timeline: the record holds its time. Throws what the queue throws. */
export async function publishScheduled(
  ctx: Publishing,
  emails: Email[],
  { repeat, endpoints }: { repeat: boolean; endpoints?: Endpoints },
): Promise<void> {
  const [first] = emails;
  if (first === undefined) return;
  const build = (email: Email, name: string | null) => {
    const { created_at: at, scheduled_at, tenant } = email;
    const event = serviceEvent(email, { type: 'email.scheduled', at, data: { scheduled_at } });
    return { event: buildEmailEvent(email, event, name), tenant, repeat };
  };
  const events = await withTenantNames(ctx, first.account, emails, build, ctx.tenants.known);
  await publishEvents(ctx, first.account, events, await endpoints);
}
