import { compose } from '../../shared/aws/compose.ts';
import { identity, rates } from '../../shared/aws/families/accounts.ts';
import { counters } from '../../shared/aws/families/emails.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { accountRoutes } from './routes.ts';

const ctx = compose([counters, identity, rates, tenants]);

export const handler = httpHandler(ctx, accountRoutes);
