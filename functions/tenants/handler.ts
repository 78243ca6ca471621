import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import { counters } from '../../shared/aws/families/emails.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenantRemovals, tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { tenantRoutes } from './routes.ts';

const ctx = compose([counters, cursors, domains, identity, queues, rates, tenantRemovals, tenants, webhooks]);

export const handler = httpHandler(ctx, tenantRoutes);
