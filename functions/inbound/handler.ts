import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { inbound } from '../../shared/aws/compose/inbound.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { receivedFiles } from '../../shared/aws/compose/received-files.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { inboundRoutes } from './routes.ts';

const ctx = compose([cursors, identity, inbound, rates, receivedFiles, tenants]);

export const handler = httpHandler(ctx, inboundRoutes);
