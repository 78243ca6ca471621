import { attachedAs } from '../../../shared/core/disposition.ts';
import { getHeaders, getSource } from '../../../shared/domain/delivery/get-headers.ts';
import { getAttachment } from '../../../shared/domain/emails/get-attachment.ts';
import { findNeighbors, firstScheduled } from '../../../shared/domain/emails/list-emails.ts';
import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import { finalStatuses } from '../../../shared/domain/emails/status.ts';
import type { Neighbors } from '../../../shared/domain/ports/emails.ts';
import { type Html, nothing } from '../../../shared/http/html.ts';
import { contentHeaders } from '../../../shared/http/pages/headers.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { emailRoutes, emails } from '../../emails/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filledTimes, type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { firstRequest } from '../parts/curl.ts';
import { contentAnswer } from '../parts/emails/content.ts';
import {
  displaySubject,
  emailColumns,
  emailFilters,
  filterOf,
  scheduledColumns,
} from '../parts/emails/email.tsx';
import { ContentTabs, maxDownload } from '../parts/emails/email-content.tsx';
import {
  EmailFacts,
  EmailTimeline,
  NeighborLinks,
  Recipients,
  ResendNotes,
} from '../parts/emails/email-page.tsx';
import { Panel, type Read, type View, views, type WithContent } from '../parts/emails/email-panel.tsx';
import { readOr } from '../parts/failed-part.ts';
import { knownNames, NameList } from '../parts/known-names.tsx';
import { listedBy, listPage, Pager, withShortcuts } from '../parts/list.tsx';
import { get, may, nameOf, newLink, onceGuard, pageOf, post } from '../parts/pages.tsx';
import { confirmLink, doneNote, Form, faults, fieldsOf } from '../parts/parts.tsx';
import { Button } from '../ui/elements.tsx';
import { Live } from '../ui/live.tsx';
import { chosenTab } from '../ui/tabs.tsx';
import { composePages, composing } from './compose.tsx';

const [reading, writing] = [['emails:read'] as const, ['emails:send'] as const];

/** How many scheduled emails a page shows. */
const scheduledRows = 100;

const notes = {
  sent: 'The email was accepted.',
  resent: 'The email is being resent. This is the new email.',
  cancelled: 'The email was canceled.',
  moved: 'The email was rescheduled.',
};

type ActionContent = { input: SessionInput; email: WithContent; neighbors: Neighbors };

/** The emails around this one, and what can be done with it. Without content there is nothing to resend. */
function Action({ input, email, neighbors }: ActionContent): Html {
  const { id, status, html, text } = email;
  const isScheduled = status === 'scheduled';
  const hasContent = (html ?? null) !== null || (text ?? null) !== null;
  return (
    <div class="actions">
      <NeighborLinks {...neighbors} />
      {may(input, writing) && isScheduled && confirmLink(`/emails/${id}/cancel`, 'Cancel email')}
      {may(input, writing) && !isScheduled && hasContent && confirmLink(`/emails/${id}/resend`, 'Resend')}
    </div>
  );
}

/** A scheduled email can be moved to another time. */
function rescheduling(input: SessionInput, { id, status }: EmailRecord, { issues }: Refused): Html {
  if (status !== 'scheduled' || !may(input, writing)) return nothing;
  const field = fieldsOf(input.form, issues);
  const hint = 'UTC. At most 90 days ahead';
  const at = field({ name: 'scheduled_at', label: 'New time', type: 'datetime-local', hint, required: true });
  return (
    <>
      <h2>Reschedule</h2>
      <Form input={input} action={`/emails/${id}/reschedule`}>
        <div class="beside hinted">
          {at}
          <Button label="Reschedule" kind="quiet" />
        </div>
      </Form>
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
      <Pager path={path} search={search} next={next} looked_to={null} />
    </>
  );
}

