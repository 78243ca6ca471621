import type { RecipientRecord } from '../../../shared/domain/emails/list-recipients.ts';
import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import type { TimelineEvent } from '../../../shared/domain/emails/timeline.ts';
import { explain, wordsOf } from '../../../shared/domain/feedback/explain.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { filtered } from './list.ts';
import { numberText } from './numbers.ts';
import { confirmLink, facts, status, table, time } from './parts.ts';

const ofEmails = (name: string, value: string): Html => filtered('/emails', name, value);

/** An address that links to its emails and can be copied. */
const addressOf = (name: 'from' | 'to', address: string): Html =>
  markup`<span data-copy="address">${ofEmails(name, address)}</span>`;

/** The first recipient of any field: a relayed email may have only Bcc. */
function recipients({ to, cc, bcc }: EmailRecord): Html {
  const all = [...to, ...cc, ...bcc];
  return markup`<span class="clip">${outside(all[0] ?? '–')}${all.length > 1 ? ` +${all.length - 1}` : nothing}</span>`;
}

/** If the relay refuses a recipient, the client may send no message, so there is no subject. */
export const displaySubject = ({ subject, last_event }: { subject: string; last_event?: string }): string =>
  subject || (last_event === 'suppressed' ? '(refused before the message was sent)' : '(no subject)');

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

/** The server's response, its meaning, and what to do. */
function explained(event: TimelineEvent): Html {
  const said = wordsOf(event.data);
  const found = explain(event);
  return markup`${said ? markup`<div>${outside(said)}</div>` : nothing}${found ? markup`<div class="small">${found.meaning} ${found.advice}</div>` : nothing}`;
}

export const timelineTable = (events: TimelineEvent[]): Html =>
  table({
    caption: 'Events, oldest first',
    heads: ['Time', 'Event', 'Recipient', 'Server response'],
    rows: events.map((event) => [
      time(event.occurred_at),
      event.type,
      event.recipient ? outside(event.recipient) : markup`all`,
      explained(event),
    ]),
  });

/** A recipient's latest reason. Shows only the server's words if the event is on another timeline page. */
function reasonOf({ email, last_event, bounce_reason }: RecipientRecord, events: TimelineEvent[]): Html {
  const last = events.find(
    ({ type, recipient }) => type === `email.${last_event}` && (recipient ?? email) === email,
  );
  return last ? explained(last) : outside(bounce_reason ?? '');
}

/** `events`: a page of the email's timeline, newest first. */
export const recipientTable = (recipients: RecipientRecord[], events: TimelineEvent[]): Html =>
  table({
    caption: 'Recipients',
    heads: ['Address', 'Field', 'Status', 'Explanation', 'Delivered', 'Opens', 'Clicks'],
    rows: recipients.map((one) => [
      addressOf('to', one.email),
      one.kind,
      status(one.status),
      reasonOf(one, events),
      time(one.delivered_at),
      numberText(one.opens),
      numberText(one.clicks),
    ]),
  });

/** Attachments by name, type, and size in bytes. Their contents can't be viewed. */
export const attachmentList = (files: EmailRecord['attachments']): Html =>
  markup`<ul>${files.map(({ name, content_type, size }) => markup`<li>${outside(name)} <span class="small">${outside(content_type)}, ${numberText(size)} bytes</span></li>`)}</ul>`;

export function emailFacts(email: EmailRecord): Html {
  const all = (addresses: string[]) =>
    addresses.map((address) => markup`<div>${addressOf('to', address)}</div>`);
  return facts([
    ['Id', markup`<code data-copy="id">${email.id}</code>`],
    ['Status', status(email.status)],
    ['From', addressOf('from', email.from)],
    ['To', all(email.to)],
    email.cc.length > 0 && ['Cc', all(email.cc)],
    email.bcc.length > 0 && ['Bcc', all(email.bcc)],
    ['Subject', outside(displaySubject(email))],
    ['Category', ofEmails('category', email.category)],
    ['Template', email.template ? ofEmails('template', email.template) : '–'],
    ['Tenant', tenantOf(email)],
    [
      'Tags',
      email.tags.length > 0
        ? email.tags.map(({ name, value }) => markup`<div>${ofEmails('tag', `${name}:${value}`)}</div>`)
        : '–',
    ],
    email.attachments.length > 0 && ['Attachments', attachmentList(email.attachments)],
    ['Message-ID', outside(email.message_id ?? '–')],
    email.original_message_id !== null && ['Original Message-ID', outside(email.original_message_id)],
    ['Source', email.source],
    email.resent_from !== null && [
      'Resent from',
      markup`<a href="/emails/${email.resent_from}">${email.resent_from}</a>`,
    ],
    email.scheduled_at !== null && ['Scheduled for', time(email.scheduled_at)],
    email.failure_reason !== null && ['Failure reason', outside(email.failure_reason)],
    ['Created', time(email.created_at)],
  ]);
}
