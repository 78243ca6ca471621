import type { Context } from '../domain/context.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import {
  accountRemovals,
  claims,
  cursors,
  identity,
  notices,
  noticesSent,
  rates,
  rotation,
  sessions,
  sightings,
  smtpCredentials,
  tokens,
} from './families/accounts.ts';
import { automations, customEvents, runs, sms } from './families/automations.ts';
import {
  domainClaims,
  domainIdentities,
  domainSecrets,
  domains,
  domainTasks,
  openSchedules,
} from './families/domains.ts';
import { attachments, counters, mail, scheduling, templates, timeline, visits } from './families/emails.ts';
import { imports, providers } from './families/imports.ts';
import { inbound, inboundRules, receivedFiles } from './families/inbound.ts';
import { exportFiles, lists, unsubscribes } from './families/lists.ts';
import { dns, dnsHosts, oidc, resolver } from './families/network.ts';
import { deadLetters, queueDrains, queues } from './families/queues.ts';
import { receiveQueue } from './families/receiving.ts';
import { sendingState, ses, sesQuota } from './families/ses.ts';
import { tenantRemovals, tenants } from './families/tenants.ts';
import { deliveryLogs, webhooks } from './families/webhooks.ts';
import type { Overrides } from './parts.ts';

/** Every family at once: for tests and for tools that run any verb. */
export function createContext(
  config: Config = readConfig(),
  overrides: Omit<Overrides, 'config'> = {},
): Context {
  const all = [
    accountRemovals,
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
    inboundRules,
    imports,
    lists,
    mail,
    notices,
    noticesSent,
    oidc,
    openSchedules,
    providers,
    queueDrains,
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
