import { automations } from '../../shared/aws/compose/automations.ts';
import { claims } from '../../shared/aws/compose/claims.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { customEvents } from '../../shared/aws/compose/custom-events.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { runs } from '../../shared/aws/compose/runs.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { eventRoutes } from './event-routes.ts';
import { automationRoutes } from './routes.ts';
import { runRoutes } from './run-routes.ts';

const ctx = compose([
  automations,
  claims,
  counters,
  cursors,
  customEvents,
  domains,
  identity,
  rates,
  resolver,
  runs,
  templates,
  tenants,
]);

export const handler = httpHandler(ctx, [...automationRoutes, ...runRoutes, ...eventRoutes]);
