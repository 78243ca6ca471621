import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import { inbound, inboundRules, receivedFiles } from '../../shared/aws/families/inbound.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { blockedSenders } from './blocked-senders.ts';
import { inboundRoutes } from './inbound-routes.ts';
import { receivedEmails } from './received-emails.ts';

const ctx = compose([
  cursors,
  domains,
  identity,
  inbound,
  inboundRules,
  rates,
  receivedFiles,
  tenants,
  webhooks,
]);

export const handler = httpHandler(ctx, [
  ...receivedEmails.routes,
  ...inboundRoutes.routes,
  ...blockedSenders.routes,
]);
