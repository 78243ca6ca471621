import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { inbound, receivedFiles } from '../../shared/aws/families/inbound.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { inboundRoutes } from './routes.ts';

const ctx = compose([cursors, identity, inbound, rates, receivedFiles, tenants]);

export const handler = httpHandler(ctx, inboundRoutes);
