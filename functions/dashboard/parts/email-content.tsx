import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import { type Child, type Html, nothing, outside } from '../../../shared/http/html.ts';
import { findLinks } from '../../../shared/mail/links.ts';
import { Code } from '../ui/code.tsx';
import { Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { Table } from '../ui/table.tsx';
import { chosenTab, linkWith, type Tab, Tabs } from '../ui/tabs.tsx';
import { numberText } from './numbers.ts';

/** A page's place, for links that change its query. */
type Place = { path: string; search: URLSearchParams };

/** Max links listed. A newsletter can have hundreds. */
const maxLinks = 200;

const widths = [
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
] as const;

const grounds = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

type ChoicesContent = Place & {
  id: string;
  param: string;
  chosen: string;
  label: string;
  of: readonly Tab[];
};

/** A choice among a few, as links. The first is the page without the parameter. */
const Choices = ({ id, path, search, param, chosen, label, of }: ChoicesContent): Html => (
  <nav class="segments" aria-label={label}>
    {of.map(([value, name], i) => (
      <a
        href={`${linkWith(path, search, { [param]: i === 0 ? '' : value })}#${id}`}
        aria-current={value === chosen ? 'true' : undefined}
        data-here
      >
        {name}
      </a>
    ))}
  </nav>
);

type PreviewContent = Place & { id: string; title: string; src: string; html: string; children?: Child };

/** The html in a sandboxed frame, as wide as a desktop's reading pane or a phone, on white or dark. */
export function Preview({ id, path, search, title, src, html, children }: PreviewContent): Html {
  const width = chosenTab(search, widths, 'width');
  const ground = chosenTab(search, grounds, 'background');
  const place = { id, path, search };
  return (
    <>
      <div class="bar">
        <Choices {...place} param="width" chosen={width} label="Width" of={widths} />
        <Choices {...place} param="background" chosen={ground} label="Background" of={grounds} />
        {children}
      </div>
      <div class={`stage ${ground}`}>
        <iframe
          sandbox=""
          class={width}
          title={title}
          src={linkWith(src, new URLSearchParams(), { background: ground === 'dark' ? 'dark' : '' })}
        ></iframe>
      </div>
      <LinkTargets html={html} />
    </>
  );
}

/** The links of an html as text, because they are dead in the preview. */
function LinkTargets({ html }: { html: string }): Html {
  const { links } = findLinks(html, { all: true });
  if (links.length === 0) return nothing;
  const more = links.length - maxLinks;
  return (
    <details>
      <summary>Link addresses ({numberText(links.length)})</summary>
      <ul>
        {links.slice(0, maxLinks).map(({ url }) => (
          <li>{outside(url)}</li>
        ))}
      </ul>
      {more > 0 && <p class="small">And {numberText(more)} more</p>}
    </details>
  );
}

/** Bytes that a page can answer with. Lambda answers in base64, with at most 6 MB. */
export const maxDownload = 4_000_000;

type AttachmentsContent = { files: EmailRecord['attachments']; path: string; isStored: boolean };

/** Files by name, type, and size, each with a download while it is stored and fits an answer. */
export function Attachments({ files, path, isStored }: AttachmentsContent): Html {
  if (files.length === 0) return <Empty text="This email has no attachments." />;
  return (
    <Table
      list
      caption="Attachments"
      heads={['Name', 'Type', 'Size', 'Download']}
      rows={files.map(({ name, content_type, size }, i) => [
        outside(name),
        outside(content_type),
        sizeText(size),
        isStored && size <= maxDownload ? (
          <span class="inline">
            <a href={`${path}/attachments/${i}`} download>
              <Icon name="download" />
              Download<span class="unseen"> {outside(name)}</span>
            </a>
          </span>
        ) : (
          <span class="soft">{isStored ? 'Too large to download here' : 'No longer stored'}</span>
        ),
      ])}
    />
  );
}

/** A size in bytes, KB, or MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${numberText(Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

const views = [
  ['preview', 'Preview'],
  ['html', 'HTML'],
  ['text', 'Text'],
  ['source', 'Source'],
  ['headers', 'Headers'],
  ['attachments', 'Attachments'],
  ['json', 'JSON'],
] as const;

export type View = (typeof views)[number][0];

export const viewOf = (search: URLSearchParams): View => chosenTab(search, views);

type ContentTabs = Place & { view: View; attachments: number; children?: Child };

const id = 'content';

/** An email's content in tabs. */
export const ContentTabs = ({ path, search, view, attachments, children }: ContentTabs): Html => (
  <Tabs
    id={id}
    label="Content"
    path={path}
    search={search}
    chosen={view}
    tabs={views.map(([value, name]) =>
      value === 'attachments' && attachments > 0 ? [value, name, attachments] : [value, name],
    )}
  >
    {children}
  </Tabs>
);

export const NoContent = (): Html => <Empty text="This email’s content is no longer stored." />;

type Texts = { html: string | null; text: string | null };

type ShownTexts = Place & Texts & { view: 'preview' | 'html' | 'text'; title: string };

/** The preview, the html, or the text. */
export function ShownText({ view, path, search, html, text, title }: ShownTexts): Html {
  if (html === null && text === null) return <NoContent />;
  if (view === 'html')
    return html === null ? <Empty text="No HTML was provided." /> : <Code name="HTML" text={html} />;
  if (view === 'text' || html === null)
    return text === null ? (
      <Empty text="No plain text was provided. Over the API, Mailwright generates it from the HTML." />
    ) : (
      <Code name="text" text={text} />
    );
  return <Preview {...{ id, path, search, title, html }} src={`${path}/content`} />;
}
