import { compose } from '../../shared/aws/compose.ts';
import {
  claims,
  cursors,
  identity,
  notices,
  rates,
  sessions,
  smtpCredentials,
  tokens,
} from '../../shared/aws/families/accounts.ts';
import { automations, customEvents, runs } from '../../shared/aws/families/automations.ts';
import {
  domainClaims,
  domainIdentities,
  domainSecrets,
  domains,
  domainTasks,
  openSchedules,
} from '../../shared/aws/families/domains.ts';
import {
  attachments,
  counters,
  mail,
  scheduling,
  templates,
  timeline,
} from '../../shared/aws/families/emails.ts';
import { imports, providers } from '../../shared/aws/families/imports.ts';
import { inbound, inboundRules, receivedFiles } from '../../shared/aws/families/inbound.ts';
import { exportFiles, lists } from '../../shared/aws/families/lists.ts';
import { dns, dnsHosts, oidc, resolver } from '../../shared/aws/families/network.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { readableSendingState } from '../../shared/aws/families/ses.ts';
import { tenantRemovals, tenants } from '../../shared/aws/families/tenants.ts';
import { deliveryLogs, webhooks } from '../../shared/aws/families/webhooks.ts';

export const dashboardContext = () =>
  compose([
    ...[claims, cursors, identity, notices, rates, sessions, smtpCredentials, tokens],
    ...[automations, customEvents, runs],
    ...[domainClaims, domainIdentities, domainSecrets, domains, domainTasks, openSchedules],
    ...[attachments, counters, mail, scheduling, templates, timeline],
    ...[imports, providers],
    ...[inbound, inboundRules, receivedFiles],
    ...[exportFiles, lists],
    ...[dns, dnsHosts, oidc, resolver],
    queues,
    readableSendingState,
    ...[tenantRemovals, tenants],
    ...[deliveryLogs, webhooks],
  ]);

export type DashboardContext = ReturnType<typeof dashboardContext>;
