import { providers } from '../../../../shared/core/records/counters.ts';
import { categories } from '../../../../shared/core/records/emails.ts';
import type { EmailRecord } from '../../../../shared/domain/emails/record.ts';
import { emailStatuses, lastEventNames } from '../../../../shared/domain/emails/status.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import { Badge } from '../../ui/elements.tsx';
import type { Filter } from '../../ui/filters.tsx';
import { filtered, times } from '../list.tsx';
import { confirmLink, time } from '../parts.tsx';

export const ofEmails = (name: string, value: string): Html => filtered('/emails', name, value);

/** The first recipient of any field: a relayed email may have only Bcc. */
function recipients({ to, cc, bcc }: EmailRecord): Html {
  const all = [...to, ...cc, ...bcc];
  return (
    <span class="clip">
      {outside(all[0] ?? '–')}
      {all.length > 1 && ` +${all.length - 1}`}
    </span>
  );
}

/** If the relay refuses a recipient, the client may send no message, so there is no subject. */
export const displaySubject = ({ subject, last_event }: { subject: string; last_event?: string }): string =>
  subject || (last_event === 'suppressed' ? '(rejected before the message was sent)' : '(no subject)');

const subjectOf = (email: EmailRecord): Html => (
  <a href={`/emails/${email.id}`}>{outside(displaySubject(email))}</a>
);

const tenantOf = ({ tenant }: EmailRecord): Html => (tenant ? ofEmails('tenant', tenant) : <>–</>);

/** A failed email that was never sent because of a suppression is shown as suppressed. */
const shownStatus = ({ status: word, last_event }: EmailRecord): string =>
  word === 'failed' && last_event === 'suppressed' ? last_event : word;

/** The last event, if it says more than the status. */
const newsOf = (email: EmailRecord): Html =>
  email.last_event === shownStatus(email) ? <>–</> : <span class="soft">{email.last_event}</span>;

/** Columns of an email list: recipient (+n), subject, status, last event, tenant if any has one, time. */
export function emailColumns(emails: readonly EmailRecord[]) {
  const hasTenants = emails.some(({ tenant }) => tenant);
  return {
    heads: ['Recipient', 'Subject', 'Status', 'Last event', ...(hasTenants ? ['Tenant'] : []), 'Created'],
    row: (email: EmailRecord) => [
      recipients(email),
      subjectOf(email),
      <Badge word={shownStatus(email)} />,
      newsOf(email),
      ...(hasTenants ? [tenantOf(email)] : []),
      time(email.created_at),
    ],
  };
}

/** Columns for scheduled emails. Only members that may send see the actions. */
export const scheduledColumns = (maySend: boolean) => ({
  heads: ['Recipient', 'Subject', 'Scheduled for', 'Tenant', ...(maySend ? ['Action'] : [])],
  row: (email: EmailRecord) => [
    recipients(email),
    subjectOf(email),
    time(email.scheduled_at),
    tenantOf(email),
    ...(maySend ? [waitingActions(email.id)] : []),
  ],
});

const waitingActions = (id: string): Html => (
  <div class="inline">
    {confirmLink(`/emails/${id}/cancel`, 'Cancel email', 'link')}{' '}
    <a href={`/emails/${id}#scheduled_at`}>Reschedule</a>
  </div>
);

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
