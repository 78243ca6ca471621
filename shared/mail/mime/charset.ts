import { isUtf8 } from 'node:buffer';
import { oldDecoder } from './old-charsets.ts';

const utf8 = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');
const utf16be = new TextDecoder('utf-16be');

/** Decodes octets without a known charset, as UTF-8 if that is valid, and otherwise as windows-1252. */
export const guessText = (bytes: Uint8Array): string => (isUtf8(bytes) ? utf8 : western).decode(bytes);

/** A lower-case label, without the RFC 2231 language and stray quotes and commas around it. */
const labelOf = (charset: string | null): string =>
  /[^\s'",*]+/.exec(charset ?? '')?.[0]?.toLowerCase() ?? '';

/**
 * Windows code pages that `TextDecoder` knows by other names. Java writes cp949 as x-windows-949 or ms949.
 */
const codePages: Record<string, string> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};
const codePage = /^(?:x-)?(?:windows|win|cp|ms)-?(\d{3}|125\d)$/;

/** Labels that `TextDecoder` doesn't know, with its own names for them. */
const otherNames = new Map(
  Object.entries({
    'euc-cn': 'gbk',
    'x-euc-cn': 'gbk',
    // Python's header names for gb2312 and big5.
    eucgb2312_cn: 'gbk',
    big5_tw: 'big5',
    big5hkscs: 'big5',
    eucjp: 'euc-jp',
    'x-eucjp': 'euc-jp',
    euckr: 'euc-kr',
    uhc: 'euc-kr',
    koi8r: 'koi8-r',
    koi8u: 'koi8-u',
    macroman: 'macintosh',
    'mac-roman': 'macintosh',
    'x-mac-roman': 'macintosh',
    'mac-cyrillic': 'x-mac-cyrillic',
    maccyrillic: 'x-mac-cyrillic',
  }),
);

/** `TextDecoder`'s name for a label if known, else the label. */
function nameOf(label: string): string {
  const page = codePage.exec(label)?.[1] ?? '';
  return codePages[page] ?? otherNames.get(label) ?? (page.length === 4 ? `windows-${page}` : label);
}

/**
 * Charsets in which tag delimiters are single octets that no other character includes. Their multi-octet
 * characters use octets from `@` on, and digits.
 */
const withTags = new RegExp(
  `^(?:${[
    'utf-?8|(?:us-)?ascii|ansi_x3\\.4-1968|iso-?8859-\\d+|latin-?\\d|tis-620|koi8-[ru]|x-user-defined',
    'macintosh|x-mac-cyrillic|windows-(?:125\\d|874|31j)|(?:x-)?sjis|shift[_-]jis',
    '(?:ibm|cp)(?:437|85[028]|86[26])',
    '(?:x-)?euc-(?:jp|kr)|ks_c_5601-1987',
    'gb2312|gbk|gb18030|big5(?:-hkscs)?',
  ].join('|')})$`,
);

/** Whether html in this charset can be searched for tags and edited octet by octet. */
export function hasAsciiTags(charset: string | null): boolean {
  const label = labelOf(charset);
  return label === '' || withTags.test(nameOf(label));
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(nameOf(label));
  } catch {
    return null;
  }
}

type Decoder = (label: string, bytes: Uint8Array) => string | null;

let decodeOther: Decoder = () => null;

/**
 * Sets the decoder for charsets unknown to the platform and to us, so that only bundles that read mail
 * include iconv-lite.
 */
export function useOtherDecoder(decode: Decoder): void {
  decodeOther = decode;
}

/**
 * Labels that `TextDecoder` knows but that say nothing about octets above 127: names of US-ASCII (the last is
 * written by programs in the C locale), and the browsers' name for octets without a charset.
 */
const unspecific = /^(?:(?:us-)?ascii|ansi_x3\.4-1968|x-user-defined)$/;

const isUnlabelled = (label: string) => label === '' || unspecific.test(label);

const marks: [octets: number[], charset: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** The charset that html declares, in the octets where browsers look for it. */
function metaCharset(bytes: Buffer): string | null {
  const text = bytes.toString('latin1', 0, 1024).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  // Scanned tag by tag, because a single pattern takes cubic time for unclosed tags and spaces.
  const tags = text.match(/<meta\s[^>]*/gi) ?? [];
  const named = tags.map((tag) => /charset\s*=[\s"']*([^\s"'/>;]+)/i.exec(tag)?.[1]).find((name) => name);
  // We could read the declaration as ASCII, so this charset can't be right.
  return named && /^utf-?16/i.test(named) ? 'utf-8' : (named ?? null);
}

const isIso2022Jp = (bytes: Buffer) =>
  (bytes.includes('\x1b$B') || bytes.includes('\x1b$@') || bytes.includes('\x1b(J')) &&
  bytes.every((octet) => octet < 0x80);

/** The charset of an unlabeled text, guessed from its octets. Null if they don't show one. */
function ownCharset(bytes: Buffer, isHtml: boolean): string | null {
  const mark = marks.find(([octets]) => octets.every((octet, i) => bytes[i] === octet));
  if (mark) return mark[1];
  const meta = isHtml ? metaCharset(bytes) : null;
  if (meta !== null && !/^utf-?8$/i.test(meta) && decoderOf(labelOf(meta)) !== null) return meta;
  return isIso2022Jp(bytes) ? 'iso-2022-jp' : null;
}

/** A body's text, decoded by its label, else its byte order mark, html, or octets. */
export const decodeBody = (bytes: Buffer, charset: string | null, isHtml: boolean): string =>
  decodeText(bytes, isUnlabelled(labelOf(charset)) ? ownCharset(bytes, isHtml) : charset);

/**
 * Decodes text by its charset label. Without a known label, or with us-ascii and octets above 127, the
 * charset is guessed. U+FFFD replaces what doesn't decode.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const label = labelOf(charset);
  if (isUnlabelled(label)) return guessText(bytes);
  // TextDecoder reads `utf-16` as little-endian.
  if (/^utf-?16$/.test(label) && bytes[0] === 0xfe && bytes[1] === 0xff) return utf16be.decode(bytes);
  const known = oldDecoder(label)?.(bytes) ?? decoderOf(label)?.decode(bytes);
  return known ?? decodeOther(label, bytes) ?? guessText(bytes);
}
