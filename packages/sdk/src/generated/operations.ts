// Made from docs/openapi.json by `npm run generate`. Do not change by hand.

import type { Operations } from '../call.ts';

export const operations: Operations = {
  emails: {
    send: { method: 'POST', path: '/emails', takes: 'body', keyed: true, has: 'id' },
    list: { method: 'GET', path: '/emails', takes: 'query', list: 'emails' },
    sendBatch: { method: 'POST', path: '/emails/batch', takes: 'body', keyed: true, has: 'data' },
    get: { method: 'GET', path: '/emails/{id}', takes: 'query', unwrap: 'email' },
    update: { method: 'PATCH', path: '/emails/{id}', takes: 'body', unwrap: 'email' },
    resend: { method: 'POST', path: '/emails/{id}/resend', keyed: true, has: 'id' },
    events: { method: 'GET', path: '/emails/{id}/events', takes: 'query', list: 'events' },
    recipients: { method: 'GET', path: '/emails/{id}/recipients' },
    test: { method: 'POST', path: '/emails/test', takes: 'body' },
  },
  attachments: {
    create: { method: 'POST', path: '/attachments', takes: 'body', unwrap: 'attachment' },
  },
  templates: {
    create: { method: 'POST', path: '/templates', takes: 'body', unwrap: 'template' },
    list: { method: 'GET', path: '/templates', takes: 'query', list: 'templates' },
    get: { method: 'GET', path: '/templates/{template}', takes: 'query', unwrap: 'template' },
    update: { method: 'PATCH', path: '/templates/{template}', takes: 'body', unwrap: 'template' },
    act: { method: 'POST', path: '/templates/{template}', takes: 'body', unwrap: [ 'template', 'preview' ] },
    delete: { method: 'DELETE', path: '/templates/{template}' },
  },
  automations: {
    create: { method: 'POST', path: '/automations', takes: 'body', unwrap: 'automation' },
    list: { method: 'GET', path: '/automations', takes: 'query', list: 'automations' },
    get: { method: 'GET', path: '/automations/{id}', unwrap: 'automation' },
    update: { method: 'PATCH', path: '/automations/{id}', takes: 'body', unwrap: 'automation' },
    act: { method: 'POST', path: '/automations/{id}', takes: 'body', unwrap: 'automation' },
    delete: { method: 'DELETE', path: '/automations/{id}' },
    runs: {
      list: { method: 'GET', path: '/automations/{id}/runs', takes: 'query', list: 'runs' },
      get: { method: 'GET', path: '/automations/{id}/runs/{run}', unwrap: 'run' },
      act: { method: 'POST', path: '/automations/{id}/runs/{run}', takes: 'body', unwrap: 'run' },
    },
  },
  events: {
    send: { method: 'POST', path: '/events', takes: 'body', keyed: true, has: 'event' },
  },
  webhooks: {
    create: { method: 'POST', path: '/webhooks', takes: 'body' },
    list: { method: 'GET', path: '/webhooks', takes: 'query', list: 'webhooks' },
    get: { method: 'GET', path: '/webhooks/{id}', unwrap: 'webhook' },
    update: { method: 'PATCH', path: '/webhooks/{id}', takes: 'body', unwrap: 'webhook' },
    delete: { method: 'DELETE', path: '/webhooks/{id}' },
    act: { method: 'POST', path: '/webhooks/{id}', takes: 'body' },
    deliveries: {
      list: { method: 'GET', path: '/webhooks/{id}/deliveries', takes: 'query', list: 'deliveries' },
      get: { method: 'GET', path: '/webhooks/{id}/deliveries/{delivery}', unwrap: 'delivery' },
      act: { method: 'POST', path: '/webhooks/{id}/deliveries/{delivery}', takes: 'body', unwrap: 'delivery' },
    },
  },
  suppressions: {
    list: { method: 'GET', path: '/suppressions', takes: 'query', list: 'suppressions' },
    create: { method: 'POST', path: '/suppressions', takes: 'body', unwrap: 'suppression' },
    delete: { method: 'DELETE', path: '/suppressions', takes: 'query' },
    batch: { method: 'POST', path: '/suppressions/batch', takes: 'body' },
    export: { method: 'GET', path: '/suppressions/export', takes: 'query', text: 'csv' },
    get: { method: 'GET', path: '/suppressions/{id}', takes: 'query', unwrap: 'suppression' },
  },
  optOuts: {
    list: { method: 'GET', path: '/opt-outs', takes: 'query', list: 'opt_outs' },
    delete: { method: 'DELETE', path: '/opt-outs', takes: 'query' },
  },
  domains: {
    claims: {
      create: { method: 'POST', path: '/domains/claims', takes: 'body', unwrap: 'claim' },
      get: { method: 'GET', path: '/domains/claims/{id}', unwrap: 'claim' },
      act: { method: 'POST', path: '/domains/claims/{id}', takes: 'body', unwrap: 'claim' },
    },
    create: { method: 'POST', path: '/domains', takes: 'body', unwrap: 'domain' },
    list: { method: 'GET', path: '/domains', takes: 'query', list: 'domains' },
    get: { method: 'GET', path: '/domains/{id}', unwrap: 'domain' },
    update: { method: 'PATCH', path: '/domains/{id}', takes: 'body', unwrap: 'domain' },
    act: { method: 'POST', path: '/domains/{id}', takes: 'body' },
    delete: { method: 'DELETE', path: '/domains/{id}', takes: 'query' },
    rotateDkim: { method: 'POST', path: '/domains/{id}/rotate-dkim', unwrap: 'domain', keyed: true },
    cancelRotation: { method: 'DELETE', path: '/domains/{id}/rotate-dkim', unwrap: 'domain' },
  },
  migrations: {
    create: { method: 'POST', path: '/migrations', takes: 'body', unwrap: 'migration' },
    list: { method: 'GET', path: '/migrations', takes: 'query', list: 'migrations' },
    get: { method: 'GET', path: '/migrations/{id}', unwrap: 'migration' },
    report: { method: 'GET', path: '/migrations/{id}/report', takes: 'query', text: 'csv' },
  },
  apiKeys: {
    create: { method: 'POST', path: '/api-keys', takes: 'body' },
    list: { method: 'GET', path: '/api-keys', takes: 'query', list: 'api_keys' },
    get: { method: 'GET', path: '/api-keys/{id}', unwrap: 'api_key' },
    update: { method: 'PATCH', path: '/api-keys/{id}', takes: 'body', unwrap: 'api_key' },
    delete: { method: 'DELETE', path: '/api-keys/{id}' },
  },
  smtpCredentials: {
    create: { method: 'POST', path: '/smtp-credentials', takes: 'body' },
    list: { method: 'GET', path: '/smtp-credentials', takes: 'query', list: 'smtp_credentials' },
    get: { method: 'GET', path: '/smtp-credentials/{id}', unwrap: 'smtp_credential' },
    delete: { method: 'DELETE', path: '/smtp-credentials/{id}' },
  },
  tenants: {
    create: { method: 'POST', path: '/tenants', takes: 'body', unwrap: 'tenant' },
    list: { method: 'GET', path: '/tenants', takes: 'query', list: 'tenants' },
    get: { method: 'GET', path: '/tenants/{tenant}', unwrap: 'tenant' },
    update: { method: 'PATCH', path: '/tenants/{tenant}', takes: 'body', unwrap: 'tenant' },
    delete: { method: 'DELETE', path: '/tenants/{tenant}' },
    stats: { method: 'GET', path: '/tenants/{tenant}/stats', takes: 'query' },
    domains: {
      add: { method: 'POST', path: '/tenants/{tenant}/domains', takes: 'body', unwrap: 'domain' },
      list: { method: 'GET', path: '/tenants/{tenant}/domains', takes: 'query', list: 'domains' },
      remove: { method: 'DELETE', path: '/tenants/{tenant}/domains/{domain}' },
    },
  },
  account: {
    get: { method: 'GET', path: '/account', unwrap: 'account' },
  },
  usage: {
    get: { method: 'GET', path: '/usage', takes: 'query', unwrap: 'usage' },
  },
  deliverability: {
    get: { method: 'GET', path: '/deliverability', takes: 'query', unwrap: 'deliverability' },
  },
  receivedEmails: {
    list: { method: 'GET', path: '/received-emails', takes: 'query', list: 'received_emails' },
    get: { method: 'GET', path: '/received-emails/{id}', unwrap: 'received_email' },
    delete: { method: 'DELETE', path: '/received-emails/{id}' },
  },
  inboundRoutes: {
    create: { method: 'POST', path: '/inbound-routes', takes: 'body', unwrap: 'inbound_route' },
    list: { method: 'GET', path: '/inbound-routes', takes: 'query', list: 'inbound_routes' },
    get: { method: 'GET', path: '/inbound-routes/{id}', unwrap: 'inbound_route' },
    update: { method: 'PATCH', path: '/inbound-routes/{id}', takes: 'body', unwrap: 'inbound_route' },
    delete: { method: 'DELETE', path: '/inbound-routes/{id}' },
  },
  blockedSenders: {
    create: { method: 'POST', path: '/blocked-senders', takes: 'body', unwrap: 'blocked_sender' },
    list: { method: 'GET', path: '/blocked-senders', takes: 'query', list: 'blocked_senders' },
    get: { method: 'GET', path: '/blocked-senders/{id}', unwrap: 'blocked_sender' },
    delete: { method: 'DELETE', path: '/blocked-senders/{id}' },
  },
  health: {
    get: { method: 'GET', path: '/health' },
  },
  openapi: {
    get: { method: 'GET', path: '/openapi.json' },
  },
};
