import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { EventType } from '../../shared/core/records/events.ts';
import type { Delivery } from '../../shared/core/records/webhooks.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { AttemptContext, Context } from '../../shared/domain/context.ts';
import { eventId } from '../../shared/domain/events/email-event.ts';
import type { RecoverMessage, WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { publishEvents } from '../../shared/domain/webhooks/publish.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { freshAccount, inProcess, testClock, testContext } from './api.ts';
import { receiver } from './receiver.ts';

/** The product over the real table, with a queue whose messages this test gives to the worker. */
export async function webhookDeliveries() {
  const queued: { message: WebhookMessage; delay_s: number }[] = [];
  const looks: { message: RecoverMessage; delay_s: number }[] = [];
  const clock = testClock();
  const real = testContext({ runtime: clock.runtime });
  const ctx: Context & AttemptContext = {
    ...real,
    settings: { ...real.settings, webhook_targets: 'any' },
    queues: {
      ...real.queues,
      webhooks: async (messages, delay_s = 0) => {
        for (const message of JSON.parse(JSON.stringify(messages))) queued.push({ message, delay_s });
      },
      recover: async (message, delay_s = 0) => void looks.push({ message, delay_s }),
    },
    webhook_client: webhookClient(),
  };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, webhookRoutes, api_key);
  const memory = attemptMemory();
  let emitted = 0;

  /** Attempts the oldest message, after its wait in the queue. */
  const work = async (receive_count = 1) => {
    const next = queued.shift();
    if (next === undefined) throw new Error('nothing is queued');
    clock.advance(next.delay_s * 1000);
    await attemptWebhook(ctx, { message: next.message, receive_count, memory });
  };

  return {
    ctx,
    account,
    key: api_key,
    clock,
    call,
    queued,
    looks,
    work,
    workAll: async () => {
      while (queued.length > 0) await work();
    },
    /** Runs the first queued endpoint check, after its wait. */
    look: async (receive_count = 1) => {
      const next = looks.shift();
      if (next === undefined) throw new Error('no endpoint check is queued');
      clock.advance(Math.max(0, next.message.at - ctx.runtime.now()));
      await attemptWebhook(ctx, { message: next.message, receive_count, memory });
    },
    emit: async (
      data: Record<string, unknown> = {},
      type: EventType = 'email.bounced',
      tenant: Id<'ten'> | null = null,
    ) => {
      emitted++;
      const created_at = new Date(ctx.runtime.now()).toISOString();
      // A provider's time is earlier than ours.
      const id = eventId(`msg_${account.id}`, type, emitted, '', ctx.runtime.now() - 3_600_000);
      const event = { id, type, created_at, data };
      await publishEvents(ctx, account.id, [{ event, tenant, repeat: false }]);
      return event;
    },
    addEndpoint: async (url: string, body: Record<string, unknown> = {}) => {
      const made = await call('POST', '/webhooks', { body: { url, ...body } });
      const { secret, standard_secret } = made.body as Record<'secret' | 'standard_secret', string>;
      return { id: (made.body.webhook as { id: string }).id, secret, standard_secret };
    },
  };
}

/**
 * An endpoint that responds with `answer.status`, the deliveries to it, and a time before its first event.
 */
export async function answeringEndpoint(status = 500, body: Record<string, unknown> = {}) {
  const world = await webhookDeliveries();
  const answer = { status };
  const { url, received } = await receiver((_, response) => response.writeHead(answer.status).end());
  const endpoint = await world.addEndpoint(url, body);
  const path = `/webhooks/${endpoint.id}`;
  const list = async (query = '') =>
    (await world.call('GET', `${path}/deliveries?limit=100${query}`)).body.deliveries as Delivery[];
  const replay = (delivery: string | undefined) =>
    world.call('POST', `${path}/deliveries/${delivery}`, { body: { action: 'replay' } });
  const since = new Date(world.ctx.runtime.now()).toISOString();
  return { ...world, ...endpoint, answer, received, url, path, list, replay, since };
}
