import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { templates } from '../../shared/aws/families/emails.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { templateRoutes } from './routes.ts';

const ctx = compose([cursors, identity, rates, templates, tenants]);

export const handler = httpHandler(ctx, templateRoutes);
