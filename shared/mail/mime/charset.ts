import { oldDecoder } from './old-charsets.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');
const utf16be = new TextDecoder('utf-16be');

/** Octets without a known charset: UTF-8 if they are valid, else windows-1252 (R4, R48). */
export function guessText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}

/**
 * Charsets in which what delimits a tag is one octet, and no other character has this octet in it: characters of several
 * octets have octets from `@` on, and digits.
 */
const withTags = new RegExp(
  `^(?:${[
    'utf-?8|(?:us-)?ascii|ansi_x3\\.4-1968|iso-?8859-\\d+|latin-?\\d|macintosh|tis-620|koi8-[ru]',
    '(?:windows-|cp)(?:125\\d|874|932|936|949|950)|windows-31j|(?:x-)?sjis|shift[_-]jis',
    '(?:x-)?euc-(?:jp|kr)|ks_c_5601-1987',
    'gb2312|gbk|gb18030|big5(?:-hkscs)?',
  ].join('|')})$`,
  'i',
);

/** Whether html of this charset can be searched for tags, and changed, octet by octet. */
export const hasAsciiTags = (charset: string | null): boolean => charset === null || withTags.test(charset);

/** Labels that `TextDecoder` does not know, with its own names of them. */
const otherNames: Record<string, string> = {
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp949: 'euc-kr',
  cp936: 'gbk',
  // As programs in Python write gb2312 and big5 in headers.
  eucgb2312_cn: 'gbk',
  big5_tw: 'big5',
};

function decoderOf(charset: string) {
  try {
    return new TextDecoder(otherNames[charset.toLowerCase()] ?? charset);
  } catch {
    return null;
  }
}

/** The names of US-ASCII that `TextDecoder` takes for windows-1252; programs in the C locale write the last one. */
const usAscii = /^(?:(?:us-)?ascii|ansi_x3\.4-1968)$/i;

/**
 * Text by the label of its charset; without one, with an unknown one, or where us-ascii has octets above 127, it is
 * guessed. U+FFFD takes the place of what does not decode (R48).
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const label = (charset ?? '').trim().replace(/\*.*$/s, '');
  if (label === '' || usAscii.test(label)) return guessText(bytes);
  // TextDecoder takes `utf-16` for little-endian.
  if (/^utf-?16$/i.test(label) && bytes[0] === 0xfe && bytes[1] === 0xff) return utf16be.decode(bytes);
  return oldDecoder(label)?.(bytes) ?? decoderOf(label)?.decode(bytes) ?? guessText(bytes);
}
