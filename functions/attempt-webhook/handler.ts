import { createContext } from '../../shared/aws/context.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { webhookClient } from '../../shared/aws/webhook-client.ts';
import type { WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/attempt-delivery.ts';

const ctx = { ...createContext(), webhook_client: webhookClient() };
const memory = attemptMemory();

export const handler = sqsHandler<WebhookMessage>(ctx.log, (message, { receive_count }) =>
  attemptWebhook(ctx, { message, receive_count, memory }),
);
