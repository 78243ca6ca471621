import { compose } from '../../shared/aws/compose.ts';
import { cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import {
  domainClaims,
  domainIdentities,
  domainSecrets,
  domains,
  domainTasks,
  openSchedules,
} from '../../shared/aws/families/domains.ts';
import { dns, dnsHosts } from '../../shared/aws/families/network.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { claimRoutes } from './claim-routes.ts';
import { domainRoutes } from './routes.ts';

export const handler = httpHandler(
  compose([
    cursors,
    dns,
    dnsHosts,
    domainClaims,
    domainIdentities,
    domainSecrets,
    domainTasks,
    domains,
    identity,
    openSchedules,
    rates,
    tenants,
  ]),
  [...claimRoutes, ...domainRoutes],
);
