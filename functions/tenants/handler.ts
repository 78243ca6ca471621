import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { queuesOnDemand } from '../../shared/aws/compose/queues-on-demand.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { tenantRemovals } from '../../shared/aws/compose/tenant-removals.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { tenantRoutes } from './routes.ts';

const ctx = compose([
  counters,
  cursors,
  domains,
  identity,
  queuesOnDemand,
  rates,
  tenantRemovals,
  tenants,
  webhooks,
]);

export const handler = httpHandler(ctx, tenantRoutes);
