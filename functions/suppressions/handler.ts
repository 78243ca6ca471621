import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { exportFiles } from '../../shared/aws/compose/exports.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { suppressionRoutes } from './routes.ts';

const ctx = compose([cursors, exportFiles, identity, lists, rates, tenants]);

export const handler = httpHandler(ctx, suppressionRoutes);
