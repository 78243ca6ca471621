import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { attachments, mail, scheduling, templates, timeline } from '../../shared/aws/families/emails.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
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
