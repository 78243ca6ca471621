import { providers } from '../../../../shared/core/records/counters.ts';
import { categories } from '../../../../shared/core/records/emails.ts';
import { emailStatuses, lastEventNames } from '../../../../shared/domain/emails/status.ts';
import type { Filter } from '../../ui/filters.tsx';
import { times } from '../list.tsx';

export const emailFilters: Filter[] = [
  { name: 'status', label: 'Status', values: emailStatuses },
  { name: 'last_event', label: 'Last event', values: lastEventNames },
  { name: 'to', label: 'Recipient' },
  { name: 'from', label: 'From', names: 'senders' },
  { name: 'domain', label: 'Domain', names: 'domains' },
  { name: 'provider', label: 'Mailbox provider', values: providers },
  { name: 'subject', label: 'Subject starts with' },
  { name: 'message_id', label: 'Message-ID' },
  { name: 'tag', label: 'Tag', names: 'tags' },
  { name: 'template', label: 'Template', names: 'templates' },
  { name: 'category', label: 'Category', values: categories },
  { name: 'tenant', label: 'Tenant', names: 'tenants' },
  ...times,
];

/** The filter for a text in the search field. */
export function filterOf(text: string): string {
  if (/^<.*>$/.test(text) || text.startsWith('msg_')) return 'message_id';
  return /^[^@\s]+@[^@\s]+$/.test(text) ? 'to' : 'subject';
}
