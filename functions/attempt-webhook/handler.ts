import { createContext } from '../../shared/aws/context.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-delivery.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';

const ctx = { ...createContext(), webhook_client: webhookClient() };
const memory = attemptMemory();

export const handler = sqsHandler(ctx.log, WebhookMessage, (message, { receive_count }) =>
  attemptWebhook(ctx, { message, receive_count, memory }),
);
