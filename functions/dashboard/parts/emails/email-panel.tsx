import type { EmailSource } from '../../../../shared/domain/delivery/get-headers.ts';
import type { EmailRecord } from '../../../../shared/domain/emails/record.ts';
import type { Html } from '../../../../shared/http/html.ts';
import { Code, Empty } from '../../ui/elements.tsx';
import { Preview } from '../../ui/preview.tsx';
import { Checks } from './email-checks.tsx';
import { Attachments, Download, LinkTargets, maxDownload } from './email-content.tsx';

export const views = [
  ['preview', 'Preview'],
  ['html', 'HTML'],
  ['text', 'Text'],
  ['source', 'Source'],
  ['headers', 'Headers'],
  ['attachments', 'Attachments'],
  ['json', 'JSON'],
] as const;

export type View = (typeof views)[number][0];

export type WithContent = EmailRecord & { html?: string | null; text?: string | null };

/** What the chosen tab reads besides the email. */
export type Read = { headers?: string | null; source?: EmailSource | null };

type PanelContent = Read & { view: View; email: WithContent };

const cutNote = 'Only the first 256 KB of the body is shown.';
const filesNote = 'Attachments are shown without their content.';

const NoContent = (): Html => <Empty text="This email’s content is no longer stored." />;

type ShownTexts = {
  view: 'preview' | 'html' | 'text';
  path: string;
  html: string | null;
  text: string | null;
};

/** The preview, the html, or the text. */
function ShownText({ view, path, html, text }: ShownTexts): Html {
  if (html === null && text === null) return <NoContent />;
  if (view === 'html')
    return html === null ? <Empty text="No HTML was provided." /> : <Code name="HTML" text={html} />;
  if (view === 'text' || html === null)
    return text === null ? (
      <Empty text="No plain text was provided. Over the API, Mailwright generates it from the HTML." />
    ) : (
      <Code name="text" text={text} />
    );
  return (
    <Preview title="Email as HTML" src={`${path}/content`}>
      <LinkTargets html={html} />
    </Preview>
  );
}

/** The chosen tab's panel. */
export function Panel({ view, email, headers, source }: PanelContent): Html {
  const { html = null, text = null, ...record } = email;
  const { id, attachments: files } = record;
  const path = `/emails/${id}`;
  const isStored = html !== null || text !== null;
  const downloadOf = (from: string, { name, size }: (typeof files)[number]) =>
    isStored && size <= maxDownload ? (
      <Download name={name} from={from} />
    ) : (
      <span class="soft">{isStored ? 'Too large to download here' : 'No longer stored'}</span>
    );
  if (view === 'json') return <Code name="JSON" text={JSON.stringify(record, null, 2)} />;
  if (view === 'attachments')
    return (
      <Attachments
        files={files.map((file, i) => ({ ...file, download: downloadOf(`${path}/attachments/${i}`, file) }))}
      />
    );
  if (view === 'headers') return headers ? <Code name="headers" text={headers} /> : <NoContent />;
  if (view === 'source') {
    if (!source) return <NoContent />;
    const notes = [source.truncated && cutNote, files.length > 0 && record.source !== 'smtp' && filesNote];
    return (
      <>
        <Code name="source" text={source.text} />
        {notes.map((note) => note && <p class="small">{note}</p>)}
      </>
    );
  }
  return (
    <>
      {view === 'preview' && isStored && <Checks email={{ ...record, html, text }} />}
      <ShownText {...{ view, path, html, text }} />
    </>
  );
}
