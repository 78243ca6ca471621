import { Parser } from 'htmlparser2';
import { hides, hidingClasses, joinedStyles, type Styles, stylesOf } from './hidden-css.ts';
import { firstLook, isCollapsed, isUnseen, lookWithin } from './unseen-css.ts';

// The head element itself isn't skipped, because browsers end an unclosed one at the first visible element.
const dropped = new Set(
  'script style title template noscript svg math iframe object audio video select textarea'.split(' '),
);
const blocks = new Set(
  `address article aside blockquote caption center dd div dl dt fieldset figcaption figure footer form header
  details hgroup legend main nav search section summary table tbody tfoot thead tr`.split(/\s+/),
);
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 pre hr'.split(' '));
// The same limit as in browsers. The parser's time grows with the square of the depth.
const maxDepth = 512;
const invisible = /\u00ad|\u034f|\u200b|\u2060|\ufeff/g;
// Joiners and direction marks are part of words, but on their own they are only spacers.
const spacers = /(^| )[\u200c-\u200f]+(?= |$)/g;

/** Collects text as a browser lays it out: white space collapses to one space, blocks start new lines. */
function textWriter() {
  const pieces: string[] = [];
  let breaks = 0;
  let space = false;
  let atBullet = false;
  const put = (text: string) => {
    if (pieces.length > 0 && breaks > 0) pieces.push('\n'.repeat(breaks));
    else if (pieces.length > 0 && space && !atBullet) pieces.push(' ');
    pieces.push(text);
    breaks = 0;
    space = false;
    atBullet = false;
  };
  const end = (lines: number) => {
    if (!atBullet) breaks = Math.max(breaks, lines);
    space = false;
  };
  return {
    put,
    space: () => {
      space = true;
    },
    /** Requires at least `lines` line ends before what follows. Two make a blank line. */
    end,
    /** Starts a list item. A block directly inside stays on the bullet's line. */
    bullet: (text: string) => {
      atBullet = false;
      end(1);
      put(text);
      atBullet = true;
    },
    endItem: () => {
      atBullet = false;
      end(1);
    },
    /** Writes a separate line, wherever it is. */
    mark: (text: string) => {
      atBullet = false;
      end(1);
      put(text);
      end(1);
    },
    /** Adds one more line end, up to one blank line. */
    line: () => end(Math.min(breaks + 1, 2)),
    flow: (text: string) => {
      for (const [i, word] of text.split(/[\s\u00a0]+/).entries()) {
        if (i > 0) space = true;
        if (word !== '') put(word);
      }
    },
    position: () => pieces.length,
    since: (position: number) => pieces.slice(position).join('').trim(),
    text: () => pieces.join(''),
  };
}

type Writer = ReturnType<typeof textWriter>;

type Attributes = Record<string, string>;

type HidingClasses = ReturnType<typeof hidingClasses>;

const ownStyles = (name: string, attributes: Attributes, classes: HidingClasses): Styles =>
  joinedStyles([...classes.of(name, attributes.class ?? ''), stylesOf(attributes.style ?? '')]);

// Rules for only some readers don't hide anything from the others.
const everyMedia = new Set(['', 'all', 'screen', 'only screen']);
const isForEvery = (media: string): boolean =>
  media.split(',').some((one) => everyMedia.has(one.trim().toLowerCase()));

/** Whether a link's text is its own address. `https://x.org` equals `https://x.org/`. */
function isSameUrl(text: string, url: string): boolean {
  if (text === url || text === url.replace(/^(?:mailto|tel):/i, '')) return true;
  return /^https?:\/\/\S+$/i.test(text) && URL.parse(text)?.href === URL.parse(url)?.href;
}

/** `text (url)`, or only one of them if both are the same. Skips in-page anchors and scripts. */
function linkWriter(writer: Writer) {
  let open: { position: number; href: string } | null = null;
  const close = () => {
    // As in browsers, line ends are removed, and inner blanks stay.
    const href = (open?.href ?? '').trim().replace(/[\t\n\f\r]+/g, '');
    const url = href.replace(/[\s\u00a0]+/g, encodeURIComponent);
    const text = open ? writer.since(open.position) : '';
    open = null;
    if (url === '' || url.startsWith('#') || /^(?:javascript|data|cid):/i.test(url)) return;
    if (isSameUrl(text, href) || isSameUrl(text, url)) return;
    writer.space();
    writer.put(text === '' ? url : `(${url})`);
    if (text === '') writer.space();
  };
  return {
    close,
    open: (href: string) => {
      if (open) close();
      open = { position: writer.position(), href };
    },
  };
}

function listWriter(writer: Writer) {
  let depth = 0;
  return {
    open: () => {
      writer.end(depth === 0 ? 2 : 1);
      depth++;
    },
    close: () => {
      depth = Math.max(depth - 1, 0);
      writer.end(depth === 0 ? 2 : 1);
    },
    item: () => writer.bullet(`${'  '.repeat(Math.min(Math.max(depth - 1, 0), 4))}- `),
  };
}