/** The senders and tags of the emails on a page of the list, which its filters suggest. */
const FoundNames = ({ emails: found }: { emails: EmailRecord[] }): Html => (
  <>
    <NameList kind="senders" names={found.map(({ from }) => from)} />
    <NameList
      kind="tags"
      names={found.flatMap(({ tags }) => tags.map(({ name, value }) => `${name}:${value}`))}
    />
  </>
);

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
    const [found, names] = await Promise.all([
      callList(input, 'GET /emails'),
      knownNames(ctx, input, ['templates', 'tenants', 'domains']),
    ]);
    return listPage(input, {
      ...found,
      ...emailColumns(found.items),
      ...listedBy(ctx, emails),
      action: may(input, composing) && newLink('/emails/new', 'Send email'),
      names: (
        <>
          {names}
          <FoundNames emails={found.items} />
        </>
      ),
      filters: emailFilters,
      find: 'Search recipient, subject, Message-ID',
      none: 'No emails yet.',
      first: firstEmail(input),
    });
  }

  async function listScheduled(input: SessionInput): Promise<PageAnswer> {
    const first = await firstScheduled(ctx, input.session.caller, scheduledRows);
    // Too many to sort, so the API's order stays.
    const query = { status: 'scheduled', limit: '100' };
    const found = first
      ? { items: first, next: null, looked_to: null }
      : await callList(input, 'GET /emails', query);
    return listPage(input, {
      ...found,
      above: first === null && (
        <p class="small">Too many scheduled emails to sort by send time. The newest are listed first.</p>
      ),
      foot: first?.length === scheduledRows && (
        <p class="small">
          The next {scheduledRows} are shown. <a href="/emails?status=scheduled">All scheduled emails</a>
        </p>
      ),
      ...scheduledColumns(may(input, writing)),
      name: 'Scheduled',
      path: '/scheduled',
      caption: first ? 'Scheduled emails, next first' : 'Scheduled emails, newest first',
      none: 'No scheduled emails.',
      first: firstEmail(input),
    });
  }

  /** Neighbors are optional links. The page works without them, and a refresh omits them. */
  async function neighborsOf(input: SessionInput): Promise<Neighbors> {
    const { request, session, params } = input;
    const none = { newer: null, older: null };
    if (request.headers.get('hx-request') === 'true') return none;
    return readOr(ctx, input, { part: 'neighbors', or: none }, () =>
      findNeighbors(ctx, session.caller, params.id ?? ''),
    );
  }

  async function readFor(view: View, { session, params }: SessionInput): Promise<Read> {
    const asked = [ctx, session.caller, params.id ?? ''] as const;
    if (view === 'headers') return { headers: await getHeaders(...asked) };
    return view === 'source' ? { source: await getSource(...asked) } : {};
  }

  async function show(input: SessionInput, refused: Refused = {}): Promise<PageAnswer> {
    const { search } = input;
    const view = chosenTab(search, views);
    const cursor = search.get('cursor');
    const part = { limit: '100', ...(cursor && { cursor }) };
    const [{ email }, { events, next_cursor }, { recipients }, neighbors, read] = await Promise.all([
      call(input, 'GET /emails/{id}', { query: { include: 'content' } }),
      call(input, 'GET /emails/{id}/events', { query: part }),
      call(input, 'GET /emails/{id}/recipients'),
      neighborsOf(input),
      readFor(view, input),
    ]);
    const { id, status, attachments } = email;
    const path = `/emails/${id}`;
    const isFinal = cursor !== null || finalStatuses.includes(status);
    return pageOf(
      {
        name: nameOf(displaySubject(email)),
        action: <Action input={input} email={email} neighbors={neighbors} />,
      },
      <>
        {doneNote(search, notes)}
        {faults(refused.issues)}
        <div class="mail">
          <Live path={path} every_s={3} most_s={120} final={isFinal} news={`Status: ${status}`}>
            <EmailFacts email={email} />
            <section class="whole">
              <h2>Recipients</h2>
              <Recipients recipients={recipients} events={events} />
            </section>
            <section>
              <h2>Timeline</h2>
              <EmailTimeline events={events.toReversed()} recipients={recipients} />
              {timelinePager(path, cursor, next_cursor)}
            </section>
          </Live>
          <section>
            {rescheduling(input, email, refused)}
            <h2>Content</h2>
            <ContentTabs {...{ path, search, views, view }} attachments={attachments.length}>
              <Panel view={view} email={email} {...read} />
            </ContentTabs>
          </section>
        </div>
      </>,
      refused.status,
    );
  }

  /** The html body, for the sandboxed frame. */
  async function showContent(input: SessionInput): Promise<PageAnswer> {
    const query = { include: 'content' };
    const { email } = await call(input, 'GET /emails/{id}', { query });
    return contentAnswer(email.html, { dark: input.search.get('background') === 'dark' });
  }

  /** Browsers save the file, whatever its type, and never display it. */
  async function download({ session, params }: SessionInput): Promise<PageAnswer> {
    const index = /^\d$/.test(params.index ?? '') ? Number(params.index) : -1;
    const file = await getAttachment(ctx, session.caller, { id: params.id ?? '', index, max: maxDownload });
    return {
      body: new Uint8Array(file.data),
      type: 'application/octet-stream',
      headers: { ...contentHeaders('none'), 'content-disposition': attachedAs(file.name) },
    };
  }

  async function resend(input: SessionInput): Promise<PageAnswer> {
    const asked = { idempotency_key: input.form.get('request') };
    const { id } = await call(input, 'POST /emails/{id}/resend', asked);
    return seeOther(`/emails/${id}?done=resent`, { emails: [id] });
  }

  /** Asks before resending, and says what the new email leaves out. */
  async function askResend(input: SessionInput): Promise<Asked> {
    const { email } = await call(input, 'GET /emails/{id}');
    return {
      name: 'Resend email',
      text: <ResendNotes email={email} />,
      label: 'Resend',
      kind: 'usual',
      back: `/emails/${email.id}`,
      fields: onceGuard(ctx),
    };
  }

  async function askCancel(input: SessionInput): Promise<Asked> {
    const { email } = await call(input, 'GET /emails/{id}');
    return {
      name: 'Cancel email',
      text: <>Canceling stops this email from being sent. This can’t be undone.</>,
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
    ...composePages(ctx),
    get('/emails/{id}', reading, show),
    get('/emails/{id}/content', reading, showContent),
    get('/emails/{id}/attachments/{index}', reading, download),
    ...confirmPages('/emails/{id}/resend', writing, askResend, showFormOnRefusal(show, resend)),
    ...confirmPages('/emails/{id}/cancel', writing, askCancel, showFormOnRefusal(show, cancel)),
    post('/emails/{id}/reschedule', writing, showFormOnRefusal(show, reschedule)),
  ];
}
