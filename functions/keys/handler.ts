import { compose } from '../../shared/aws/compose.ts';
import { claims, cursors, identity, rates, smtpCredentials } from '../../shared/aws/families/accounts.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { keyRoutes } from './routes.ts';

const ctx = compose([claims, cursors, domains, identity, rates, smtpCredentials, tenants]);

export const handler = httpHandler(ctx, keyRoutes);
