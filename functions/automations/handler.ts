import { compose } from '../../shared/aws/compose.ts';
import { claims, cursors, identity, rates, sessions } from '../../shared/aws/families/accounts.ts';
import { automations, customEvents, runs } from '../../shared/aws/families/automations.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import {
  attachments,
  counters,
  mail,
  scheduling,
  templates,
  timeline,
} from '../../shared/aws/families/emails.ts';
import { resolver } from '../../shared/aws/families/network.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { apiKey } from '../../shared/http/steps/authenticate.ts';
import { session } from '../../shared/http/steps/session.ts';
import { eventRoutes } from './event-routes.ts';
import { automationRoutes } from './routes.ts';
import { runRoutes } from './run-routes.ts';

const ctx = compose([
  attachments,
  automations,
  claims,
  counters,
  cursors,
  customEvents,
  domains,
  identity,
  mail,
  queues,
  rates,
  resolver,
  runs,
  scheduling,
  sessions,
  templates,
  tenants,
  timeline,
  webhooks,
]);

export const handler = httpHandler(ctx, [...automationRoutes, ...runRoutes, ...eventRoutes], {
  strategies: [apiKey, session(ctx, ['/events'])],
});
