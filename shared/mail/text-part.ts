import { Parser } from 'htmlparser2';

// head itself stays open: browsers end an unclosed one at the first visible element
const dropped = new Set(
  'script style title template noscript svg math iframe object audio video select textarea'.split(' '),
);
const blocks = new Set(
  `address article aside blockquote caption center dd div dl dt fieldset figcaption figure footer form header
  main nav section table tbody tfoot thead tr`.split(/\s+/),
);
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 pre hr'.split(' '));
const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)\b/i;
// the parser's time grows with the square of the depth; browsers stop at 512
const maxDepth = 2000;
const invisible = /\u00ad|\u034f|\u200b|\u2060|\ufeff/g;

/** Collects text as a browser lays it out: white space runs are one space, blocks begin new lines. */
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
    /** Asks for at least `lines` line ends before what follows; two make a blank line. */
    end,
    /** Begins a list item; a block directly inside it stays on the line of its bullet. */
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
    /** One line end more, folded to one blank line at most. */
    line: () => {
      end(Math.min(breaks + 1, 2));
    },
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

function isHidden(attributes: Record<string, string>): boolean {
  return 'hidden' in attributes || hiddenStyle.test(attributes.style ?? '');
}

/** `text (url)`, one of them when both say the same; no anchors within the page, no scripts (Q40). */
function linkWriter(writer: Writer) {
  let open: { position: number; href: string } | null = null;
  const close = () => {
    const url = (open?.href ?? '').replace(/[\s\u00a0]+/g, '');
    const text = open ? writer.since(open.position) : '';
    open = null;
    if (url === '' || url.startsWith('#') || /^(?:javascript|data|cid):/i.test(url)) return;
    if (text === url || text === url.replace(/^(?:mailto|tel):/i, '')) return;
    if (text !== '') writer.space();
    writer.put(text === '' ? url : `(${url})`);
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
    item: () => {
      writer.bullet(`${'  '.repeat(Math.min(Math.max(depth - 1, 0), 10))}- `);
    },
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
  return {
    open: (name: string, attributes: Record<string, string>) => {
      if (name === 'br') writer.line();
      else if (name === 'ul' || name === 'ol') list.open();
      else if (name === 'li') list.item();
      else if (name === 'img') writer.flow(attributes.alt ?? '');
      else if (name === 'td' || name === 'th') writer.space();
      else if (name === 'a') link.open(attributes.href ?? '');
      else edge(name);
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

/**
 * The text part of an email that has html only (Q40): script, style, head and hidden text dropped, links as
 * `text (url)`, list items with `- `, images by their alt, entities decoded, at most one blank line in a row.
 * An html without any text gives the subject. Time is linear in the size of the html: what follows elements
 * nested more than 2,000 deep is left out.
 */
export function textFromHtml(html: string, subject: string): string {
  const writer = textWriter();
  const tags = tagHandlers(writer);
  let hidden = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (++depth > maxDepth) parser.pause();
      if (hidden > 0 || dropped.has(name) || isHidden(attributes)) hidden++;
      else tags.open(name, attributes);
    },
    onclosetag: (name) => {
      depth--;
      if (hidden > 0) hidden--;
      else tags.close(name);
    },
    ontext: (text) => {
      if (hidden === 0) tags.text(text.replace(invisible, ''));
    },
  });
  parser.end(html);
  const lines = writer.text().split('\n');
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  return `${text || subject}\n`;
}
