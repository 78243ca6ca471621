import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { IconName } from '../../assets/icons.ts';
import { shownTo } from '../../ui/menu.tsx';
import { type Access, may } from '../pages.tsx';

type Place = { path: string; name: string; icon: IconName; access: Access };

/** What people call a page besides its name. */
const otherWords: Record<string, string> = {
  '/': 'home numbers',
  '/emails': 'messages mail log sent',
  '/received': 'inbound inbox messages',
  '/automations': 'workflows runs',
  '/domains': 'dns dkim spf dmarc senders',
  '/suppressions': 'bounces complaints blocklist csv',
  '/opt-outs': 'unsubscribed unsubscribes csv',
  '/blocked-senders': 'spam',
  '/webhooks': 'endpoints deliveries',
  '/suppressions/new': 'block import csv',
  '/api-keys': 'tokens secrets',
  '/smtp-credentials': 'passwords relay',
  '/imports': 'migrations sendgrid postmark mailgun',
  '/billing': 'billing usage quota upgrade',
  '/settings/members': 'team users roles',
  '/settings/sessions': 'browsers devices',
  '/settings': 'account deployment base url smtp host data retention',
};

/** What a member can start, wherever they are. */
const actions: readonly Place[] = [
  { path: '/emails/new', name: 'Send an email', icon: 'mail', access: ['full'] },
  { path: '/templates/new', name: 'Create a template', icon: 'template', access: ['templates:write'] },
  { path: '/automations/new', name: 'Create an automation', icon: 'workflow', access: ['automations:write'] },
  { path: '/events', name: 'Send a custom event', icon: 'zap', access: ['events:write'] },
  { path: '/domains/new', name: 'Add a domain', icon: 'globe', access: ['domains:write'] },
  { path: '/tenants/new', name: 'Create a tenant', icon: 'building', access: ['full'] },
  { path: '/suppressions/new', name: 'Suppress an address', icon: 'ban', access: ['suppressions:write'] },
  { path: '/inbound-routes/new', name: 'Add an inbound route', icon: 'route', access: ['inbound:write'] },
  { path: '/blocked-senders/new', name: 'Block a sender', icon: 'shield', access: ['inbound:write'] },
  { path: '/webhooks/new', name: 'Create a webhook', icon: 'webhook', access: ['webhooks:write'] },
  { path: '/api-keys/new', name: 'Create an API key', icon: 'key', access: ['full'] },
  { path: '/smtp-credentials/new', name: 'Create an SMTP credential', icon: 'server', access: ['full'] },
  { path: '/imports/new', name: 'Import from another provider', icon: 'import', access: ['full'] },
  { path: '/settings/members/invite', name: 'Invite a member', icon: 'users', access: 'owner' },
  { path: '/settings/sessions/end-all', name: 'Sign out everywhere', icon: 'devices', access: null },
  { path: '/accounts', name: 'Switch to another account', icon: 'users', access: null },
  { path: '/docs', name: 'Read the documentation', icon: 'book', access: null },
];

/** The pages and actions with all words of a text, for this member. An empty text matches all. */
export function placesFor(input: SessionInput, text: string) {
  const words = text.toLowerCase().split(/\s+/);
  const isNamed = ({ name, path }: { name: string; path: string }) => {
    const named = `${name} ${otherWords[path] ?? ''}`.toLowerCase();
    return words.every((word) => named.includes(word));
  };
  const isAllowed = ({ access }: Place) =>
    access === null || (access === 'owner' ? input.session.member.role === 'owner' : may(input, access));
  return {
    pages: shownTo(input.session)
      .flatMap((group) => group.pages)
      .filter(isNamed),
    actions: actions.filter((one) => isAllowed(one) && isNamed(one)),
  };
}
