import { getHeaders } from '../../../shared/domain/delivery/get-headers.ts';
import type { RecipientRecord } from '../../../shared/domain/emails/list-recipients.ts';
import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import { finalStatuses } from '../../../shared/domain/emails/status.ts';
import type { TimelineEvent } from '../../../shared/domain/emails/timeline.ts';
import { type Html, nothing, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { emailRoutes, emails } from '../../emails/routes.ts';
import type { DashboardContext } from '../context.ts';
import {
  atFields,
  filled,
  filledTimes,
  json,
  listed,
  type Refused,
  showFormOnRefusal,
} from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { contentAnswer, htmlPart, textPart } from '../parts/content.ts';
import { firstRequest } from '../parts/curl.ts';
import {
  attachmentList,
  displaySubject,
  emailColumns,
  emailFacts,
  recipientTable,
  scheduledColumns,
  timelineTable,
} from '../parts/email.ts';
import { emailFilters, filterOf } from '../parts/email-filters.ts';
import { knownNames } from '../parts/known-names.tsx';
import { filterForm, listedBy, listPage, pager, withShortcuts } from '../parts/list.ts';
import { live } from '../parts/live.ts';
import { formPage, get, may, nameOf, newLink, onceGuard, pageOf, post } from '../parts/pages.ts';
import { confirmLink, doneNote, faults, fieldsOf, form } from '../parts/parts.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';

const [reading, writing] = [['emails:read'] as const, ['emails:send'] as const];

/** Members with support access can resend emails but not compose them. */
const composing = ['full'] as const;

type WithContent = EmailRecord & { html?: string | null; text?: string | null };

type Timeline = { events: TimelineEvent[]; next_cursor: string | null };

const notes = {
  sent: 'The email was accepted.',
  resent: 'The email was accepted again, as this new email.',
  cancelled: 'The email was canceled.',
  moved: 'The email was rescheduled.',
};

function action(ctx: DashboardContext, input: SessionInput, { id, status, attachments }: EmailRecord): Html {
  if (!may(input, writing)) return nothing;
  if (status !== 'scheduled') {
    const path = `/emails/${id}/resend`;
    if (attachments.length > 0) return confirmLink(path, 'Resend');
    return form(
      input,
      path,
      <>
        {onceGuard(ctx)}
        <Button label="Resend" kind="quiet" />
      </>,
    );
  }
  return confirmLink(`/emails/${id}/cancel`, 'Cancel email');
}

/** A scheduled email can be moved to another time. */
function rescheduling(input: SessionInput, { id, status }: EmailRecord, { issues }: Refused): Html {
  if (status !== 'scheduled' || !may(input, writing)) return nothing;
  const field = fieldsOf(input.form, issues);
  const hint = 'UTC. At most 90 days ahead';
  const at = field({ name: 'scheduled_at', label: 'New time', type: 'datetime-local', hint, required: true });
  return form(
    input,
    `/emails/${id}/reschedule`,
    <>
      {at}
      <Button label="Reschedule" />
    </>,
  );
}

function content({ id, html = null, text = null }: WithContent): Html {
  if (html === null && text === null) return <Empty text="The content of this email is no longer stored." />;
  const frame = { title: 'Email as HTML', src: `/emails/${id}/content` };
  return (
    <>
      {html !== null && htmlPart(html, frame)}
      {textPart(text)}
    </>
  );
}

/** Controls for a timeline of several pages, newest events first. */
function timelinePager(path: string, cursor: string | null, next: string | null): Html {
  if (cursor === null && next === null) return nothing;
  const search = new URLSearchParams(cursor ? { cursor } : {});
  return (
    <>
      {next && <p class="small">There are older events.</p>}
      {pager(path, search, { next, looked_to: null })}
    </>
  );
}

/** The message header as text, so its links aren't clickable. */
const headersPart = (headers: string | null): Html => (
  <details>
    <summary>Headers</summary>
    {headers === null ? (
      <p>The headers of this email are no longer stored.</p>
    ) : (
      <pre>{outside(headers)}</pre>
    )}
  </details>
);

const ofTemplate = atFields({ 'template.variables': 'variables' }, ['variables']);

function bodyOf(sent: URLSearchParams): Record<string, unknown> {
  const { template: id, variables } = filled(sent, ['template', 'variables']);
  return {
    ...filled(sent, ['from', 'subject', 'text', 'html']),
    ...filledTimes(sent, ['scheduled_at']),
    to: listed(sent, 'to'),
    // Variables without a template are reported at the template field.
    ...((id ?? variables) && { template: { id, ...(variables && { variables: json(variables) }) } }),
  };
}

/** Emails: the list, an email's page, and its actions. */
export function emailPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, emailRoutes);
  const firstEmail = (input: SessionInput) => (
    <>
      {may(input, composing) && (
        <p>
          <a href="/emails/new">Send an email</a>
        </p>
      )}
      {firstRequest(ctx, emails)}
    </>
  );

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const [found, names] = await Promise.all([
      callList<EmailRecord>(input, 'GET /emails'),
      knownNames(ctx, input, ['templates', 'tenants']),
    ]);
    return listPage(input, {
      ...found,
      ...emailColumns,
      ...listedBy(ctx, emails),
      action: may(input, composing) ? newLink('/emails/new', 'Send email') : undefined,
      above: (
        <>
          {names}
          {filterForm('/emails', search, emailFilters, 'Search recipient, subject, Message-ID')}
        </>
      ),
      none: 'No emails yet.',
      first: firstEmail(input),
    });
  }

  async function listScheduled(input: SessionInput): Promise<PageAnswer> {
    const query = { status: 'scheduled', limit: '100' };
    const found = await callList<EmailRecord>(input, 'GET /emails', query);
    const at = ({ scheduled_at }: EmailRecord) => Date.parse(scheduled_at ?? '');
    return listPage(input, {
      ...found,
      items: found.items.toSorted((a, b) => at(a) - at(b)),
      ...scheduledColumns(may(input, writing)),
      name: 'Scheduled',
      path: '/scheduled',
      caption: 'Scheduled emails, next first',
      none: 'No scheduled emails.',
      first: firstEmail(input),
    });
  }

  async function show(input: SessionInput, refused: Refused = {}): Promise<PageAnswer> {
    const cursor = input.search.get('cursor');
    const query = { include: 'content' };
    const part = { limit: '100', ...(cursor && { cursor }) };
    const [{ email }, events, { recipients }, headers] = await Promise.all([
      call<{ email: WithContent }>(input, 'GET /emails/{id}', { query }),
      call<Timeline>(input, 'GET /emails/{id}/events', { query: part }),
      call<{ recipients: RecipientRecord[] }>(input, 'GET /emails/{id}/recipients'),
      getHeaders(ctx, input.session.caller, input.params.id ?? ''),
    ]);
    const { html: _html, text: _text, ...record } = email;
    const { id, status } = record;
    const path = `/emails/${id}`;
    const state = { path, every_s: 3, most_s: 120, news: `Status: ${status}` };
    return pageOf(
      { name: nameOf(displaySubject(email)), action: action(ctx, input, record) },
      <>
        {doneNote(input.search, notes)}
        {faults(refused.issues)}
        {live(
          { ...state, final: cursor !== null || finalStatuses.includes(status) },
          <>
            {emailFacts(record)}
            <h2>Recipients</h2>
            {recipientTable(recipients, events.events)}
            <h2>Timeline</h2>
            {timelineTable(events.events.toReversed())}
            {timelinePager(path, cursor, events.next_cursor)}
          </>,
        )}
        {rescheduling(input, record, refused)}
        <h2>Content</h2>
        {content(email)}
        {headersPart(headers)}
        <details>
          <summary>JSON</summary>
          <pre>{outside(JSON.stringify(record, null, 2))}</pre>
        </details>
      </>,
      refused.status,
    );
  }

  /** The html body, for the sandboxed frame. */
  async function showContent(input: SessionInput): Promise<PageAnswer> {
    const query = { include: 'content' };
    const { email } = await call<{ email: WithContent }>(input, 'GET /emails/{id}', { query });
    return contentAnswer(email.html);
  }

  const names = (input: SessionInput) => knownNames(ctx, input, ['templates']);
  const newPage = formPage({ name: 'Send an email', action: '/emails/new', large: true, names }, (field) => (
    <>
      {onceGuard(ctx)}
      {field({ name: 'from', label: 'From', required: true, hint: 'An address at a verified domain' })}
      {field({ name: 'to', label: 'To', required: true, hint: 'Up to 50, comma-separated' })}
      {field({ name: 'subject', label: 'Subject' })}
      {field({ name: 'text', label: 'Text', multiline: true })}
      {field({ name: 'html', label: 'HTML', multiline: true })}
      {field({
        name: 'template',
        label: 'Template',
        names: 'templates',
        hint: 'Alias of a published template to use instead of subject and content',
      })}
      {field({ name: 'variables', label: 'Variables', multiline: 'short', hint: 'A JSON object' })}
      {field({
        name: 'scheduled_at',
        label: 'Send at',
        type: 'datetime-local',
        hint: 'UTC. Leave empty to send now',
      })}
      <Button label="Send email" />
    </>
  ));

  async function send(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const asked = { body: bodyOf(sent), idempotency_key: sent.get('request') };
    const { id } = await call<{ id: string }>(input, 'POST /emails', asked);
    return seeOther(`/emails/${id}?done=sent`, { emails: [id] });
  }

  async function resend(input: SessionInput): Promise<PageAnswer> {
    const asked = { idempotency_key: input.form.get('request') };
    const { id } = await call<{ id: string }>(input, 'POST /emails/{id}/resend', asked);
    return seeOther(`/emails/${id}?done=resent`, { emails: [id] });
  }

  /** Asks before resending if the copy leaves out attachments. */
  async function askResend(input: SessionInput): Promise<Asked> {
    const { email } = await call<{ email: EmailRecord }>(input, 'GET /emails/{id}');
    const { id, attachments } = email;
    const without = (
      <>
        <p>Attachments aren’t kept, so the new email leaves these out:</p>
        {attachmentList(attachments)}
      </>
    );
    return {
      name: 'Resend email',
      text: <>This sends the email again as a new email.</>,
      label: 'Resend',
      back: `/emails/${id}`,
      fields: (
        <>
          {attachments.length > 0 && without}
          {onceGuard(ctx)}
        </>
      ),
    };
  }

  async function askCancel(input: SessionInput): Promise<Asked> {
    const { email } = await call<{ email: EmailRecord }>(input, 'GET /emails/{id}');
    return {
      name: 'Cancel email',
      text: <>The email won’t be sent. This can’t be undone.</>,
      label: 'Cancel email',
      back: `/emails/${email.id}`,
    };
  }

  const cancel = does('PATCH /emails/{id}', '/emails/{id}?done=cancelled', () => ({
    body: { cancel: true },
  }));
  const reschedule = does('PATCH /emails/{id}', '/emails/{id}?done=moved', ({ form: sent }) => ({
    body: { scheduled_at: '', ...filledTimes(sent, ['scheduled_at']) },
  }));

  return [
    get('/emails', reading, withShortcuts(ctx, list, filterOf)),
    get('/scheduled', reading, listScheduled),
    get('/emails/new', composing, newPage),
    post('/emails/new', composing, showFormOnRefusal(newPage, send, ofTemplate)),
    get('/emails/{id}', reading, show),
    get('/emails/{id}/content', reading, showContent),
    ...confirmPages('/emails/{id}/resend', writing, askResend, showFormOnRefusal(show, resend)),
    ...confirmPages('/emails/{id}/cancel', writing, askCancel, showFormOnRefusal(show, cancel)),
    post('/emails/{id}/reschedule', writing, showFormOnRefusal(show, reschedule)),
  ];
}
