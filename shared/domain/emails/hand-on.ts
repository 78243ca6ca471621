import type { Email } from '../../core/records.ts';
import type { Context } from '../context.ts';
import { emitEvents } from '../webhooks/emit-event.ts';
import { buildEmailEvent, eventId } from '../webhooks/payload.ts';
import { armSchedule, fireMessage } from './schedule.ts';

/**
 * What follows the write that accepted an email: the queue or, for a scheduled one, its schedule and
 * email.scheduled (H12). Never throws: whatever cannot be reached now, the sweep makes up for.
 */
export async function handOn(ctx: Context, email: Email): Promise<void> {
  if (email.state === 'scheduled') return handOnScheduled(ctx, [email], { repeat: false });
  try {
    await ctx.queues.deliver([fireMessage(email)]);
  } catch (error) {
    ctx.log.warn('left to the sweep', { email_id: email.id, cause: (error as Error).name });
  }
}

/** Scheduled emails of one account: each its schedule, and one call that tells of them all. Never throws. */
export async function handOnScheduled(
  ctx: Context,
  emails: Email[],
  { repeat }: { repeat: boolean },
): Promise<void> {
  await Promise.all([tellScheduled(ctx, emails, repeat), ...emails.map((email) => arm(ctx, email))]);
}

/** A refused schedule brings the due row to the next minute: the sweep tries again in good time. */
export async function arm(ctx: Context, email: Email): Promise<void> {
  try {
    await armSchedule(ctx, email);
  } catch (error) {
    ctx.log.warn('left to the sweep', { email_id: email.id, cause: (error as Error).name });
    const next = Math.floor(ctx.runtime.now() / 60_000) + 1;
    if (email.due === null || email.due <= next) return;
    await ctx.emails.moveDue(email, email.due, next).catch(() => {});
  }
}

/** email.scheduled needs no row in the timeline: the record's own times note it (Q13). */
async function tellScheduled(ctx: Context, emails: Email[], repeat: boolean): Promise<void> {
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
  await emitEvents(ctx, first.account, told).catch((error: Error) =>
    ctx.log.error('not told', { email_id: first.id, emails: emails.length, cause: error.name }),
  );
}
