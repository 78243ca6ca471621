import * as z from 'zod';
import type { Base, Publishing } from '../../context.ts';
import { type DeadLetters, DeliverMessage } from '../../ports/sending.ts';
import { WebhookMessage } from '../../ports/webhooks.ts';
import { recordDeadDelivery } from '../../webhooks/deliveries/record-dead-delivery.ts';

/** Seconds before a dead message is tried again. */
const again_s = 300;

const { id, account, tries, scheduled_at, bulk } = DeliverMessage.shape;

/** Who the email is, and what of its message still counts; a field that is unreadable must not cost the email. */
const DeadEmail = z.object({
  id,
  account,
  tries: tries.catch(undefined),
  scheduled_at: scheduled_at.catch(undefined),
  bulk: bulk.catch(undefined),
});

/** What Lambda says of changes that the table's stream forgot before they were counted. */
const LostChanges = z
  .object({
    DDBStreamBatchInfo: z.object({
      shardId: z.string(),
      startSequenceNumber: z.string(),
      endSequenceNumber: z.string(),
      batchSize: z.number(),
    }),
  })
  .transform(({ DDBStreamBatchInfo: lost }) => lost)
  .catch({ shardId: '', startSequenceNumber: '', endSequenceNumber: '', batchSize: 0 });

/**
 * Gives dead letters a visible end. An email goes back to its queue, where it is sent or, after 24 h, failed
 * (H12): accepted mail is never dropped. A webhook delivery gets its failed row (E33). What is no message of
 * ours is dropped with a log line; every other one is deleted only after it is handled. Changes that were never
 * counted are named in the log: the numbers lack them.
 */
export async function sweepDeadLetters(
  ctx: Base & Publishing,
  dead: DeadLetters,
): Promise<{ emails: number; webhooks: number }> {
  const requeue = async (message: unknown) => {
    const { data: email } = DeadEmail.safeParse(message);
    if (email === undefined) return ctx.log.error('dead_letter_unreadable');
    ctx.log.error('dead_letter', { email_id: email.id, account: email.account });
    await ctx.queues.deliver([email], again_s);
  };
  const emails = (await dead.drain('deliver', requeue)) + (await dead.drain('bulk', requeue));
  await dead.drain('count', async (message) => {
    ctx.log.error('changes_not_counted', LostChanges.parse(message));
  });
  const webhooks = await dead.drain('webhooks', async (message) => {
    const { data: delivery } = WebhookMessage.safeParse(message);
    if (delivery === undefined) return ctx.log.error('dead_letter_unreadable');
    ctx.log.error('dead_letter', { event_id: delivery.event_id, account: delivery.account });
    await recordDeadDelivery(ctx, delivery);
  });
  return { emails, webhooks };
}
