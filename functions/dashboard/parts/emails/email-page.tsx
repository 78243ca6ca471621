import { canonicalAddress } from '../../../../shared/core/addresses.ts';
import type { RecipientRecord } from '../../../../shared/domain/emails/list-recipients.ts';
import type { EmailRecord } from '../../../../shared/domain/emails/record.ts';
import type { TimelineEvent } from '../../../../shared/domain/emails/timeline.ts';
import { explain, wordsOf } from '../../../../shared/domain/feedback/explain.ts';
import type { Neighbors } from '../../../../shared/domain/ports/emails.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import type { IconName } from '../../assets/icons.ts';
import { Badge, type Fact, Facts, Icon } from '../../ui/elements.tsx';
import { Table } from '../../ui/table.tsx';
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx';
import { numberText, sizeText } from '../numbers.tsx';
import { copied, time } from '../parts.tsx';
import { displaySubject, ofEmails } from './email.tsx';

/** An address that links to its emails and can be copied. */
const Address = ({ name, address }: { name: 'from' | 'to'; address: string }): Html => (
  <span data-copy="address">{ofEmails(name, address)}</span>
);

/** Links to the emails before and after this one in the list, newest first. */
export const NeighborLinks = ({ newer, older }: Neighbors): Html => (
  <nav class="near" aria-label="Newer and older emails">
    <NeighborLink id={newer} rel="prev" icon="up" name="Newer email" />
    <NeighborLink id={older} rel="next" icon="down" name="Older email" />
  </nav>
);

type NeighborLinkContent = { id: string | null; rel: string; icon: IconName; name: string };

const NeighborLink = ({ id, rel, icon, name }: NeighborLinkContent): Html =>
  id === null ? (
    <span class="button quiet" aria-disabled="true" title={name}>
      <Icon name={icon} />
    </span>
  ) : (
    <a class="button quiet" href={`/emails/${id}`} rel={rel} title={name} aria-label={name}>
      <Icon name={icon} />
    </a>
  );

/** The email's fields, in a row. */
export function EmailFacts({ email }: { email: EmailRecord }): Html {
  const { template, tenant, resent_from, scheduled_at, failure_reason, original_message_id } = email;
  const entries: Fact[] = [
    ['From', <Address name="from" address={email.from} />],
    ['Subject', outside(displaySubject(email))],
    ['Status', <Badge word={email.status} />],
    ['Created', time(email.created_at)],
    ['Id', copied('id', email.id)],
    scheduled_at !== null && ['Scheduled for', time(scheduled_at)],
    failure_reason !== null && ['Failure reason', outside(failure_reason)],
    ['Category', ofEmails('category', email.category)],
    ['Source', email.source],
    email.reply_to.length > 0 && ['Reply-To', outside(email.reply_to.join(', '))],
    email.message_id !== null && ['Message-ID', copied('Message-ID', email.message_id)],
    original_message_id !== null && [
      'Original Message-ID',
      copied('original Message-ID', original_message_id),
    ],
    template !== null && ['Template', <TemplateLinks template={template} />],
    Boolean(tenant) && ['Tenant', ofEmails('tenant', tenant ?? '')],
    email.tags.length > 0 && ['Tags', <Tags tags={email.tags} />],
    resent_from !== null && ['Resent from', <a href={`/emails/${resent_from}`}>{resent_from}</a>],
  ];
  return <Facts entries={entries} look="across" />;
}

/** Links to the template and its emails, which outlive it. `/templates/new` is the create form. */
const TemplateLinks = ({ template }: { template: string }): Html => (
  <span class="inline">
    {template === 'new' ? (
      template
    ) : (
      <a href={`/templates/${encodeURIComponent(template)}`}>{outside(template)}</a>
    )}
    <a class="small" href={`/emails?${new URLSearchParams({ template })}`}>
      All its emails
    </a>
  </span>
);

const Tags = ({ tags }: Pick<EmailRecord, 'tags'>): Html => (
  <div class="inline">{tags.map(({ name, value }) => ofEmails('tag', `${name}:${value}`))}</div>
);

/** The server's response, its meaning, and what to do. Null for an event that needs no explanation. */
function explanationOf(event: TimelineEvent): Html | null {
  const said = wordsOf(event.data);
  const found = explain(event);
  if (!said && !found) return null;
  return (
    <>
      {said && <div class="said">{outside(said)}</div>}
      {found && (
        <div class="small">
          {found.meaning} {found.advice}
        </div>
      )}
    </>
  );
}

/** The addresses that kept the whole email from being sent, of an event that names them. */
const blockedIn = ({ type, data }: TimelineEvent): string[] =>
  type === 'email.suppressed' && Array.isArray(data.suppressed)
    ? data.suppressed.map(({ email }: { email: string }) => email)
    : [];

/** Whether the email wasn't sent because of other recipients' suppressions, not this one's. */
function isHeldBack({ email, last_event }: RecipientRecord, events: TimelineEvent[]): boolean {
  const blocked = last_event === 'suppressed' ? events.flatMap(blockedIn) : [];
  return blocked.length > 0 && !blocked.includes(canonicalAddress(email));
}

const HeldBack = (): Html => (
  <div class="small">
    Not sent, because another recipient is suppressed or opted out. Send the email again without that
    recipient.
  </div>
);

