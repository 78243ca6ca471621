import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { templateRoutes } from './routes.ts';

const ctx = compose([cursors, identity, rates, templates, tenants]);

export const handler = httpHandler(ctx, templateRoutes);
