import type { Issue } from '../../../shared/core/errors.ts';
import { categories } from '../../../shared/core/records/emails.ts';
import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import { emailStatuses } from '../../../shared/domain/emails/status.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { type Operation, operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { Serving } from '../../../shared/http/state.ts';
import { emailRoutes } from '../../emails/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, orFormAgain } from '../parts/acting.ts';
import { contentAnswer, htmlPart, textPart } from '../parts/content.ts';
import { firstRequest } from '../parts/curl.ts';
import { json } from '../parts/json.ts';
import { filterForm, isShort, pager, queryOf, times } from '../parts/list.ts';
import { live } from '../parts/live.ts';
import { asking, button, confirmation, doneNote, empty, faults, field, form } from '../parts/parts.ts';
import {
  emailFacts,
  emailTable,
  type RecipientEntry,
  recipientTable,
  scheduledTable,
  type TimelineEntry,
  timelineTable,
} from './email-parts.ts';

type Emails = { emails: EmailRecord[]; has_more: boolean; next_cursor: string | null };
type WithContent = EmailRecord & { html?: string | null; text?: string | null };

/** A status that changes no more. */
const settled = new Set([
  'delivered',
  'bounced',
  'failed',
  'complained',
  'suppressed',
  'cancelled',
  'opened',
  'clicked',
]);

const notes = {
  sent: 'The email was accepted.',
  resent: 'The email was accepted again, as this new email.',
  cancelled: 'The email was cancelled.',
  moved: 'The email has a new time.',
};

const filters = [
  { name: 'status', label: 'Status', values: emailStatuses },
  { name: 'to', label: 'Recipient' },
  { name: 'from', label: 'From' },
  { name: 'subject', label: 'Subject begins' },
  { name: 'tag', label: 'Tag' },
  { name: 'template', label: 'Template' },
  { name: 'category', label: 'Category', values: categories },
  { name: 'tenant', label: 'Tenant' },
  ...times,
];

const maySend = ({ caller }: SessionInput['session']): boolean => grants(caller.scopes, ['emails:send']);

async function list(
  ctx: DashboardContext,
  operation: Operation,
  { session, search }: SessionInput,
  only: Record<string, string> = {},
): Promise<PageAnswer> {
  const query = { ...queryOf(search, { limit: '25' }), ...only };
  const { emails, next_cursor } = await operation<Emails>(session.caller, 'GET /emails', { query });
  const short = isShort(search, emails.length, next_cursor);
  const scheduled = only.status === 'scheduled';
  const none = short
    ? empty('Nothing matched yet. Older emails may.')
    : empty(
        scheduled ? 'No email waits for its time.' : 'No email matches.',
        markup`<p><a href="/emails/new">Send an email</a></p>${firstRequest(ctx, '/emails')}`,
      );
  return {
    page: {
      name: scheduled ? 'Scheduled' : 'Emails',
      content: markup`${scheduled ? nothing : markup`${filterForm('/emails', search, filters)}<p><a class="button" href="/emails/new">Send email</a></p>`}
${emails.length === 0 ? none : scheduled ? scheduledTable(emails, maySend(session)) : emailTable(emails, 'Emails, newest first')}
${pager(scheduled ? '/scheduled' : '/emails', search, next_cursor, short)}`,
    },
  };
}

async function show(
  operation: Operation,
  input: SessionInput,
  issues: Issue[] = [],
  status = 200,
): Promise<PageAnswer> {
  const { session, params } = input;
  const read = <Answer>(
    name: 'GET /emails/{id}' | 'GET /emails/{id}/events' | 'GET /emails/{id}/recipients',
    query = {},
  ) => operation<Answer>(session.caller, name, { params, query });
  const [{ email }, { events }, { recipients }] = await Promise.all([
    read<{ email: WithContent }>('GET /emails/{id}', { include: 'content' }),
    read<{ events: TimelineEntry[] }>('GET /emails/{id}/events', { limit: '100' }),
    read<{ recipients: RecipientEntry[] }>('GET /emails/{id}/recipients'),
  ]);
  const { html, text, ...record } = email;
  return {
    status,
    page: {
      name: 'Email',
      content: markup`${doneNote(input.search, notes)}${faults(issues)}
${live(
  {
    path: `/emails/${record.id}`,
    every_s: 3,
    most_s: 120,
    final: settled.has(record.status),
    news: `Status: ${record.status}`,
  },
  markup`${emailFacts(record)}
<h2>Recipients</h2>${recipientTable(recipients)}
<h2>Timeline</h2>${timelineTable(events.toReversed())}`,
)}
${actions(input, record, issues)}
<h2>Content</h2>${content(record.id, { html: html ?? null, text: text ?? null })}
<details><summary>JSON</summary><pre>${outside(JSON.stringify(record, null, 2))}</pre></details>`,
    },
  };
}

function actions({ session, form: sent }: SessionInput, { id, status }: EmailRecord, issues: Issue[]): Html {
  if (!maySend(session)) return nothing;
  if (status !== 'scheduled')
    return markup`<div class="actions">${form({ session }, `/emails/${id}/resend`, button('Resend'))}</div>`;
  return markup`<div class="actions">${asking(`/emails/${id}/cancel`, 'Cancel email')}</div>
${form({ session }, `/emails/${id}/reschedule`, markup`${field({ name: 'scheduled_at', label: 'New time', value: sent.get('scheduled_at'), hint: 'ISO 8601, UTC, at most 30 days ahead', required: true }, issues)}${button('Reschedule')}`)}`;
}

