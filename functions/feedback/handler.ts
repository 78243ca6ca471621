import { compose } from '../../shared/aws/compose.ts';
import { mail, timeline } from '../../shared/aws/families/emails.ts';
import { lists } from '../../shared/aws/families/lists.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { sqsTextHandler } from '../../shared/aws/sqs-batch.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';

const ctx = compose([lists, mail, queues, tenants, timeline, webhooks]);

export const handler = sqsTextHandler(ctx.log, (body, delivery) => recordNotification(ctx, body, delivery));
