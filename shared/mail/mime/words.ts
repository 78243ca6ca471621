import { encodedWord, wordText } from '../encoded-word.ts';
import { decodeText, guessText } from './charset.ts';

const unescapeQ = (text: string) =>
  text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

type Word = { charset: string; bytes: Buffer };

function wordOf([, charset = '', encoding = '', text = '']: RegExpExecArray): Word {
  const bytes =
    encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : Buffer.from(unescapeQ(text), 'latin1');
  return { charset: charset.toLowerCase(), bytes };
}

const textOf = (words: Word[]) =>
  words.length === 0
    ? ''
    : decodeText(Buffer.concat(words.map(({ bytes }) => bytes)), words[0]?.charset ?? null);

/** Decodes RFC 2047 words. Adjacent words are joined first, so no character is cut. */
export function decodeEncodedWords(value: string): string {
  let out = '';
  let run: Word[] = [];
  let at = 0;
  for (const match of value.matchAll(encodedWord)) {
    const gap = value.slice(at, match.index);
    const word = wordOf(match);
    const joins = run.length > 0 && /^[ \t]*$/.test(gap);
    if (!joins || run[0]?.charset !== word.charset) {
      out += textOf(run);
      run = [];
    }
    if (!joins) out += gap;
    run.push(word);
    at = match.index + match[0].length;
  }
  return out + textOf(run) + value.slice(at);
}

const qWordOfNoAddress = new RegExp(`(=\\?[^?\\s]*\\?[Qq]\\?)(${wordText('<>@"\\\\')})(?=\\?=)`, 'g');

/**
 * Escapes specials in Q words as `=XX`, as RFC 2047 5 (3) requires in a phrase: a raw comma or parenthesis in
 * a name would belong to the field, and `?` before a special would end the word. Words that include an
 * address stay, so none gets hidden.
 */
export const quoteQWords = (value: string): string =>
  value.replace(
    qWordOfNoAddress,
    (_, head: string, text: string) =>
      head + text.replace(/[(),:;?]/g, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase()}`),
  );

/** Decodes a header value: octets above 127 as UTF-8 if valid, else windows-1252. */
export const headerText = (octets: string): string => guessText(Buffer.from(octets, 'latin1'));

export const decodeWords = (octets: string): string => decodeEncodedWords(headerText(octets));

/** Decoded text on one line. */
export const onOneLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();
