import { compose } from '../../shared/aws/compose/compose.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { queuesOnDemand } from '../../shared/aws/compose/queues-on-demand.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { sightings } from '../../shared/aws/compose/sightings.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { tokens } from '../../shared/aws/compose/tokens.ts';
import { unsubscribes } from '../../shared/aws/compose/unsubscribes.ts';
import { visits } from '../../shared/aws/compose/visits.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { publicRoutes } from './routes.ts';

const ctx = compose([
  identity,
  lists,
  queuesOnDemand,
  rates,
  sightings,
  tenants,
  timeline,
  tokens,
  unsubscribes,
  visits,
  webhooks,
]);

export const handler = httpHandler(ctx, publicRoutes);
