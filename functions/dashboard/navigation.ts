import type { Scope } from '../../shared/domain/keys/scopes.ts';
import type { IconName } from './assets/icons.ts';

export type NavigationPage = {
  path: string;
  name: string;
  icon: IconName;
  scope: readonly Scope[] | null;
  owner?: true;
};

/** The pages in the navigation, in groups, each for the members that may see it. */
export const navigation: { name: string | null; pages: NavigationPage[] }[] = [
  {
    name: null,
    pages: [
      { path: '/', name: 'Overview', icon: 'overview', scope: null },
      { path: '/metrics', name: 'Metrics', icon: 'chart', scope: ['account:read'] },
    ],
  },
  {
    name: 'Mail',
    pages: [
      { path: '/emails', name: 'Emails', icon: 'mail', scope: ['emails:read'] },
      { path: '/scheduled', name: 'Scheduled', icon: 'scheduled', scope: ['emails:read'] },
      { path: '/received', name: 'Received', icon: 'inbox', scope: ['inbound:read'] },
    ],
  },
  {
    name: 'Content',
    pages: [
      { path: '/templates', name: 'Templates', icon: 'template', scope: ['templates:read'] },
      { path: '/automations', name: 'Automations', icon: 'workflow', scope: ['automations:read'] },
      { path: '/events', name: 'Events', icon: 'zap', scope: ['events:write'] },
    ],
  },
  {
    name: 'Domains and lists',
    pages: [
      { path: '/domains', name: 'Domains', icon: 'globe', scope: ['domains:read'] },
      { path: '/tenants', name: 'Tenants', icon: 'building', scope: ['full'] },
      { path: '/suppressions', name: 'Suppressions', icon: 'ban', scope: ['suppressions:read'] },
      { path: '/opt-outs', name: 'Opt-outs', icon: 'bell-off', scope: ['suppressions:read'] },
      { path: '/inbound-routes', name: 'Inbound routes', icon: 'route', scope: ['inbound:read'] },
      { path: '/blocked-senders', name: 'Blocked senders', icon: 'shield', scope: ['inbound:read'] },
    ],
  },
  {
    name: 'Developers',
    pages: [
      { path: '/webhooks', name: 'Webhooks', icon: 'webhook', scope: ['webhooks:read'] },
      { path: '/api-keys', name: 'API keys', icon: 'key', scope: ['full'] },
      { path: '/smtp-credentials', name: 'SMTP credentials', icon: 'server', scope: ['full'] },
      { path: '/imports', name: 'Imports', icon: 'import', scope: ['full'] },
    ],
  },
  {
    name: 'Account',
    pages: [
      { path: '/billing', name: 'Plan and limits', icon: 'gauge', scope: ['account:read'] },
      { path: '/settings/members', name: 'Members', icon: 'users', scope: null, owner: true },
      { path: '/settings/sessions', name: 'Sessions', icon: 'devices', scope: null },
      { path: '/settings', name: 'Settings', icon: 'settings', scope: ['account:read'] },
    ],
  },
];
