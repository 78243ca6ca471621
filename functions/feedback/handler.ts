import { createContext } from '../../shared/aws/context.ts';
import { sqsTextHandler } from '../../shared/aws/sqs-batch.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';

const ctx = createContext();

export const handler = sqsTextHandler(ctx.log, (body, delivery) => recordNotification(ctx, body, delivery));
