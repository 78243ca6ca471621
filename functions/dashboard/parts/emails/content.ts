import { contentHeaders } from '../../../../shared/http/pages/headers.ts';
import type { PageAnswer } from '../../../../shared/http/pages/page.ts';
import { decode } from '../../../../shared/http/paths.ts';
import { findLinks } from '../../../../shared/mail/links.ts';

type File = { content_id: string | null; content_type: string; data: string | null };

/** Max base64 characters of all files embedded in an email. */
const maxInline = Math.ceil((2 * 1024 * 1024 * 4) / 3);

function withDeadLinks(html: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of findLinks(html, { all: true }).links) {
    shown += `${html.slice(at, start)}"#"`;
    at = end;
  }
  return shown + html.slice(at);
}

/**
 * Possible names of attributes that link elsewhere: in MathML any element can be a link, browsers read tags in `style` or
 * `<![CDATA[` where we read text, and `animate` can set an href. Links we already disabled stay.
 */
const leading = /(?<=[\s"'/])(h|xlink:h|a)(?=(?:(?<=h)ref|(?<=a)ttributename)\s*=(?!"#"))/gi;

/** Puts a character reference into each such name. It breaks an attribute, and text looks unchanged. */
const withoutLeading = (html: string): string =>
  html.replace(leading, (begin) => `${begin.slice(0, -1)}&#${begin.charCodeAt(begin.length - 1)};`);

/**
 * Removes elements that connect to a host despite the page's policy, which would tell the sender that the
 * mail was opened: `link`, as with `rel=preconnect`, and frames. Replaces them with `basefont` and `noembed`,
 * which parse alike, have no address, and show no text.
 */
const withoutConnections = (html: string): string =>
  html
    .replace(/<(?:link|frame)(?=[\s/>])/gi, '<basefont')
    .replace(/<(\/?)iframe(?=[\s/>])/gi, (_, end: string) => `<${end}noembed`);

/** Embeds the mail's own pictures in place of their `cid:` URLs, up to the size limit (RFC 2392). */
function withInlineFiles(html: string, files: readonly File[]): string {
  let room = maxInline;
  const known = new Map<string, string>();
  for (const { content_id, content_type, data } of files) {
    if (content_id === null || data === null || !/^image\/[\w.+-]+$/i.test(content_type)) continue;
    if (data.length > room) continue;
    room -= data.length;
    known.set(content_id.replace(/^<|>$/g, ''), `data:${content_type};base64,${data}`);
  }
  const used = new Set<string>();
  return html.replace(/\bcid:([^\s"'<>)]{1,500})/gi, (whole, named: string) => {
    const id = known.has(named) ? named : decode(named);
    const data = known.get(id);
    // Embeds a picture only once, because a repeat would double its share of the response.
    if (data === undefined || used.has(id)) return whole;
    used.add(id);
    return data;
  });
}

/**
 * Html as a mail program shows it in light or dark mode, whatever this browser's mode is. Its conditions on
 * the mode become always true or false, and the page behind it gets the mode's color.
 */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  `${html.replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, wanted: string) =>
    wanted.toLowerCase() === scheme ? '(min-width:0)' : '(max-width:0)',
  )}<style>:root{color-scheme:${scheme}}</style>`;

type ContentOptions = {
  images?: 'https' | 'none';
  files?: readonly File[];
  /** In dark mode, or in light mode. Without it, the browser decides. */
  dark?: boolean | undefined;
};

/** The html body, for the sandboxed frame. */
export function contentAnswer(
  html: string | null | undefined,
  { images = 'https', files = [], dark }: ContentOptions = {},
): PageAnswer {
  const shown = dark === undefined ? (html ?? '') : inScheme(html ?? '', dark ? 'dark' : 'light');
  return {
    body: withInlineFiles(withoutConnections(withoutLeading(withDeadLinks(shown))), files),
    type: 'text/html; charset=utf-8',
    headers: contentHeaders(images),
  };
}
