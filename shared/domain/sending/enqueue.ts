import { minuteOf } from '../../core/days.ts';
import type { Email } from '../../core/records/emails.ts';
import type { WebhookEndpoint } from '../../core/records/webhooks.ts';
import { succeeded } from '../../core/succeeded.ts';
import type { Base, Finishing, Mail, Publishing, Queueing, Scheduling } from '../context.ts';
import { buildEmailEvent, serviceEvent } from '../events/email-event.ts';
import { withTenantNames } from '../tenants/names.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { armSchedule, fireMessage, queueMinute } from './schedule.ts';

/** The account's endpoints if the caller already reads them. Undefined if the read failed. */
type Endpoints = Promise<WebhookEndpoint[] | undefined> | undefined;

/**
 * The steps after accepting an email: the queue, or email.scheduled and its schedule. Never throws, because
 * the sweep retries failures.
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
 * Leaves publishing email.scheduled to the next sweep, even if the email is canceled or sent by then. Used
 * when publishing failed, or in case the function dies before creating the schedule.
 */
export async function leaveToSweep(ctx: Base & Mail, email: Email): Promise<void> {
  // A refused schedule has also moved the row.
  const current = (await ctx.emails.getMeta(email.id).catch(() => null)) ?? email;
  await bringForward(ctx, current, minuteOf(ctx.runtime.now()));
}

/**
 * For one account's scheduled emails: publishes email.scheduled for all in one call, then creates each
 * schedule. In this order, a crash leaves unpublished emails without a schedule, and the sweep does both.
 * `needsArming` is false if the email has been queued, moved, or canceled since. Returns false if publishing
 * failed. Never throws.
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
 * Creates the schedule. If refused, moves the outbox row to where the sweep queues the email in time. False
 * if an expected schedule was missing.
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

/** Moves a scheduled email's outbox row before its time, so the sweep publishes it again and queues it. */
async function bringForward(ctx: Base & Mail, email: Email, minute: number): Promise<void> {
  if (email.outbox === null || email.outbox <= minute) return;
  await ctx.emails.moveOutboxRow(email, email.outbox, minute).catch(() => {});
}

/** email.scheduled needs no timeline row, because the record has its time. Rethrows queue errors. */
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
