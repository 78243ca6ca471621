import { createContext } from '../../shared/aws/context.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import type { DeliverMessage } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';

const ctx = createContext();

export const handler = sqsHandler<DeliverMessage>(ctx.log, (message, delivery) =>
  deliverEmail(ctx, message, delivery),
);
