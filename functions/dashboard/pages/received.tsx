import type { ReceivedRecord } from '../../../shared/domain/receiving/received-record.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { receivedEmails } from '../../inbound/received-emails.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { contentAnswer } from '../parts/emails/content.ts';
import { displaySubject } from '../parts/emails/email.tsx';
import { Attachments, ContentTabs, Download, LinkTargets } from '../parts/emails/email-content.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { filtered, listedBy, listPage, times, withShortcuts } from '../parts/list.tsx';
import { numberText, sizeText } from '../parts/numbers.tsx';
import { get, may, nameOf, pageOf } from '../parts/pages.tsx';
import { confirmLink, copied, time } from '../parts/parts.tsx';
import { Badge, Code, Empty, Facts } from '../ui/elements.tsx';
import type { Filter } from '../ui/filters.tsx';
import { Preview } from '../ui/preview.tsx';
import { Table } from '../ui/table.tsx';
import { chosenTab } from '../ui/tabs.tsx';

const [reading, writing] = [['inbound:read'] as const, ['inbound:write'] as const];

const notes = { deleted: 'The email was deleted.' };

const filters: Filter[] = [
  { name: 'to', label: 'Recipient' },
  { name: 'from', label: 'From' },
  { name: 'domain', label: 'Domain', names: 'domains' },
  ...times,
];

const views = [
  ['preview', 'Preview'],
  ['text', 'Text'],
  ['html', 'HTML'],
  ['reply', 'Reply'],
  ['headers', 'Headers'],
  ['attachments', 'Attachments'],
] as const;

type View = (typeof views)[number][0];

const Headers = ({ headers }: Pick<ReceivedRecord, 'headers'>): Html => (
  <Table
    caption="Headers"
    heads={['Name', 'Value']}
    rows={headers.map(({ name, value }) => [outside(name), outside(value)])}
  />
);

const noPart = { text: 'text', html: 'HTML', reply: 'reply' };

type PanelContent = { view: View; email: ReceivedRecord };

/** The chosen tab's panel. External images load only on request, because they tell the sender of the opening. */
function Panel({ view, email }: PanelContent): Html {
  const { html, text, reply_text, headers, attachments } = email;
  const path = `/received/${email.id}`;
  if (view === 'headers') return <Headers headers={headers} />;
  if (view === 'attachments')
    return (
      <Attachments
        files={attachments.map(({ filename: name, download_url, ...file }) => ({
          ...file,
          name,
          download: <Download name={name} from={download_url} />,
        }))}
      />
    );
  if (view === 'preview' && html !== null)
    return (
      <Preview title="Email as HTML" src={`${path}/content`}>
        <p class="small">
          <a href={`${path}/content?images=1`}>Open with images</a>. The sender may learn that the email was
          opened.
        </p>
        <LinkTargets html={html} />
      </Preview>
    );
  const part = { preview: text, text, html, reply: reply_text }[view];
  if (part !== null) return <Code name={view === 'preview' ? 'text' : noPart[view]} text={part} />;
  if (view === 'preview') return <Empty text="This email has no content." />;
  return <Empty text={`This email has no ${noPart[view]}.`} />;
}

/** An email's addresses and the results of its checks, in a row. */
function ReceivedFacts({ email }: { email: ReceivedRecord }): Html {
  const { auth, cc, to, rcpt_to, mailbox_hash, parse_error } = email;
  return (
    <Facts
      look="across"
      entries={[
        ['From', email.from ? filtered('/received', 'from', email.from) : '–'],
        ['Delivered to', rcpt_to.map((one) => <div>{filtered('/received', 'to', one)}</div>)],
        ['Subject', outside(displaySubject(email))],
        ['Received', time(email.received_at)],
        ['Spam', <Badge word={email.spam_status} />],
        ['SPF', <Badge word={auth.spf} />],
        ['DKIM', <Badge word={auth.dkim} />],
        ['DMARC', <Badge word={auth.dmarc} />],
        ['To', outside(to.join(', ') || '–')],
        cc.length > 0 && ['Cc', outside(cc.join(', '))],
        ['Id', copied('id', email.id)],
        ['Size', sizeText(email.size)],
        mailbox_hash !== null && ['Mailbox hash', outside(mailbox_hash)],
        parse_error !== null && ['Fully parsed', `no (${parse_error})`],
      ]}
    />
  );
}

/** Received mail: its sender, its authentication checks, and its content. */
export function receivedPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, receivedEmails.routes);
  const read = async (input: SessionInput) => (await call(input, 'GET /received-emails/{id}')).received_email;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const [found, names] = await Promise.all([
      callList(input, 'GET /received-emails'),
      knownNames(ctx, input, ['domains']),
    ]);
    return listPage(input, {
      ...found,
      ...listedBy(ctx, receivedEmails),
      name: 'Received',
      notes,
      names,
      filters,
      find: 'Search by sender',
      heads: ['From', 'Subject', 'Spam', 'To', 'Attachments', 'Received'],
      row: ({ id: of, from, rcpt_to, subject, spam_status, attachment_count, received_at }) => [
        outside(from),
        <a href={`/received/${of}`}>{outside(displaySubject({ subject }))}</a>,
        <Badge word={spam_status} />,
        outside(rcpt_to.join(', ')),
        numberText(attachment_count),
        time(received_at),
      ],
      none: 'No email received yet. Turn on receiving for a domain and publish its MX record.',
    });
  }

  async function show(input: SessionInput): Promise<PageAnswer> {
    const email = await read(input);
    const { path, search } = input;
    const view = chosenTab(search, views);
    const offered = views.filter(([value]) => value !== 'reply' || email.reply_text !== null);
    return pageOf(
      {
        name: nameOf(displaySubject(email)),
        ...(may(input, writing) && { action: confirmLink(`/received/${email.id}/delete`, 'Delete') }),
      },
      <>
        <ReceivedFacts email={email} />
        <h2>Content</h2>
        <ContentTabs {...{ path, search, view }} views={offered} attachments={email.attachments.length}>
          <Panel view={view} email={email} />
        </ContentTabs>
      </>,
    );
  }

  /** The html body, for the sandboxed frame. Images load only on request. */
  async function frame(input: SessionInput): Promise<PageAnswer> {
    const { html, attachments } = await read(input);
    const images = input.search.get('images') === '1' ? 'https' : 'none';
    const dark = input.search.get('background') === 'dark';
    return contentAnswer(html, { images, files: attachments, dark });
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const email = await read(input);
    return {
      name: 'Delete email',
      text: (
        <>
          {outside(email.subject || 'This email')} is deleted along with its attachments. This can’t be
          undone.
        </>
      ),
      label: 'Delete',
      back: `/received/${email.id}`,
    };
  }

  const bySender = () => 'from';
  const remove = does('DELETE /received-emails/{id}', '/received?done=deleted');

  return [
    get('/received', reading, withShortcuts(ctx, list, bySender)),
    get('/received/{id}', reading, show),
    get('/received/{id}/content', reading, frame),
    ...confirmPages('/received/{id}/delete', writing, ask, remove),
  ];
}
