import { claims } from '../../shared/aws/compose/claims.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { smtpCredentials } from '../../shared/aws/compose/smtp-credentials.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { keyRoutes } from './routes.ts';

const ctx = compose([claims, cursors, domains, identity, rates, smtpCredentials, tenants]);

export const handler = httpHandler(ctx, keyRoutes);
