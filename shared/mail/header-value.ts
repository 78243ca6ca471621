import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { trimBlanks } from '../core/characters.ts';

const softLimit = 76;
const hardLimit = 78;
// RFC 5322 allows 998 octets per line. The remaining octets are for the name and folding.
const maxWord = 850;

const words = (text: string): string[] => text.match(/[ \t]*[^ \t]+/g) ?? [];

/** `name:` and the words, each with the white space before it, folded at 76 characters. */
export function foldField(name: string, parts: readonly string[]): string {
  let out = `${name}:`;
  let length = out.length;
  for (const part of parts) {
    const first = out.length === name.length + 1;
    // Starts a new line right after the name only if the first word fits on a line by itself.
    const pays = !first || (length + part.length > hardLimit && part.length <= hardLimit);
    const breaks = pays && length + part.length > softLimit && /^[ \t]+[^ \t]/.test(part);
    out += breaks ? `\r\n${part}` : part;
    length = breaks ? part.length : length + part.length;
  }
  return out;
}

/**
 * RFC 2047 words of at most 75 characters, Q or B, whichever is shorter. A space before each but the first.
 */
export function encodeWords(text: string): string[] {
  const ascii = text.replace(/[^A-Za-z0-9 ]/g, '').length;
  return encodeWord(text, ascii * 2 > text.length ? 'Q' : 'B', 52).match(/ ?[^ ]+/g) ?? [];
}

/** Whether readers would show different text: encoded words, or wide space that a fold may shrink. */
function readsOtherwise(text: string): boolean {
  return text.includes('=?') || (text.length > 60 && /\t| {2}/.test(text));
}

/** RFC 2369 lets readers drop white space inside angle brackets, so an overlong URL can be folded there. */
const breakUrls = (text: string): string => text.replace(/[^ \t]{850}(?=[^ \t])/g, '$& ');

/**
 * Fields whose URLs, ids, and addresses in angle brackets are read by programs (RFC 2369, 2919, 5322, 8098).
 */
const withBrackets =
  /^(?:list-[a-z-]+|references|in-reply-to|archived-at|disposition-notification-to|return-receipt-to)$/i;
const bracketPiece = /"(?:[^"\\]|\\.?)*(?:"|$)|<[^<>]*>|[^"<>(),]+|[<>(),]/g;

function encodePiece(piece: string): string {
  if (/^[ -~\t]*$/.test(piece)) return piece;
  if (piece.startsWith('<')) return piece.replace(/[^ -~\t]+/g, encodeURIComponent);
  if (piece.startsWith('"')) return encodeWords(piece.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')).join('');
  const text = piece.trim();
  const from = piece.indexOf(text);
  // Non-ASCII spaces, such as from a copied web page, don't belong to the text.
  const blanks = (around: string) => around.replace(/[^ \t]/g, ' ');
  const encoded = text === '' ? '' : encodeWords(text).join('');
  return blanks(piece.slice(0, from)) + encoded + blanks(piece.slice(from + text.length));
}

/** Encodes only names and comments. Ids, addresses, and URLs can't contain encoded words (RFC 2047 5). */
const encodeAroundBrackets = (text: string): string => text.toWellFormed().replace(bracketPiece, encodePiece);

/**
 * An unstructured field with its CRLF, folded; RFC 2047 words for non-ASCII text and for lines over 998
 * octets. Line breaks and NUL become spaces, so a value can't start a second field.
 * @param literal encode what readers would show differently, so they show what was written
 */
export function headerField(name: string, value: string, literal = false): string {
  const given = trimBlanks(value.replace(/[\r\n\0]+/g, ' '));
  // The value is trimmed again, because wide spaces at its ends are now blanks.
  const text = withBrackets.test(name) ? trimBlanks(encodeAroundBrackets(given)) : given;
  const list = /^list-/i.test(name) && /^[ -~\t]*$/.test(text);
  const parts = words(list ? breakUrls(text) : text);
  const plain = /^[ -~\t]*$/.test(text) && parts.every((p) => p.length <= maxWord + 1);
  const folded = plain && !(literal && readsOtherwise(text)) ? parts : encodeWords(given);
  return `${foldField(name, folded.length > 0 ? [` ${folded[0]}`, ...folded.slice(1)] : [' '])}\r\n`;
}
