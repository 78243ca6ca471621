import { type Child, type Html, nothing, outside } from '../../../../shared/http/html.ts';
import { findLinks } from '../../../../shared/mail/links.ts';
import { Empty, Icon } from '../../ui/elements.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { numberText, sizeText } from '../numbers.tsx';

/** Max links listed. A newsletter can have hundreds. */
const maxLinks = 200;

/** The links of an html as text, because they are dead in the preview. */
export function LinkTargets({ html }: { html: string }): Html {
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

type File = { name: string; content_type: string; size: number; download: Child };

/** Files by name, type, and size, each with its download. */
export const Attachments = ({ files }: { files: File[] }): Html =>
  files.length === 0 ? (
    <Empty text="This email has no attachments." />
  ) : (
    <Table
      list
      caption="Attachments"
      heads={['Name', 'Type', 'Size', 'Download']}
      rows={files.map(({ name, content_type, size, download }) => [
        outside(name),
        outside(content_type),
        sizeText(size),
        download,
      ])}
    />
  );

/** `from`: this page's own path, or another site's URL. */
export const Download = ({ name, from }: { name: string; from: string }): Html => (
  <span class="inline">
    <a href={from} {...(from.startsWith('/') ? { download: true } : { rel: 'noreferrer' })}>
      <Icon name="download" />
      Download<span class="unseen"> {outside(name)}</span>
    </a>
  </span>
);

type ContentTabs<View extends string> = {
  path: string;
  search: URLSearchParams;
  views: readonly (readonly [value: View, name: string])[];
  view: View;
  attachments: number;
  children?: Child;
};

/** An email's content in tabs. */
export const ContentTabs = <View extends string>({
  path,
  search,
  views,
  view,
  attachments,
  children,
}: ContentTabs<View>): Html => (
  <Tabs
    id="content"
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
