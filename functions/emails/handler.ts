import { attachments } from '../../shared/aws/compose/attachments.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { scheduling } from '../../shared/aws/compose/scheduling.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { emailRoutes } from './routes.ts';

const ctx = compose([
  attachments,
  cursors,
  identity,
  mail,
  queues,
  rates,
  scheduling,
  templates,
  tenants,
  timeline,
  webhooks,
]);

export const handler = httpHandler(ctx, [...emailRoutes, ...attachmentRoutes]);
