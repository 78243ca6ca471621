import type { Route } from '../shared/http/route.ts';
import { accountRoutes } from './account/routes.ts';
import { eventRoutes } from './automations/event-routes.ts';
import { automationRoutes } from './automations/routes.ts';
import { runRoutes } from './automations/run-routes.ts';
import { claimRoutes } from './domains/claim-routes.ts';
import { domainRoutes } from './domains/routes.ts';
import { attachmentRoutes } from './emails/attachment-routes.ts';
import { emailRoutes } from './emails/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { blockedSenders } from './inbound/blocked-senders.ts';
import { inboundRoutes } from './inbound/inbound-routes.ts';
import { receivedEmails } from './inbound/received-emails.ts';
import { keyRoutes } from './keys/routes.ts';
import { publicRoutes } from './public/routes.ts';
import { suppressionRoutes } from './suppressions/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** All endpoints by the folder that serves them, for the OpenAPI document and the access suite. */
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
