import { compose } from '../../shared/aws/compose/compose.ts';
import { inbound } from '../../shared/aws/compose/inbound.ts';
import { messageReading } from '../../shared/aws/compose/message-reading.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';

const threads = {
  parse: new URL('./parse-thread.mjs', import.meta.url),
  auth: new URL('./auth-thread.mjs', import.meta.url),
};

const ctx = compose([inbound, messageReading(threads), queues, tenants, webhooks]);

export const handler = sqsHandler(ctx.log, ReceiveMessage, (message) => receiveEmail(ctx, message));
