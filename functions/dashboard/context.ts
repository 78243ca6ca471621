import { attachments } from '../../shared/aws/compose/attachments.ts';
import { automations } from '../../shared/aws/compose/automations.ts';
import { claims } from '../../shared/aws/compose/claims.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { customEvents } from '../../shared/aws/compose/custom-events.ts';
import { deliveryLogs } from '../../shared/aws/compose/delivery-logs.ts';
import { dns } from '../../shared/aws/compose/dns.ts';
import { dnsHosts } from '../../shared/aws/compose/dns-hosts.ts';
import { domainClaims } from '../../shared/aws/compose/domain-claims.ts';
import { domainIdentities } from '../../shared/aws/compose/domain-identities.ts';
import { domainSecrets } from '../../shared/aws/compose/domain-secrets.ts';
import { domainTasks } from '../../shared/aws/compose/domain-tasks.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { exportFiles } from '../../shared/aws/compose/exports.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { imports } from '../../shared/aws/compose/imports.ts';
import { inbound } from '../../shared/aws/compose/inbound.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { notices } from '../../shared/aws/compose/notices.ts';
import { openSchedules } from '../../shared/aws/compose/open-schedules.ts';
import { providers } from '../../shared/aws/compose/providers.ts';
import { queuesOnDemand } from '../../shared/aws/compose/queues-on-demand.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { receivedFiles } from '../../shared/aws/compose/received-files.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { runs } from '../../shared/aws/compose/runs.ts';
import { scheduling } from '../../shared/aws/compose/scheduling.ts';
import { sessions } from '../../shared/aws/compose/sessions.ts';
import { smtpCredentials } from '../../shared/aws/compose/smtp-credentials.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenantRemovals } from '../../shared/aws/compose/tenant-removals.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';

/** What the operations behind the pages take. */
export const dashboardContext = () =>
  compose([
    attachments,
    automations,
    claims,
    counters,
    cursors,
    customEvents,
    deliveryLogs,
    dns,
    dnsHosts,
    domainClaims,
    domainIdentities,
    domainSecrets,
    domainTasks,
    domains,
    exportFiles,
    identity,
    imports,
    inbound,
    lists,
    mail,
    notices,
    openSchedules,
    providers,
    queuesOnDemand,
    rates,
    receivedFiles,
    resolver,
    runs,
    scheduling,
    sessions,
    smtpCredentials,
    templates,
    tenantRemovals,
    tenants,
    timeline,
    webhooks,
  ]);

export type DashboardContext = ReturnType<typeof dashboardContext>;
