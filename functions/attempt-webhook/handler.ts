import { compose } from '../../shared/aws/compose.ts';
import { identity, notices } from '../../shared/aws/families/accounts.ts';
import { resolver, webhookRequests } from '../../shared/aws/families/network.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { deliveryLogs, webhooks } from '../../shared/aws/families/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { AttemptMessage } from '../../shared/domain/ports/webhooks.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';

const ctx = compose([deliveryLogs, identity, notices, queues, resolver, webhookRequests, webhooks]);
const memory = attemptMemory();

export const handler = sqsHandler(ctx.log, AttemptMessage, (message, { receive_count }) =>
  attemptWebhook(ctx, { message, receive_count, memory }),
);
