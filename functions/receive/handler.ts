import * as z from 'zod';
import { compose } from '../../shared/aws/compose/compose.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { inbound } from '../../shared/aws/compose/inbound.ts';
import { messageReading } from '../../shared/aws/compose/message-reading.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { receiveQueue } from '../../shared/aws/compose/receive-queue.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { acceptSesMail } from '../../shared/domain/receiving/accept-ses-mail.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { SesNotification } from '../../shared/domain/receiving/ses-notification.ts';

const threads = {
  parse: new URL('./parse-thread.mjs', import.meta.url),
  auth: new URL('./auth-thread.mjs', import.meta.url),
};

const ctx = compose([domains, inbound, messageReading(threads), queues, receiveQueue, tenants, webhooks]);

/** Of the receiver, or of SES, whichever is the door: while doors change, both come (R58). */
const Message = z.union([ReceiveMessage, SesNotification]);

export const handler = sqsHandler(ctx.log, Message, (message) =>
  'receipt' in message ? acceptSesMail(ctx, message) : receiveEmail(ctx, message),
);
