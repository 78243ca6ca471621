import { compose } from '../../shared/aws/compose.ts';
import { claims, cursors, identity, rates, sessions } from '../../shared/aws/families/accounts.ts';
import { mail, timeline } from '../../shared/aws/families/emails.ts';
import { resolver } from '../../shared/aws/families/network.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { deliveryLogs, webhooks } from '../../shared/aws/families/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { apiKey } from '../../shared/http/steps/authenticate.ts';
import { session } from '../../shared/http/steps/session.ts';
import { webhookRoutes } from './routes.ts';

const ctx = compose([
  claims,
  cursors,
  deliveryLogs,
  identity,
  mail,
  queues,
  rates,
  resolver,
  sessions,
  tenants,
  timeline,
  webhooks,
]);

export const handler = httpHandler(ctx, webhookRoutes, { strategies: [apiKey, session(ctx, ['/webhooks'])] });