/** A recipient's latest reason. Shows only the server's words if the event is on another timeline page. */
function reasonOf(recipient: RecipientRecord, events: TimelineEvent[]): Html | null {
  if (isHeldBack(recipient, events)) return <HeldBack />;
  const { email, last_event, bounce_reason } = recipient;
  const last = events.find(
    ({ type, recipient: of }) => type === `email.${last_event}` && (of ?? email) === email,
  );
  if (last) return explanationOf(last);
  return bounce_reason ? <div class="said">{outside(bounce_reason)}</div> : null;
}

type RecipientsContent = { recipients: RecipientRecord[]; events: TimelineEvent[] };

type ReachedContent = { recipient: RecipientRecord; isHeldBack: boolean };

/** The status, and what happened since. */
const Reached = ({ recipient: { status, last_event }, isHeldBack }: ReachedContent): Html => (
  <span class="inline">
    <Badge word={status} />
    {last_event !== status && !isHeldBack && <Badge word={last_event} />}
  </span>
);

/** `events`: a page of the email's timeline, newest first. Explanations have a column only if there are any. */
export function Recipients({ recipients, events }: RecipientsContent): Html {
  const reasons = recipients.map((recipient) => reasonOf(recipient, events));
  const areExplained = reasons.some((reason) => reason !== null);
  return (
    <Table
      list
      caption="Recipients"
      heads={[
        'Address',
        'Field',
        'Status',
        ...(areExplained ? ['Explanation'] : []),
        'Delivered',
        'Opens',
        'Clicks',
      ]}
      rows={recipients.map((one, i) => [
        <Address name="to" address={one.email} />,
        <span class="soft">{kinds[one.kind]}</span>,
        <Reached recipient={one} isHeldBack={isHeldBack(one, events)} />,
        ...(areExplained ? [reasons[i] ?? false] : []),
        time(one.delivered_at),
        numberText(one.opens),
        numberText(one.clicks),
      ])}
    />
  );
}

const kinds = { to: 'To', cc: 'Cc', bcc: 'Bcc' };

/** Each event's words, icon, and color. */
const looks: Record<string, [title: string, icon: IconName, tone?: TimelineEntry['tone']]> = {
  'email.queued': ['Queued', 'clock'],
  'email.scheduled': ['Scheduled', 'scheduled', 'wait'],
  'email.rescheduled': ['Rescheduled', 'scheduled', 'wait'],
  'email.cancelled': ['Canceled', 'ban'],
  'email.sent': ['Sent', 'send', 'wait'],
  'email.delivered': ['Delivered', 'check', 'good'],
  'email.delivery_delayed': ['Delayed', 'alert', 'warn'],
  'email.bounced': ['Bounced', 'close', 'bad'],
  'email.complained': ['Marked as spam', 'flag', 'bad'],
  'email.failed': ['Failed', 'close', 'bad'],
  'email.suppressed': ['Suppressed', 'ban', 'bad'],
  'email.opened': ['Opened', 'eye', 'good'],
  'email.clicked': ['Clicked', 'click', 'good'],
  'email.unsubscribed': ['Unsubscribed', 'bell-off', 'warn'],
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** What else is known of an event: its answer, its link, its time. */
function Details({ event: { data } }: { event: TimelineEvent }): Html {
  const [answer, url, due] = [data.smtp_response, data.url, data.scheduled_at].map(textOf);
  const { processing_ms } = data;
  return (
    <>
      {answer && (
        <div class="said">
          {outside(answer)}
          {typeof processing_ms === 'number' && <span class="soft"> in {numberText(processing_ms)} ms</span>}
        </div>
      )}
      {url && <div class="said">{outside(url)}</div>}
      {due && <div class="small">For {time(due)}</div>}
      {data.machine === true && <div class="small">Probably a program, not a person</div>}
    </>
  );
}

function entryOf(event: TimelineEvent, isOne: boolean): TimelineEntry {
  const { type, recipient, occurred_at: at } = event;
  const [title, icon, tone] = looks[type] ?? [type, 'dot'];
  const concerned = recipient === null ? blockedIn(event) : [recipient];
  return {
    icon,
    tone: event.data.machine === true ? undefined : tone,
    title,
    kind: type,
    at,
    about:
      isOne || concerned.length === 0 ? undefined : <span class="soft">{outside(concerned.join(', '))}</span>,
    detail: (
      <>
        {explanationOf(event)}
        <Details event={event} />
      </>
    ),
  };
}

/** `events`: oldest first. With a single recipient, entries don't repeat the address. */
export const EmailTimeline = ({ events, recipients }: RecipientsContent): Html => (
  <Timeline entries={events.map((event) => entryOf(event, recipients.length === 1))} />
);

const maxNamed = 3;

/** What a resend does, and what it leaves out. */
export function ResendNotes({ email }: { email: EmailRecord }): Html {
  const { to, cc, bcc, attachments } = email;
  const all = [...to, ...cc, ...bcc];
  const others = all.length - maxNamed;
  return (
    <>
      This sends a new email with the same subject, content, and tags to{' '}
      {outside(all.slice(0, maxNamed).join(', '))}
      {others > 0 && ` and ${numberText(others)} more`}. It has its own id and timeline.
      {attachments.length > 0 && (
        <>
          {' '}
          <strong>It leaves out {attachments.length === 1 ? 'the attachment' : 'the attachments'}:</strong>{' '}
          {attachments.map(({ name, size }, i) => (
            <>
              {i > 0 && ', '}
              {outside(name)} ({sizeText(size)})
            </>
          ))}
          .
        </>
      )}
    </>
  );
}
