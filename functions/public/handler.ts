import { compose } from '../../shared/aws/compose.ts';
import { identity, rates, sightings, tokens } from '../../shared/aws/families/accounts.ts';
import { timeline, visits } from '../../shared/aws/families/emails.ts';
import { lists, unsubscribes } from '../../shared/aws/families/lists.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { publicRoutes } from './routes.ts';

const ctx = compose([
  identity,
  lists,
  queues,
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
