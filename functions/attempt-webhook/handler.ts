import { compose } from '../../shared/aws/compose/compose.ts';
import { deliveryLogs } from '../../shared/aws/compose/delivery-logs.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { ses } from '../../shared/aws/compose/ses.ts';
import { webhookRequests } from '../../shared/aws/compose/webhook-requests.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { AttemptMessage } from '../../shared/domain/ports/webhooks.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-delivery.ts';

const ctx = compose([deliveryLogs, identity, queues, resolver, ses, webhookRequests, webhooks]);
const memory = attemptMemory();

export const handler = sqsHandler(ctx.log, AttemptMessage, (message, { receive_count }) =>
  attemptWebhook(ctx, { message, receive_count, memory }),
);
