import type { Resource } from '../shared/http/resource-declaration.ts';
import type { Route } from '../shared/http/route.ts';
import { accountRoutes } from './account/routes.ts';
import { eventRoutes } from './automations/event-routes.ts';
import { automationRoutes, automations } from './automations/routes.ts';
import { runRoutes } from './automations/run-routes.ts';
import { claimRoutes, claims } from './domains/claim-routes.ts';
import { domainRoutes, domains } from './domains/routes.ts';
import { attachmentRoutes, attachments } from './emails/attachment-routes.ts';
import { emailRoutes, emails } from './emails/routes.ts';
import { importRoutes, migrations } from './imports/routes.ts';
import { blockedSenders } from './inbound/blocked-senders.ts';
import { inboundRoutes } from './inbound/inbound-routes.ts';
import { receivedEmails } from './inbound/received-emails.ts';
import { apiKeys, keyRoutes, smtpCredentials } from './keys/routes.ts';
import { publicRoutes } from './public/routes.ts';
import { optOuts, suppressionRoutes, suppressions } from './suppressions/routes.ts';
import { templateRoutes, templates } from './templates/routes.ts';
import { tenantRoutes, tenants } from './tenants/routes.ts';
import { webhookRoutes, webhooks } from './webhooks/routes.ts';

/** What is declared once: its pages, samples and suites come from here, too. */
export const resources: Resource[] = [
  receivedEmails,
  inboundRoutes,
  blockedSenders,
  apiKeys,
  smtpCredentials,
  webhooks,
  tenants,
  templates,
  automations,
  domains,
  claims,
  migrations,
  emails,
  attachments,
  suppressions,
  optOuts,
];

/** Every endpoint there is, by the folder that serves it: for the OpenAPI document and the access suite. */
export const routeGroups: Record<string, Route[]> = {
  emails: [...emailRoutes, ...attachmentRoutes],
  templates: templateRoutes,
  automations: [...automationRoutes, ...runRoutes, ...eventRoutes],
  webhooks: webhookRoutes,
  suppressions: suppressionRoutes,
  domains: [...claimRoutes, ...domainRoutes],
  imports: importRoutes,
  keys: keyRoutes,
  tenants: tenantRoutes,
  account: accountRoutes,
  inbound: [...receivedEmails.routes, ...inboundRoutes.routes, ...blockedSenders.routes],
  public: publicRoutes,
};
