import { layOutHtml } from '../text-part.ts';
import { plainLine } from './mark-lines.ts';

/**
 * A line and its normalized form. `quoted` means that it is marked as another author's. `rest` means that an
 * element says that only quotes follow.
 */
export type Line = { text: string; plain: string; quoted: boolean; rest?: true };

const quoted = /^[ \t\u200e\u200f\u202a-\u202e\u2066-\u2069]{0,3}>/;
/** A line that began with `From ` before a mail server escaped it. */
const escaped = /^>From [^:]*$/;

/** The end of an attribution whose address began on the line above: `> wrote:` or a lone `>:`. */
const closing = /^>[^<>]{0,60}[:：]\s*$/;
const opened = (line: string) => {
  const address = line.slice(line.lastIndexOf('<') + 1).trimEnd();
  return line.includes('<') && address.includes('@') && !/[\s>]/.test(address);
};

export function linesOfText(text: string): Line[] {
  let before = false;
  return text.split(/\r\n|\r|\n/).map((line, at, lines) => {
    const above = lines[at - 1] ?? '';
    const isQuoted = quoted.test(line) && (before || !escaped.test(line));
    before = isQuoted && (before || !(closing.test(line) && opened(above)));
    return { text: line, plain: plainLine(line), quoted: before };
  });
}

// Unicode noncharacters, which no text contains.
const [begin, end, rest] = ['\ufdd0', '\ufdd1', '\ufdd2'];

const restIds = new Set(['divrplyfwdmsg', 'appendonsend', 'stopspelling']);
const quoteClasses = new Set(['gmail_attr', 'moz-cite-prefix', 'yahoo_quoted', 'zmail_extra']);

/** A blockquote that only indents, as Apple Mail and Gmail write it. */
const indents = ({ type, class: classes = '', style = '' }: Record<string, string>) =>
  type !== 'cite' &&
  classes.trim() === '' &&
  /border(?:-left)?:[ \t]{0,9}(?:none|0)/i.test(style.slice(0, 1_000));

function isQuote(name: string, attributes: Record<string, string>): boolean {
  if (name === 'blockquote') return !indents(attributes);
  if (attributes.id === 'OLK_SRC_BODY_SECTION' || attributes.name === 'quote') return true;
  const { class: classes = '' } = attributes;
  return classes !== '' && classes.length <= 200 && classes.split(/\s+/).some((one) => quoteClasses.has(one));
}

/** Outlook, Hotmail, and Zimbra marks. Everything after such a mark is the quoted message. */
const isRest = (name: string, { id = '', ...others }: Record<string, string>) =>
  restIds.has(id.toLowerCase()) || (name === 'hr' && others['data-marker'] === '__DIVIDER__');

const markOf = (name: string, attributes: Record<string, string>) => {
  if (isRest(name, attributes)) return { begin: rest, end: null };
  return isQuote(name, attributes) ? { begin, end } : null;
};

/** The lines of html as displayed, marked inside the elements that mail programs quote with. */
export function linesOfHtml(html: string): Line[] {
  let depth = 0;
  return layOutHtml(html, markOf, { strict: true })
    .split('\n')
    .flatMap((text): Line[] => {
      if (text === begin) depth++;
      else if (text === end) depth = Math.max(0, depth - 1);
      else if (text !== rest)
        return [{ text, plain: plainLine(text), quoted: depth > 0 || quoted.test(text) }];
      else if (depth === 0) return [{ text: '', plain: '', quoted: false, rest: true }];
      return [];
    });
}
