import * as z from 'zod';
import { fromDomain } from '../../core/addresses.ts';
import { AppError, invalid, notFound } from '../../core/errors.ts';
import { instantField } from '../../core/instant.ts';
import { type Email, isRowAhead } from '../../core/records/emails.ts';
import type { EmailEvent, TimelineType } from '../../core/records/events.ts';
import { revise } from '../../core/revise.ts';
import { timestamp } from '../../core/runtime.ts';
import { fault } from '../../core/schemas.ts';
import type { Base, Caller, Mail, Queueing, Scheduling } from '../context.ts';
import { getEmail } from '../emails/get-email.ts';
import { emailStatus } from '../emails/status.ts';
import { newEmailEvent } from '../events/email-event.ts';
import { requireScope } from '../keys/require-scope.ts';
import { arm, leaveToSweep } from './enqueue.ts';
import { checkAllowedDomains } from './rules.ts';
import { checkScheduledAt, disarmSchedule, expectsSchedule, movedMinute, needsSchedule } from './schedule.ts';
import { SendRequest } from './send-request.ts';

/** The body of PATCH /emails/{id}: exactly one of the two fields. */
export const ChangeEmail = z
  .object({ scheduled_at: instantField.optional(), cancel: z.literal(true).optional() })
  .refine((body) => (body.scheduled_at === undefined) !== (body.cancel === undefined), {
    ...fault('conflict', 'give either scheduled_at or cancel: true'),
    path: ['scheduled_at'],
  })
  .meta({ id: 'ChangeEmail' });
export type ChangeEmail = z.output<typeof ChangeEmail>;

/** Attempts per request to change a schedule during concurrent changes. */
const attempts = 10;

type Changing = Base & Mail & Queueing & Scheduling;

/** Q37: a new subject is an intended change. Ignoring it would look like success. */
function refuseSendFields(raw: Record<string, unknown>): void {
  const given = Object.keys(SendRequest.shape).filter((field) => field !== 'scheduled_at' && field in raw);
  if (given.length === 0) return;
  const messageOf = (path: string) => `${path} cannot be changed on a scheduled email`;
  throw invalid(given.map((path) => ({ path, rule: 'conflict', message: messageOf(path) })));
}

function notScheduled(email: Email): AppError {
  const status = emailStatus(email);
  const details = { reason: 'not_scheduled', status };
  return new AppError('conflict', `The email is ${status}, not scheduled`, { details });
}

/**
 * PATCH /emails/{id}: reschedules or cancels a scheduled email. Returns its new state. Checks in the order of
 * Q37: 400 for the body, 404, 409 with details.status if it is no longer scheduled, and 400 for a time in the
 * past. Once a cancel returns, nothing is sent: cancels, reschedules, and the fire share one condition on the
 * email's item.
 */
export async function changeScheduled(
  ctx: Changing,
  caller: Caller,
  input: { id: string; change: ChangeEmail; raw: Record<string, unknown> },
): Promise<Email> {
  requireScope(caller, ['emails:send']);
  refuseSendFields(input.raw);
  const email = await getEmail(ctx, caller, input.id);
  checkAllowedDomains(caller, fromDomain(email.from));
  if (email.state !== 'scheduled') throw notScheduled(email);
  const { scheduled_at } = input.change;
  return scheduled_at === undefined ? cancel(ctx, email) : reschedule(ctx, email, scheduled_at);
}

async function deleteRow(ctx: Mail, { id, outbox, scheduled_at }: Email): Promise<void> {
  if (outbox === null || isRowAhead({ outbox, scheduled_at })) return;
  await ctx.emails.deleteOutboxRow(id, outbox).catch(() => {});
}

async function cancel(ctx: Base & Mail & Scheduling, seen: Email): Promise<Email> {
  const cancelled_at = timestamp(ctx.runtime.now());
  const result = await ctx.emails.cancel({ id: seen.id, cancelled_at });
  if (result.email === null) throw notFound('Email');
  // The SDK repeats a write whose response was lost, and may find its own cancel.
  const own = result.email.state === 'cancelled' && result.email.cancelled_at === cancelled_at;
  if (!result.cancelled && !own) throw notScheduled(result.email);
  const { email } = result;
  // If something is left over, the sweep drops it, or it is dropped when the schedule fires.
  const [hadSchedule] = await Promise.all([disarmSchedule(ctx, email), deleteRow(ctx, email)]);
  if (!hadSchedule) await leaveToSweep(ctx, email);
  return email;
}

/** A reschedule's timeline row, with the previous time. */
function rescheduledEvent(ctx: Base, email: Email, scheduled_at: string): EmailEvent<TimelineType> {
  const at = ctx.runtime.now();
  const data = { scheduled_at, previous_scheduled_at: email.scheduled_at };
  const happened = { type: 'email.rescheduled', position: null, variant: String(at), at, data } as const;
  return newEmailEvent(email, happened, at);
}

async function reschedule(ctx: Changing, email: Email, scheduled_at: string): Promise<Email> {
  let seen = email;
  return revise(ctx.runtime, async () => {
    const now = ctx.runtime.now();
    checkScheduledAt(now, scheduled_at);
    const outbox = movedMinute(now, seen, scheduled_at);
    const event = rescheduledEvent(ctx, seen, scheduled_at);
    if (await ctx.emails.reschedule(seen, { scheduled_at, outbox, event })) {
      await rearm(ctx, seen, { ...seen, scheduled_at, outbox });
      return { ...seen, scheduled_at, outbox };
    }
    const current = await ctx.emails.get(seen.account, seen.id);
    if (current === null) throw notFound('Email');
    if (current.state !== 'scheduled') throw notScheduled(current);
    seen = current;
    return undefined;
  });
}

/** Makes the email fire at its new time. False if an expected schedule was missing. */
async function armMoved(ctx: Changing, before: Email, email: Email): Promise<boolean> {
  const had = await arm(ctx, email);
  return needsSchedule(ctx, email) ? had || !expectsSchedule(before) : disarmSchedule(ctx, before);
}

/**
 * A schedule is named after the email's id, so if two reschedules run concurrently, the one that came first
 * may write the schedule last. Each request therefore reads the email again and sets the schedule to the
 * email's current time.
 */
async function rearm(ctx: Changing, before: Email, email: Email): Promise<void> {
  let armed = email;
  for (let round = 0; round < attempts; round++) {
    const hadSchedule = await armMoved(ctx, before, armed);
    if (round === 0 && !hadSchedule) await leaveToSweep(ctx, armed);
    const current = await ctx.emails.getMeta(email.id);
    if (current?.state !== 'scheduled' || current.scheduled_at === armed.scheduled_at) return;
    armed = current;
  }
}
