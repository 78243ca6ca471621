import { automations } from './automations/routes.ts';
import { claims } from './domains/claim-routes.ts';
import { domains } from './domains/routes.ts';
import { emails } from './emails/routes.ts';
import { migrations } from './imports/routes.ts';
import { blockedSenders } from './inbound/blocked-senders.ts';
import { inboundRoutes } from './inbound/inbound-routes.ts';
import { receivedEmails } from './inbound/received-emails.ts';
import { apiKeys, smtpCredentials } from './keys/routes.ts';
import { optOuts, suppressions } from './suppressions/routes.ts';
import { templates } from './templates/routes.ts';
import { tenants } from './tenants/routes.ts';
import { webhooks } from './webhooks/routes.ts';

/** All resources, declared once, except attachments, which the dashboard isn't allowed to write. */
export const resources = [
  ...[emails, templates, automations, webhooks, domains, claims, tenants],
  ...[suppressions, optOuts, receivedEmails, inboundRoutes, blockedSenders],
  ...[migrations, apiKeys, smtpCredentials],
];
