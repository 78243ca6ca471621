import * as z from 'zod';
import { jsonIn } from '../../core/json-path.ts';
import type {
  Automations,
  Base,
  CustomEvents,
  DeadLetterQueues,
  Domains,
  DomainTasks,
  Identity,
  Inbound,
  InboundRules,
  Notices,
  Publishing,
  ReceiveQueueing,
  Runs,
} from '../context.ts';
import { DomainMessage } from '../ports/domains.ts';
import { NoticeMessage } from '../ports/notices.ts';
import { ReceiveMessage } from '../ports/received.ts';
import { AdvanceMessage } from '../ports/runs.ts';
import {
  type DeadLetterQueue,
  DeliverMessage,
  isUnreadableLetter,
  UnreadableLetter,
} from '../ports/sending.ts';
import { RemovalMessage } from '../ports/tenants.ts';
import { AttemptMessage } from '../ports/webhooks.ts';
import { acceptSesMail } from '../receiving/accept-ses-mail.ts';
import { recordUnread } from '../receiving/receive-email.ts';
import { SesNotification } from '../receiving/ses-notification.ts';
import { failDeadRun } from '../runs/fail-dead-run.ts';
import { recordDeadDelivery } from '../webhooks/deliveries/record-dead-delivery.ts';

const again_s = 300;
const notice_ms = 86_400_000;

const { id, account, tries, scheduled_at, bulk } = DeliverMessage.shape;

/** The email's ids and the message fields that still matter. An unreadable field must not lose the email. */
const DeadEmail = z.object({
  id,
  account,
  tries: tries.catch(undefined),
  scheduled_at: scheduled_at.catch(undefined),
  bulk: bulk.catch(undefined),
});

/** Lambda's message about changes that the table's stream dropped before they were counted. */
const LostChanges = z
  .object({
    DDBStreamBatchInfo: z.object({
      shardId: z.string(),
      startSequenceNumber: z.string(),
      endSequenceNumber: z.string(),
      batchSize: z.number(),
    }),
  })
  .transform(({ DDBStreamBatchInfo: lost }) => lost);

export type SweepingDeadLetters = Base &
  Automations &
  CustomEvents &
  Publishing &
  DeadLetterQueues &
  Domains &
  DomainTasks &
  Identity &
  Inbound &
  InboundRules &
  Notices &
  ReceiveQueueing &
  Runs;

/** A dead letter's message. A message that another release wrote in an unknown format stays. */
function read<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const { data } = schema.safeParse(jsonIn(body));
  if (data === undefined) throw new UnreadableLetter();
  return data;
}

async function requeueEmail(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const email = read(DeadEmail, body);
  ctx.log.error('dead_letter', { email_id: email.id, account: email.account });
  await ctx.queues.deliver([email], again_s, { returned: true });
}

async function failDelivery(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const delivery = read(AttemptMessage, body);
  const { event_id, email_id } = delivery.kind === 'recover' ? { event_id: null } : delivery;
  const delivery_id = delivery.kind === 'delivery' ? delivery.delivery_id : undefined;
  ctx.log.error('dead_letter', { event_id, email_id, delivery_id, account: delivery.account });
  await recordDeadDelivery(ctx, delivery);
}

/** Returns the message unchanged. Its function checks it and drops foreign messages. */
async function returnFeedback(ctx: SweepingDeadLetters, body: string): Promise<void> {
  ctx.log.error('dead_letter', { queue: 'feedback' });
  await ctx.dead_letters.returnFeedback(body);
}

/** Requeues a task, except a check, which its row starts again. */
async function requeueTask(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const task = read(DomainMessage, body);
  ctx.log.error('dead_letter', { domain_id: task.id, account: task.account });
  if (task.task !== 'check') await ctx.domain_tasks.enqueue([task], again_s);
}

/** Only logs the dead letter, because the outbox row restarts the removal. */
async function nameRemoval(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const removal = read(RemovalMessage, body);
  ctx.log.error('dead_letter', { tenant_id: removal.id, account: removal.account });
}

