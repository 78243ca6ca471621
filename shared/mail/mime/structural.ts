import { parseStructured, withSeparator } from './parameters.ts';
import { decodeEncodedWords } from './words.ts';

/** Fields with a token and parameters, where encoded words are part of the token (RFC 2047 5). */
const names = new Set(['content-type', 'content-disposition', 'content-transfer-encoding', 'mime-version']);

export const isStructural = (name: string): boolean => names.has(name.toLowerCase());

const segment = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;
const nameOf = (written: string) =>
  /^[ \t]*([^\s=*]+)(?:\*[^\s=]*)?[ \t]*=/.exec(written)?.[1]?.toLowerCase();

const isPlain = (text: string) => /^[ -~\t]*$/.test(text);
/** Longer parameters are split into pieces. */
const maxPlain = 900;
const withoutHigh = (text: string) => text.replace(/[^ -~\t]/g, '?');

/** RFC 2231: UTF-8 octets in hex, in pieces that fit a line. */
function encoded(name: string, value: string): string[] {
  const octets = [...Buffer.from(value)].map((octet) => {
    const character = String.fromCharCode(octet);
    return /[A-Za-z0-9._-]/.test(character)
      ? character
      : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  const pieces: string[] = [];
  for (let at = 0; at < octets.length; at += 250) pieces.push(octets.slice(at, at + 250).join(''));
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return [`${name}*=utf-8''${first}`];
  return [`${name}*0*=utf-8''${first}`, ...rest.map((piece, i) => `${name}*${i + 1}*=${piece}`)];
}

/** A parameter's value. Decodes encoded words, though RFC 2231 doesn't allow them. */
const decodedValue = (parameters: Map<string, string>, name: string) =>
  parameters.get(`${name}*`) ?? decodeEncodedWords(parameters.get(name) ?? '');

/**
 * A structural field as SES accepts it, with its CRLF. Overlong parameters, and those with octets above 127
 * (read as UTF-8 or windows-1252), are encoded by RFC 2231, each on its own line. Everything else stays.
 */
export function structuralField(name: string, value: string): string {
  const [token = '', ...written] = withSeparator(value).match(segment) ?? [];
  const { parameters } = parseStructured(value);
  const unfit = written.filter((one) => !isPlain(one) || one.length > maxPlain);
  const changed = new Set(unfit.map(nameOf));
  const seen = new Set<string>();
  const parts = written.flatMap((one) => {
    const parameter = nameOf(one);
    if (parameter === undefined || !isPlain(parameter)) return isPlain(one) ? [one.trim()] : [];
    if (parameter === 'boundary' || !changed.has(parameter)) return [one.trim()];
    if (seen.has(parameter)) return [];
    seen.add(parameter);
    return encoded(parameter, decodedValue(parameters, parameter));
  });
  return `${[`${name}: ${withoutHigh(token).trim()}`, ...parts].join(';\r\n ')}\r\n`;
}
