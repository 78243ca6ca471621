import { createContext } from '../../shared/aws/context.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';

const ctx = createContext();

export const handler = sqsHandler(ctx.log, DeliverMessage, (message, delivery) =>
  deliverEmail(ctx, message, delivery),
);
