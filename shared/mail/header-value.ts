import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { trimBlanks } from '../core/characters.ts';

const softLimit = 76;
const hardLimit = 78;
// RFC 5322 allows 998 octets a line; the space kept is for the name and the folding.
const maxWord = 850;

const words = (text: string): string[] => text.match(/[ \t]*[^ \t]+/g) ?? [];

/** `name:` and the words, each with the white space before it, broken before what would pass 76 characters. */
export function foldField(name: string, parts: readonly string[]): string {
  let out = `${name}:`;
  let length = out.length;
  for (const part of parts) {
    const first = out.length === name.length + 1;
    // directly after the name a break is made only where the first word then fits into a line of its own
    const pays = !first || (length + part.length > hardLimit && part.length <= hardLimit);
    const breaks = pays && length + part.length > softLimit && /^[ \t]+[^ \t]/.test(part);
    out += breaks ? `\r\n${part}` : part;
    length = breaks ? part.length : length + part.length;
  }
  return out;
}

/** RFC 2047 words of at most 75 characters, in the shorter of Q and B; a space before each but the first. */
export function encodeWords(text: string): string[] {
  const ascii = text.replace(/[^A-Za-z0-9 ]/g, '').length;
  return encodeWord(text, ascii * 2 > text.length ? 'Q' : 'B', 52).match(/ ?[^ ]+/g) ?? [];
}

/** Whether readers would show another text than this one: encoded words, or wide space that a fold may shrink. */
function readsOtherwise(text: string): boolean {
  return text.includes('=?') || (text.length > 60 && /\t| {2}/.test(text));
}

/** RFC 2369 lets a reader drop white space inside angle brackets: the one way to carry an overlong URL. */
const breakUrls = (text: string): string => text.replace(/[^ \t]{850}(?=[^ \t])/g, '$& ');

/** Fields of which programs read the URLs, ids and addresses between angle brackets (RFC 2369, 2919, 5322, 8098). */
const withBrackets =
  /^(?:list-[a-z-]+|references|in-reply-to|archived-at|disposition-notification-to|return-receipt-to)$/i;
const bracketPiece = /"(?:[^"\\]|\\.?)*(?:"|$)|<[^<>]*>|[^"<>(),]+|[<>(),]/g;

function encodePiece(piece: string): string {
  if (/^[ -~\t]*$/.test(piece)) return piece;
  if (piece.startsWith('<')) return piece.replace(/[^ -~\t]+/g, encodeURIComponent);
  if (piece.startsWith('"')) return encodeWords(piece.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')).join('');
  const text = piece.trim();
  const from = piece.indexOf(text);
  // Spaces outside ASCII, as of a value that was copied from a page, are none of the text.
  const blanks = (around: string) => around.replace(/[^ \t]/g, ' ');
  const encoded = text === '' ? '' : encodeWords(text).join('');
  return blanks(piece.slice(0, from)) + encoded + blanks(piece.slice(from + text.length));
}

/** A value with RFC 2047 words for names and comments alone: none may be within an id, an address or a URL (RFC 2047 5). */
const encodeAroundBrackets = (text: string): string => text.toWellFormed().replace(bracketPiece, encodePiece);

/**
 * One unstructured field with its CRLF, folded; RFC 2047 words for all but printable ASCII and where a line would pass 998
 * octets. Line breaks and NUL become spaces: nothing given here can start a second field.
 * @param literal encode what readers would show otherwise, so that they show what was written
 */
export function headerField(name: string, value: string, literal = false): string {
  const given = trimBlanks(value.replace(/[\r\n\0]+/g, ' '));
  // Trimmed again: wide spaces at its ends are blanks now.
  const text = withBrackets.test(name) ? trimBlanks(encodeAroundBrackets(given)) : given;
  const list = /^list-/i.test(name) && /^[ -~\t]*$/.test(text);
  const parts = words(list ? breakUrls(text) : text);
  const plain = /^[ -~\t]*$/.test(text) && parts.every((p) => p.length <= maxWord + 1);
  const folded = plain && !(literal && readsOtherwise(text)) ? parts : encodeWords(given);
  return `${foldField(name, folded.length > 0 ? [` ${folded[0]}`, ...folded.slice(1)] : [' '])}\r\n`;
}