function tagHandlers(writer: Writer) {
  const list = listWriter(writer);
  const link = linkWriter(writer);
  let pre = 0;
  const edge = (name: string) => {
    if (paragraphs.has(name)) writer.end(2);
    else if (blocks.has(name)) writer.end(1);
  };
  const alt = (text: string) => {
    if (text.trim() === '') return;
    writer.space();
    writer.flow(text);
    writer.space();
  };
  return {
    open: (name: string, attributes: Attributes) => {
      if (name === 'br') writer.line();
      else if (name === 'ul' || name === 'ol') list.open();
      else if (name === 'li') list.item();
      else if (name === 'img') alt(attributes.alt ?? '');
      else if (name === 'td' || name === 'th') writer.space();
      else if (name === 'a') link.open(attributes.href ?? '');
      else if (name === 'area' && attributes.href) {
        link.open(attributes.href);
        alt(attributes.alt ?? '');
        link.close();
      } else edge(name);
      if (name === 'pre') pre++;
    },
    close: (name: string) => {
      if (name === 'a') link.close();
      else if (name === 'ul' || name === 'ol') list.close();
      else if (name === 'li') writer.endItem();
      else edge(name);
      if (name === 'pre') pre--;
    },
    text: (text: string) => {
      if (pre === 0) {
        writer.flow(text);
        return;
      }
      for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
        if (i > 0) writer.line();
        if (line !== '') writer.put(line);
      }
    },
  };
}

/** Lines to write where an element begins and ends. Null for unmarked elements. */
type Marks = (name: string, attributes: Attributes) => { begin: string; end: string | null } | null;

/** With `strict`, text hidden by color or size is left out. */
type Layout = {
  tags: ReturnType<typeof tagHandlers>;
  classes: HidingClasses;
  writer: Writer;
  markOf: Marks;
  strict: boolean;
};

/** Writes the html from the current position. Returns the rest if elements are nested too deep. */
function readHtml(html: string, { tags, classes, writer, markOf, strict }: Layout): string {
  let left = '';
  const ends: (string | null)[] = [];
  /** How text looks at each depth. */
  const looks = [firstLook];
  /** White in browsers, unless a rule sets it. */
  let page: string | null = 'ffffff';
  let hidden = 0;
  let depth = 0;
  let css: string | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'style') css = isForEvery(attributes.media ?? '') ? '' : null;
      const styles = hidden > 0 ? {} : ownStyles(name, attributes, classes);
      const look = looks[depth] ?? firstLook;
      looks[depth + 1] = strict ? lookWithin(look, { name, styles, attributes }) : look;
      const isHidden = 'hidden' in attributes || hides(styles) || (strict && isCollapsed(name, styles));
      if (hidden > 0 || dropped.has(name) || isHidden) hidden++;
      else {
        tags.open(name, attributes);
        const mark = markOf(name, attributes);
        if (mark !== null) writer.mark(mark.begin);
        ends[depth] = mark?.end ?? null;
      }
      if (++depth <= maxDepth) return;
      parser.pause();
      if (hidden === 0) left = html.slice(parser.endIndex + 1);
    },
    onclosetag: (name) => {
      depth--;
      if (hidden > 0) hidden--;
      else {
        const end = ends[depth] ?? null;
        if (end !== null) writer.mark(end);
        tags.close(name);
      }
      if (name !== 'style' || css === null) return;
      classes.read(css);
      if (css.toLowerCase().includes('background')) page = null;
      css = null;
    },
    ontext: (text) => {
      if (css !== null) css += text;
      else if (hidden === 0 && !isUnseen(looks[depth] ?? firstLook, page))
        tags.text(text.replace(invisible, ''));
    },
  });
  parser.end(html);
  return left;
}

/**
 * Html as text in a browser's layout, with a line where elements named by `markOf` begin and end. With
 * `strict`, leaves out text of size 0, text in its background's color, and text hidden only by Outlook.
 */
export function layOutHtml(html: string, markOf: Marks, { strict = false } = {}): string {
  const writer = textWriter();
  const layout = { tags: tagHandlers(writer), classes: hidingClasses(), writer, markOf, strict };
  for (let left = html; left !== ''; ) left = readHtml(left, layout);
  return writer
    .text()
    .split('\n')
    .map((line) => line.replace(spacers, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * The text part of an html-only email: no scripts, styles, head, or hidden text. Links become `text (url)`,
 * and images their alt text, with at most one blank line in a row. Uses the subject if there is no text.
 * Linear, because elements deeper than 512 are read as if not nested, and inside a hidden element the rest is
 * left out.
 */
export const textFromHtml = (html: string, subject: string): string =>
  `${layOutHtml(html, () => null) || subject}\n`;
