import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { filtered } from './list.ts';
import { confirmLink, status, time } from './parts.ts';

const ofEmails = (name: string, value: string): Html => filtered('/emails', name, value);

/** The first recipient of any field: a relayed email may have only Bcc. */
function recipients({ to, cc, bcc }: EmailRecord): Html {
  const all = [...to, ...cc, ...bcc];
  return markup`<span class="clip">${outside(all[0] ?? '–')}${all.length > 1 ? ` +${all.length - 1}` : nothing}</span>`;
}

/** If the relay refuses a recipient, the client may send no message, so there is no subject. */
export const displaySubject = ({ subject, last_event }: { subject: string; last_event?: string }): string =>
  subject || (last_event === 'suppressed' ? '(rejected before the message was sent)' : '(no subject)');

const subjectOf = (email: EmailRecord): Html =>
  markup`<a href="/emails/${email.id}">${outside(displaySubject(email))}</a>`;

const tenantOf = ({ tenant }: EmailRecord): Html => (tenant ? ofEmails('tenant', tenant) : markup`–`);

/** Columns of an email list: recipient (+n), subject, status, last event, tenant, time. */
export const emailColumns = {
  heads: ['Recipient', 'Subject', 'Status', 'Last event', 'Tenant', 'Created'],
  row: (email: EmailRecord) => [
    recipients(email),
    subjectOf(email),
    status(email.status),
    markup`<span class="soft">${email.last_event}</span>`,
    tenantOf(email),
    time(email.created_at),
  ],
};

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

const waitingActions = (id: string): Html =>
  markup`<div class="inline">${confirmLink(`/emails/${id}/cancel`, 'Cancel email', 'link')} <a href="/emails/${id}#scheduled_at">Reschedule</a></div>`;
