import { compose } from '../../shared/aws/compose.ts';
import { identity, rates } from '../../shared/aws/families/accounts.ts';
import { counters } from '../../shared/aws/families/emails.ts';
import { readableSendingState } from '../../shared/aws/families/ses.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { accountRoutes } from './routes.ts';

const ctx = compose([counters, identity, rates, readableSendingState, tenants]);

export const handler = httpHandler(ctx, accountRoutes);
