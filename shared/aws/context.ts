import type { Context } from '../domain/context.ts';
import { attachments } from './compose/attachments.ts';
import { automations } from './compose/automations.ts';
import { claims } from './compose/claims.ts';
import { compose } from './compose/compose.ts';
import { counters } from './compose/counters.ts';
import { cursors } from './compose/cursors.ts';
import { customEvents } from './compose/custom-events.ts';
import { deadLetters } from './compose/dead-letters.ts';
import { deliveryLogs } from './compose/delivery-logs.ts';
import { dns } from './compose/dns.ts';
import { dnsHosts } from './compose/dns-hosts.ts';
import { domainClaims } from './compose/domain-claims.ts';
import { domainIdentities } from './compose/domain-identities.ts';
import { domainSecrets } from './compose/domain-secrets.ts';
import { domainTasks } from './compose/domain-tasks.ts';
import { domains } from './compose/domains.ts';
import { exportFiles } from './compose/exports.ts';
import { identity } from './compose/identity.ts';
import { imports } from './compose/imports.ts';
import { inbound } from './compose/inbound.ts';
import { lists } from './compose/lists.ts';
import { mail } from './compose/mail.ts';
import { notices } from './compose/notices.ts';
import { openSchedules } from './compose/open-schedules.ts';
import type { Overrides } from './compose/parts.ts';
import { providers } from './compose/providers.ts';
import { queues } from './compose/queues.ts';
import { rates } from './compose/rates.ts';
import { receiveQueue } from './compose/receive-queue.ts';
import { receivedFiles } from './compose/received-files.ts';
import { resolver } from './compose/resolver.ts';
import { rotation } from './compose/rotation.ts';
import { runs } from './compose/runs.ts';
import { scheduling } from './compose/scheduling.ts';
import { sendingState } from './compose/sending-state.ts';
import { ses } from './compose/ses.ts';
import { sesQuota } from './compose/ses-quota.ts';
import { sessions } from './compose/sessions.ts';
import { sightings } from './compose/sightings.ts';
import { sms } from './compose/sms.ts';
import { smtpCredentials } from './compose/smtp-credentials.ts';
import { templates } from './compose/templates.ts';
import { tenantRemovals } from './compose/tenant-removals.ts';
import { tenants } from './compose/tenants.ts';
import { timeline } from './compose/timeline.ts';
import { tokens } from './compose/tokens.ts';
import { unsubscribes } from './compose/unsubscribes.ts';
import { visits } from './compose/visits.ts';
import { webhooks } from './compose/webhooks.ts';
import { type Config, readConfig } from './config.ts';

/** Every family at once: for tests and for tools that run any verb. */
export function createContext(
  config: Config = readConfig(),
  overrides: Omit<Overrides, 'config'> = {},
): Context {
  const all = [
    attachments,
    automations,
    claims,
    counters,
    cursors,
    customEvents,
    deadLetters,
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
    inbound,
    imports,
    lists,
    mail,
    notices,
    openSchedules,
    providers,
    queues,
    rates,
    receiveQueue,
    receivedFiles,
    resolver,
    rotation,
    runs,
    scheduling,
    sendingState,
    ses,
    sesQuota,
    sessions,
    sightings,
    sms,
    smtpCredentials,
    templates,
    tenantRemovals,
    tenants,
    timeline,
    tokens,
    unsubscribes,
    visits,
    webhooks,
  ] as const;
  return compose([...all], { config, ...overrides });
}