function content(id: string, { html, text }: { html: string | null; text: string | null }): Html {
  if (html === null && text === null) return empty('The content of this email is no longer kept.');
  const frame = { title: 'The email as html', src: `/emails/${id}/content` };
  return markup`${html === null ? nothing : htmlPart(html, frame)}${textPart(text)}`;
}

/** The html of an email by itself, for the locked frame (D35). */
async function showContent(operation: Operation, { session, params }: SessionInput): Promise<PageAnswer> {
  const { email } = await operation<{ email: WithContent }>(session.caller, 'GET /emails/{id}', {
    params,
    query: { include: 'content' },
  });
  return contentAnswer(email.html);
}

const sendFields = ['from', 'subject', 'text', 'html', 'scheduled_at'];

function newPage(
  ctx: Serving,
  { session, form: sent }: SessionInput,
  issues: Issue[] = [],
  status = 200,
): PageAnswer {
  const value = (name: string) => sent.get(name);
  const fields = markup`<input type="hidden" name="request" value="${ctx.runtime.secret(43, 'base62')}">
${field({ name: 'from', label: 'From', value: value('from'), required: true, hint: 'An address of a verified domain' }, issues)}
${field({ name: 'to', label: 'To', value: value('to'), required: true, hint: 'Up to 50, between commas' }, issues)}
${field({ name: 'subject', label: 'Subject', value: value('subject') }, issues)}
${field({ name: 'text', label: 'Text', value: value('text'), multiline: true }, issues)}
${field({ name: 'html', label: 'HTML', value: value('html'), multiline: true }, issues)}
${field({ name: 'template', label: 'Template', value: value('template'), hint: 'Alias of a published template, in place of subject and content' }, issues)}
${field({ name: 'variables', label: 'Variables', value: value('variables'), multiline: 'short', hint: 'A JSON object' }, issues)}
${field({ name: 'scheduled_at', label: 'Send at', value: value('scheduled_at'), hint: 'ISO 8601, UTC; empty: now' }, issues)}
${button('Send email')}`;
  return {
    status,
    page: {
      name: 'Send an email',
      content: markup`${faults(issues)}${form({ session }, '/emails/new', fields)}`,
    },
  };
}

async function send(ctx: Serving, operation: Operation, input: SessionInput): Promise<PageAnswer> {
  const { session, form: sent } = input;
  const { template: id, variables } = filled(sent, ['template', 'variables']);
  const body = {
    ...filled(sent, sendFields),
    to: listed(sent, 'to'),
    // Variables without a template are refused at their template.
    ...((id ?? variables) && { template: { id, ...(variables && { variables: json(variables) }) } }),
  };
  const act = async () => {
    const { id } = await operation<{ id: string }>(session.caller, 'POST /emails', {
      body,
      idempotency_key: sent.get('request'),
    });
    return seeOther(`/emails/${id}?done=sent`, { emails: [id] });
  };
  return orFormAgain(act, (issues, status) => newPage(ctx, input, issues, status));
}

async function resend(operation: Operation, { session, params }: SessionInput): Promise<PageAnswer> {
  const { id } = await operation<{ id: string }>(session.caller, 'POST /emails/{id}/resend', { params });
  return seeOther(`/emails/${id}?done=resent`, { emails: [id] });
}

const change = (
  operation: Operation,
  input: SessionInput,
  done: 'cancelled' | 'moved',
): Promise<PageAnswer> =>
  orFormAgain(
    async () => {
      const { session, params, form: sent } = input;
      const body = done === 'moved' ? { scheduled_at: sent.get('scheduled_at') ?? '' } : { cancel: true };
      await operation(session.caller, 'PATCH /emails/{id}', { params, body });
      return seeOther(`/emails/${params.id}?done=${done}`);
    },
    (issues, status) => show(operation, input, issues, status),
  );

const read = ['emails:read'] as const;
const write = ['emails:send'] as const;

/** Emails: the list, one of them, and what can be done with it (D24). */
export function emailPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf(ctx, emailRoutes);
  async function askCancel(input: SessionInput): Promise<PageAnswer> {
    const { session, params } = input;
    const { email } = await operation<{ email: EmailRecord }>(session.caller, 'GET /emails/{id}', { params });
    const content = confirmation(input, {
      action: `/emails/${email.id}/cancel`,
      text: markup`The email will not be sent. This cannot be undone.`,
      label: 'Cancel email',
      back: `/emails/${email.id}`,
    });
    return { page: { name: 'Cancel email', content } };
  }
  return [
    { method: 'GET', path: '/emails', scope: read, run: (_, input) => list(ctx, operation, input) },
    {
      method: 'GET',
      path: '/scheduled',
      scope: read,
      run: (_, input) => list(ctx, operation, input, { status: 'scheduled' }),
    },
    { method: 'GET', path: '/emails/new', scope: ['full'], run: async (_, input) => newPage(ctx, input) },
    { method: 'POST', path: '/emails/new', scope: ['full'], run: (_, input) => send(ctx, operation, input) },
    { method: 'GET', path: '/emails/{id}', scope: read, run: (_, input) => show(operation, input) },
    {
      method: 'GET',
      path: '/emails/{id}/content',
      scope: read,
      run: (_, input) => showContent(operation, input),
    },
    {
      method: 'POST',
      path: '/emails/{id}/resend',
      scope: write,
      run: (_, input) => resend(operation, input),
    },
    { method: 'GET', path: '/emails/{id}/cancel', scope: write, run: (_, input) => askCancel(input) },
    {
      method: 'POST',
      path: '/emails/{id}/cancel',
      scope: write,
      run: (_, input) => change(operation, input, 'cancelled'),
    },
    {
      method: 'POST',
      path: '/emails/{id}/reschedule',
      scope: write,
      run: (_, input) => change(operation, input, 'moved'),
    },
  ];
}
