import * as z from 'zod';
import { compose } from '../../shared/aws/compose.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import { inbound, inboundRules } from '../../shared/aws/families/inbound.ts';
import { ownQueue, queues } from '../../shared/aws/families/queues.ts';
import { messageReading, receiveQueue } from '../../shared/aws/families/receiving.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { acceptSesMail } from '../../shared/domain/receiving/accept-ses-mail.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { SesNotification } from '../../shared/domain/receiving/ses-notification.ts';

const threads = {
  parse: new URL('./parse-thread.mjs', import.meta.url),
  auth: new URL('./auth-thread.mjs', import.meta.url),
};

const ctx = compose([
  domains,
  inbound,
  inboundRules,
  messageReading(threads),
  ownQueue,
  queues,
  receiveQueue,
  tenants,
  webhooks,
]);

/** A message from our receiver or from SES: both arrive while a deployment switches. */
const Message = z.union([ReceiveMessage, SesNotification]);

export const handler = drainable(
  ctx,
  sqsHandler(ctx.log, Message, (message) =>
    'receipt' in message ? acceptSesMail(ctx, message) : receiveEmail(ctx, message),
  ),
);
