import type { Scope } from '../../shared/domain/keys/scopes.ts';

/** The pages that the navigation lists, for the members that may see them. */
export const navigation: { path: string; name: string; scope: readonly Scope[] | null; owner?: true }[] = [
  { path: '/', name: 'Overview', scope: null },
  { path: '/emails', name: 'Emails', scope: ['emails:read'] },
  { path: '/scheduled', name: 'Scheduled', scope: ['emails:read'] },
  { path: '/templates', name: 'Templates', scope: ['templates:read'] },
  { path: '/received', name: 'Received', scope: ['inbound:read'] },
  { path: '/inbound-routes', name: 'Inbound routes', scope: ['inbound:read'] },
  { path: '/blocked-senders', name: 'Blocked senders', scope: ['inbound:read'] },
  { path: '/domains', name: 'Domains', scope: ['domains:read'] },
  { path: '/tenants', name: 'Tenants', scope: ['full'] },
  { path: '/suppressions', name: 'Suppressions', scope: ['suppressions:read'] },
  { path: '/opt-outs', name: 'Opt-outs', scope: ['suppressions:read'] },
  { path: '/webhooks', name: 'Webhooks', scope: ['webhooks:read'] },
  { path: '/automations', name: 'Automations', scope: ['automations:read'] },
  { path: '/events', name: 'Events', scope: ['events:write'] },
  { path: '/imports', name: 'Imports', scope: ['full'] },
  { path: '/api-keys', name: 'API keys', scope: ['full'] },
  { path: '/smtp-credentials', name: 'SMTP credentials', scope: ['full'] },
  { path: '/billing', name: 'Plan and limits', scope: ['account:read'] },
  { path: '/settings', name: 'Settings', scope: ['account:read'] },
  { path: '/settings/members', name: 'Members', scope: null, owner: true },
  { path: '/settings/sessions', name: 'Sessions', scope: null },
];
