import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { withoutEnd } from '../core/characters.ts';

/** A link in html: its decoded address, and the position of its attribute value, including quotes. */
export type HtmlLink = { url: string; start: number; end: number; quote: '"' | "'" };

/** Elements shown by no client, or only without scripts. Links inside are left alone. */
const inert = new Set(['template', 'noscript']);

/** Elements whose content is only text, even if it looks like tags. */
const textOnly = new Set(['script', 'style', 'title', 'textarea']);

type Attribute = { name: string; value: string; start: number; end: number; quote: '"' | "'" };

const beforeValue = /^[\t\n\f\r ]*=[\t\n\f\r ]*/;

/** An address as a browser reads it, without surrounding white space. */
const trimmed = (value: string) => withoutEnd(value, /[\t\n\f\r ]/).replace(/^[\t\n\f\r ]+/, '');

/** Collects a tag's attributes from the tokenizer's events: name, pieces of the value, then its end. */
function attributeReader(html: string) {
  let all: Attribute[] = [];
  let nameEnd = 0;
  let value = '';
  return {
    name: (start: number, end: number) => {
      all.push({ name: html.slice(start, end).toLowerCase(), value: '', start: end, end, quote: '"' });
      nameEnd = end;
      value = '';
    },
    piece: (text: string) => {
      value += text;
    },
    end: (quote: QuoteType, end: number) => {
      const last = all.at(-1);
      if (last === undefined || quote === QuoteType.NoValue) return;
      last.value = value;
      last.start = nameEnd + (beforeValue.exec(html.slice(nameEnd, end))?.[0].length ?? 0);
      last.end = end;
      last.quote = quote === QuoteType.Single ? "'" : '"';
    },
    take: () => {
      const taken = all;
      all = [];
      return taken;
    },
  };
}

/**
 * The links a browser finds in html: the `href` of `a` and `area`, outside comments, scripts, styles, and
 * inert elements. `end` is the last place where an added element is shown: before the last `</body>`, else
 * the last `</html>`, else the end of the text, or before an unclosed comment, tag, or hiding element there.
 * With `all`, untracked links are included: those of images (`xlink:href`) and in inert elements, which are
 * shown without scripts. One linear pass.
 */
export function findLinks(html: string, { all = false } = {}): { links: HtmlLink[]; end: number } {
  const links: HtmlLink[] = [];
  const attributes = attributeReader(html);
  const depth = new Map([...inert].map((name) => [name, 0]));
  const ends: Record<string, number> = {};
  let tag = '';
  let open_text = '';
  let shown = 0;
  /** Notes that an element after `at` would be shown. */
  const showUntil = (at: number) => {
    if (open_text === '' && isShown()) shown = at;
  };
  const isShown = () => [...depth.values()].every((open) => open === 0);
  const close = (last: number) => {
    const found = attributes.take();
    const open = depth.get(tag);
    if (open !== undefined) depth.set(tag, open + 1);
    if (textOnly.has(tag)) open_text = tag;
    showUntil(last + 1);
    if ((tag !== 'a' && tag !== 'area') || !(all || isShown())) return;
    if (!all && found.some(({ name }) => name === 'data-no-track')) return;
    const hrefs = found.filter(({ name }) => name === 'href' || (all && name === 'xlink:href'));
    // If an attribute is repeated, the first one counts.
    for (const { value, start, end, quote } of all ? hrefs : hrefs.slice(0, 1))
      links.push({ url: trimmed(value), start, end, quote });
  };
  const nothing = () => {};
  const callbacks: TokenizerCallbacks = {
    onopentagname: (start, end) => {
      tag = html.slice(start, end).toLowerCase();
      attributes.take();
    },
    onattribname: attributes.name,
    onattribdata: (start, end) => attributes.piece(html.slice(start, end)),
    onattribentity: (point) => attributes.piece(String.fromCodePoint(point)),
    onattribend: attributes.end,
    onopentagend: close,
    onselfclosingtag: close,
    onclosetag: (start, end) => {
      const name = html.slice(start, end).toLowerCase();
      const open = depth.get(name);
      if (open !== undefined) depth.set(name, Math.max(0, open - 1));
      if (name === open_text) open_text = '';
      const closed = html.indexOf('>', end);
      if (closed >= 0) showUntil(closed + 1);
      if ((name === 'body' || name === 'html') && isShown()) ends[name] = start - 2;
    },
    oncdata: nothing,
    oncomment: (_, end) => {
      // A comment that is never closed ends after the text.
      if (end < html.length) showUntil(end + 1);
    },
    ondeclaration: (_, end) => showUntil(end + 1),
    onend: nothing,
    onprocessinginstruction: (_, end) => showUntil(end + 1),
    ontext: (_, end) => showUntil(end),
    ontextentity: (_, end) => showUntil(end),
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return { links, end: ends.body ?? ends.html ?? shown };
}

/** Replaces each part with `text`. Parts are in order and don't overlap. */
export function replaceParts(html: string, parts: { start: number; end: number; text: string }[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of parts) {
    pieces.push(html.slice(at, start), text);
    at = end;
  }
  return pieces.join('') + html.slice(at);
}
