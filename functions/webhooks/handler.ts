import { claims } from '../../shared/aws/compose/claims.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { deliveryLogs } from '../../shared/aws/compose/delivery-logs.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queuesOnDemand } from '../../shared/aws/compose/queues-on-demand.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { sessions } from '../../shared/aws/compose/sessions.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
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
  queuesOnDemand,
  rates,
  resolver,
  sessions,
  tenants,
  timeline,
  webhooks,
]);

export const handler = httpHandler(ctx, webhookRoutes, {
  strategies: [apiKey, session(ctx, ['/webhooks'])],
});
