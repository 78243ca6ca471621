import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { imports } from '../../shared/aws/compose/imports.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { providers } from '../../shared/aws/compose/providers.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { importRoutes } from './routes.ts';

const ctx = compose([cursors, identity, imports, lists, providers, rates, templates, tenants]);

export const handler = httpHandler(ctx, importRoutes);
