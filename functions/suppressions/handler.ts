import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { exportFiles, lists } from '../../shared/aws/families/lists.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { suppressionRoutes } from './routes.ts';

const ctx = compose([cursors, exportFiles, identity, lists, rates, tenants]);

export const handler = httpHandler(ctx, suppressionRoutes);
