import { compose } from '../../shared/aws/compose/compose.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsTextHandler } from '../../shared/aws/sqs-batch.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';

const ctx = compose([lists, mail, queues, tenants, timeline, webhooks]);

export const handler = sqsTextHandler(ctx.log, (body, delivery) => recordNotification(ctx, body, delivery));
