import type { Context } from '../../context.ts';
import type { DeadLetters, DeliverMessage } from '../../ports/sending.ts';
import type { WebhookMessage } from '../../ports/webhooks.ts';
import { recordDeadDelivery } from '../../webhooks/deliveries/record-dead-delivery.ts';

/** Seconds before a dead message is tried again. */
const again_s = 300;

/**
 * Gives dead letters a visible end. An email goes back to its queue, where it is sent or, after 24 h, failed
 * (H12): accepted mail is never dropped. A webhook delivery gets its failed row (E33). What is no message of
 * ours is dropped with a log line; every other one is deleted only once it is dealt with.
 */
export async function sweepDeadLetters(
  ctx: Context,
  dead: DeadLetters,
): Promise<{ emails: number; webhooks: number }> {
  const requeue = async (message: unknown) => {
    const { id, account, tries, scheduled_at, bulk } = message as Partial<DeliverMessage>;
    if (typeof id !== 'string' || typeof account !== 'string') return ctx.log.error('not a message of ours');
    ctx.log.error('dead letter', { email_id: id, account });
    const kept = {
      ...(tries !== undefined && { tries }),
      ...(scheduled_at !== undefined && { scheduled_at }),
      ...(bulk && { bulk }),
    };
    await ctx.queues.deliver([{ id, account, ...kept }], again_s);
  };
  const emails = (await dead.drain('deliver', requeue)) + (await dead.drain('bulk', requeue));
  const webhooks = await dead.drain('webhooks', async (message) => {
    const { event_id, account } = message as Partial<WebhookMessage>;
    if (typeof event_id !== 'string') return ctx.log.error('not a message of ours');
    ctx.log.error('dead letter', { event_id, account });
    await recordDeadDelivery(ctx, message as WebhookMessage);
  });
  return { emails, webhooks };
}
