import { withoutEnd } from '../core/characters.ts';
import { encodedWord } from './encoded-word.ts';

/** Extensions not allowed in a send ([S] Limits). */
const blockedExtensions: ReadonlySet<string> = new Set('exe bat cmd com scr js vbs dll'.split(' '));

/** An RFC 2231 value. Ordinary names also contain apostrophes and percent signs. */
const extendedValue = /^([A-Za-z0-9_-]+)'[A-Za-z0-9-]*'(.*%[0-9A-Fa-f]{2}.*)$/s;
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function decodeBytes(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset.replace(/\*.*$/s, '')).decode(bytes);
  } catch {
    return null;
  }
}

function decodePercent(text: string, mark: string): Buffer {
  const escaped = new RegExp(`${mark}([0-9A-Fa-f]{2})`, 'g');
  const octets = Buffer.from(text).toString('latin1');
  const decoded = octets.replace(escaped, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

function decodeWord(charset: string, encoding: string, text: string): string | null {
  const bytes =
    encoding.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64')
      : decodePercent(text.replaceAll('_', ' '), '=');
  return decodeBytes(bytes, charset);
}

function decodeOnce(name: string): string | null {
  const extended = extendedValue.exec(name);
  if (extended !== null) return decodeBytes(decodePercent(extended[2] ?? '', '%'), extended[1] ?? '');
  let known = true;
  const joined = name.replace(/(\?=)\s+(?==\?)/g, '$1');
  const decoded = joined.replace(encodedWord, (_, charset, encoding, text) => {
    const word = decodeWord(charset, encoding, text);
    known &&= word !== null;
    return word ?? '';
  });
  return known ? decoded : null;
}

/**
 * The file name that readers show: decoded, without path. Null if readers may show a different name than the
 * one checked.
 */
export function readableName(raw: string): string | null {
  let name = raw;
  for (let i = 0; i < 3; i++) {
    const next = decodeOnce(name);
    if (next === null) return null;
    if (next === name) return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    name = next;
  }
  return null;
}

export function isFileName(name: string): boolean {
  return name.trim() !== '' && !/^\.{1,2}$/.test(name) && !/\p{Cc}/u.test(name) && !bidi.test(name);
}

const fold = (name: string) => name.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, '');

function lastExtension(name: string): string {
  const file = withoutEnd(name, /[.\s]/);
  const dot = file.lastIndexOf('.');
  const extension = dot < 0 ? '' : file.slice(dot + 1);
  return extension.toLowerCase().trim();
}

/** The part after the last dot, normalized: in lower case, without trailing dots and spaces. */
export const fileExtension = (name: string): string => lastExtension(fold(name));

/**
 * The blocked extension that a decoded name has, or gets when saved. Null if none. `a.exe:x` is a stream of
 * a.exe on NTFS, `<a.exe>` loses characters that Windows forbids, and browsers decode `%65`.
 */
export function blockedExtension(name: string): string | null {
  const folded = fold(name);
  const decoded = decodeBytes(decodePercent(folded, '%'), 'utf-8') ?? folded;
  for (const form of [folded, fold(decoded)]) {
    const file = form.replace(/(?<=\.[^.:]*):.*$/s, '');
    const stored = [form, file].map((name) => name.replace(/[<>:"|?*]/g, ''));
    const seen = [form, file, ...stored].map(lastExtension);
    const found = seen.find((extension) => blockedExtensions.has(extension));
    if (found !== undefined) return found;
  }
  return null;
}
