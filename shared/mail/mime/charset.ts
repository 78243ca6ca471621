import { oldDecoder } from './old-charsets.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Octets without a known charset: UTF-8 if they are valid, else windows-1252 (R4, R48). */
export function guessText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}

/** Charsets in which an octet of ASCII always means ASCII. */
const asciiBased = /^(?:utf-?8|us-ascii|ascii|iso-?8859-\d+|windows-125\d|cp125\d|koi8-[ru])$/i;

/** Whether text of this charset can be searched for ASCII, and changed, octet by octet. */
export const isAsciiBased = (charset: string | null): boolean => charset === null || asciiBased.test(charset);

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

/**
 * Text by the label of its charset; without one, with an unknown one, or where us-ascii has octets above 127, it is
 * guessed. U+FFFD takes the place of what does not decode (R48).
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const label = (charset ?? '').trim().replace(/\*.*$/s, '');
  if (label === '' || /^(?:us-)?ascii$/i.test(label)) return guessText(bytes);
  return oldDecoder(label)?.(bytes) ?? decoderOf(label)?.decode(bytes) ?? guessText(bytes);
}
