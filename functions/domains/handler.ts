import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { dns } from '../../shared/aws/compose/dns.ts';
import { dnsHosts } from '../../shared/aws/compose/dns-hosts.ts';
import { domainClaims } from '../../shared/aws/compose/domain-claims.ts';
import { domainIdentities } from '../../shared/aws/compose/domain-identities.ts';
import { domainSecrets } from '../../shared/aws/compose/domain-secrets.ts';
import { domainTasks } from '../../shared/aws/compose/domain-tasks.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { openSchedules } from '../../shared/aws/compose/open-schedules.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
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
