import { attachments } from '../../shared/aws/compose/attachments.ts';
import { automations } from '../../shared/aws/compose/automations.ts';
import { claims } from '../../shared/aws/compose/claims.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { customEvents } from '../../shared/aws/compose/custom-events.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queuesOnDemand } from '../../shared/aws/compose/queues-on-demand.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { runs } from '../../shared/aws/compose/runs.ts';
import { scheduling } from '../../shared/aws/compose/scheduling.ts';
import { sessions } from '../../shared/aws/compose/sessions.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
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
  queuesOnDemand,
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
