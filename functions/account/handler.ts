import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { accountRoutes } from './routes.ts';

const ctx = compose([counters, identity, rates, tenants]);

export const handler = httpHandler(ctx, accountRoutes);