/** Fails a run whose step can't be taken. The rest of an event or cancellation resumes by its row. */
async function failRun(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const message = read(AdvanceMessage, body);
  const { account } = message;
  if ('event' in message) return ctx.log.error('dead_letter', { event_id: message.event, account });
  if ('paged_event' in message)
    return ctx.log.error('dead_letter', { event_id: message.paged_event, account });
  if ('automation' in message)
    return ctx.log.error('dead_letter', { automation_id: message.automation, account });
  ctx.log.error('dead_letter', { run_id: message.id, account });
  await failDeadRun(ctx, message);
}

/**
 * Mail that was accepted with a 250 must be recorded, whatever killed the worker. Mail from SES is accepted
 * again.
 */
async function recordReceivedUnread(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const { data: notification } = SesNotification.safeParse(jsonIn(body));
  if (notification !== undefined) {
    ctx.log.error('dead_letter', { ses_id: notification.mail.messageId });
    return acceptSesMail(ctx, notification);
  }
  const message = read(ReceiveMessage, body);
  ctx.log.error('dead_letter', { received_id: message.id, account: message.account });
  await recordUnread(ctx, message);
}

/** A sign-in expires long before its message is dead. Owner notices and invitations are retried for a day. */
async function requeueNotice(ctx: SweepingDeadLetters, body: string): Promise<void> {
  const notice = read(NoticeMessage, body);
  if (notice.kind === 'sign_in' || Date.parse(notice.made_at) + notice_ms <= ctx.runtime.now())
    return ctx.log.error('notice_not_mailed');
  ctx.log.error('dead_letter', { account: notice.account, queue: 'notices' });
  await ctx.notices.enqueue(notice, again_s);
}

async function nameLostChanges(ctx: SweepingDeadLetters, body: string): Promise<void> {
  ctx.log.error('changes_not_counted', read(LostChanges, body));
}

/** Empties one queue. Messages that fail stay for the next sweep. */
async function drain(
  ctx: SweepingDeadLetters,
  queue: DeadLetterQueue,
  handle: (ctx: SweepingDeadLetters, body: string) => Promise<void>,
): Promise<{ done: number; failed: number }> {
  try {
    const drained = await ctx.dead_letters.drain(queue, async (body) => {
      try {
        await handle(ctx, body);
      } catch (error) {
        if (isUnreadableLetter(error)) ctx.log.error('dead_letter_unreadable', { queue });
        throw error;
      }
    });
    const { done, failed } = drained;
    if (done + failed > 0) ctx.log.warn('dead_letters_found', { queue, messages: done + failed });
    if (failed > 0) ctx.log.error('dead_letters_stay', { queue, messages: failed });
    return drained;
  } catch (error) {
    ctx.log.error('dead_letters_stay', { queue, cause: (error as Error).name });
    return { done: 0, failed: 1 };
  }
}

/**
 * Gives dead letters a visible end. An email returns to its queue, where it is sent or, after 24 h, failed,
 * because accepted mail is never dropped. An SES notification returns unchanged, because a bounce would be
 * lost otherwise. A webhook delivery gets its failed row, and a run still at its step fails. Messages are
 * deleted only once handled. Unreadable messages stay and are logged hourly. Changes that were never counted
 * are logged. If one queue fails, the rest continue.
 */
export async function sweepDeadLetters(ctx: SweepingDeadLetters) {
  const all = await Promise.all([
    drain(ctx, 'deliver', requeueEmail),
    drain(ctx, 'bulk', requeueEmail),
    drain(ctx, 'feedback', returnFeedback),
    drain(ctx, 'webhooks', failDelivery),
    drain(ctx, 'domains', requeueTask),
    drain(ctx, 'removals', nameRemoval),
    drain(ctx, 'runs', failRun),
    drain(ctx, 'notices', requeueNotice),
    drain(ctx, 'receive', recordReceivedUnread),
    drain(ctx, 'count', nameLostChanges),
  ]);
  const [deliver, bulk, feedback, webhooks, domains] = all;
  return {
    emails: deliver.done + bulk.done,
    notifications: feedback.done,
    webhooks: webhooks.done,
    domains: domains.done,
    /** The number found in all queues, including messages that stay. */
    messages: all.reduce((sum, { done, failed }) => sum + done + failed, 0),
  };
}
