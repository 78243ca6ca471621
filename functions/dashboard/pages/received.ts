import type { ReceivedRecord, ReceivedSummary } from '../../../shared/domain/receiving/received-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { receivedEmails } from '../../inbound/received-emails.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { contentAnswer, htmlPart, textPart } from '../parts/content.ts';
import { displaySubject } from '../parts/email.ts';
import { knownNames } from '../parts/known-names.tsx';
import { filtered, filterForm, listedBy, listPage, times, withShortcuts } from '../parts/list.ts';
import { numberText } from '../parts/numbers.ts';
import { get, may, nameOf, pageOf } from '../parts/pages.ts';
import { confirmLink, copied, empty, facts, status, table, time } from '../parts/parts.ts';
import type { Filter } from '../ui/filters.tsx';

const [reading, writing] = [['inbound:read'] as const, ['inbound:write'] as const];

const notes = { deleted: 'The email was deleted.' };

const filters: Filter[] = [
  { name: 'to', label: 'Recipient' },
  { name: 'from', label: 'From' },
  { name: 'domain', label: 'Domain', names: 'domains' },
  ...times,
];

function files({ attachments }: ReceivedRecord): Html {
  if (attachments.length === 0) return nothing;
  const rows = attachments.map(({ filename, content_type, size, download_url }) => [
    markup`<a href="${download_url}" rel="noreferrer">${outside(filename)}</a>`,
    outside(content_type),
    numberText(size),
  ]);
  return markup`<h2>Attachments</h2>${table({ caption: 'Attachments', heads: ['Name', 'Type', 'Bytes'], rows })}`;
}

function content(email: ReceivedRecord): Html {
  const { id, html, text } = email;
  if (html === null && text === null) return empty('This email has no content.');
  if (html === null) return textPart(text);
  return markup`${htmlPart(html, { title: 'Email as HTML', src: `/received/${id}/content` })}
<p><a href="/received/${id}/content?images=1">Open with images</a>. The sender may learn that the email was opened.</p>${textPart(text)}`;
}

/** Received mail: its sender, its authentication checks, and its content. */
export function receivedPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, receivedEmails.routes);
  const read = async (input: SessionInput) =>
    (await call<{ received_email: ReceivedRecord }>(input, 'GET /received-emails/{id}')).received_email;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const [found, names] = await Promise.all([
      callList<ReceivedSummary>(input, 'GET /received-emails'),
      knownNames(ctx, input, ['domains']),
    ]);
    return listPage(input, {
      ...found,
      ...listedBy(ctx, receivedEmails),
      name: 'Received',
      notes,
      above: markup`<p><a href="/inbound-routes">Inbound routes</a> <a href="/blocked-senders">Blocked senders</a></p>${names}${filterForm('/received', search, filters)}`,
      heads: ['From', 'Subject', 'Spam', 'To', 'Attachments', 'Received'],
      row: ({ id, from, rcpt_to, subject, spam_status, attachment_count, received_at }) => [
        outside(from),
        markup`<a href="/received/${id}">${outside(displaySubject({ subject }))}</a>`,
        status(spam_status),
        outside(rcpt_to.join(', ')),
        attachment_count,
        time(received_at),
      ],
      none: 'No email received yet. Turn on receiving for a domain and publish its MX record.',
    });
  }

  async function show(input: SessionInput): Promise<PageAnswer> {
    const email = await read(input);
    const headers = email.headers.map(({ name, value }) => [outside(name), outside(value)]);
    return pageOf(
      nameOf(displaySubject(email)),
      markup`${facts([
        ['Id', copied('id', email.id)],
        ['From', email.from ? filtered('/received', 'from', email.from) : '–'],
        ['To', outside(email.to.join(', ') || '–')],
        ['Cc', outside(email.cc.join(', ') || '–')],
        ['Delivered to', email.rcpt_to.map((to) => markup`<div>${filtered('/received', 'to', to)}</div>`)],
        ['Mailbox hash', outside(email.mailbox_hash ?? '–')],
        ['Subject', outside(email.subject)],
        ['Received', time(email.received_at)],
        ['Bytes', numberText(email.size)],
        ['SPF', status(email.auth.spf)],
        ['DKIM', status(email.auth.dkim)],
        ['DMARC', status(email.auth.dmarc)],
        ['Spam', status(email.spam_status)],
        ['Fully parsed', email.parse_error === null ? 'yes' : `no (${email.parse_error})`],
      ])}${may(input, writing) && markup`<div class="actions">${confirmLink(`/received/${email.id}/delete`, 'Delete')}</div>`}
${email.reply_text === null ? nothing : markup`<h2>Reply without quoted text</h2><pre>${outside(email.reply_text)}</pre>`}
<h2>Content</h2>${content(email)}${files(email)}
<details><summary>Headers</summary>${table({ caption: 'Headers', heads: ['Name', 'Value'], rows: headers })}</details>`,
    );
  }

  /** The html body, for the sandboxed frame. Images load only on request. */
  async function frame(input: SessionInput): Promise<PageAnswer> {
    const { html, attachments } = await read(input);
    const images = input.search.get('images') === '1' ? 'https' : 'none';
    return contentAnswer(html, { images, files: attachments });
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const { id, subject } = await read(input);
    return {
      name: 'Delete email',
      text: markup`${outside(subject || 'This email')} is deleted with its attachments. This can’t be undone.`,
      label: 'Delete',
      back: `/received/${id}`,
    };
  }

  const remove = does('DELETE /received-emails/{id}', '/received?done=deleted');

  return [
    get('/received', reading, withShortcuts(ctx, list)),
    get('/received/{id}', reading, show),
    get('/received/{id}/content', reading, frame),
    ...confirmPages('/received/{id}/delete', writing, ask, remove),
  ];
}
