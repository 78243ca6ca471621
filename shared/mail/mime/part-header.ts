import { headerField } from '../header-value.ts';
import { begin, type Field, maxLine, unfold } from './fields.ts';
import { isStructural, structuralField } from './structural.ts';
import { decodeWords } from './words.ts';

const fieldBreak = /\r\n(?![ \t])/;
const encodingField = /^content-transfer-encoding[ \t]*:/i;
/** A mailbox-file line. After any field that servers don't add, it ends the header. */
const mailboxLine = /^>?From [^\s:]/;

/** Writes a decoded field, with its CRLF. */
export const writeField = ({ name, value }: Pick<Field, 'name' | 'value'>): string =>
  isStructural(name) ? structuralField(name, value) : headerField(name, decodeWords(value));

export const isAsciiText = (octets: string): boolean => !/[\x80-\xff]/.test(octets);

const fitsLines = (octets: string): boolean => octets.split('\r\n').every((line) => line.length <= maxLine);

/** Rewrites a field that SES would reject. Null for a line that isn't a field. */
function repaired(octets: string): string | null {
  const name = begin.exec(octets)?.[1];
  if (name === undefined) return null;
  const value = unfold(octets.slice(octets.indexOf(':') + 1));
  return writeField({ name, value }).slice(0, -'\r\n'.length);
}

/** A part's header without octets above 127 and overlong lines. Other fields stay unchanged. */
export function repairHeader(header: string): string {
  const isFit = (octets: string) => isAsciiText(octets) && fitsLines(octets);
  if (isFit(header)) return header;
  const fields = header.split(fieldBreak).map((octets) => (isFit(octets) ? octets : repaired(octets)));
  return fields.filter((octets) => octets !== null).join('\r\n');
}

/** A part's header with exactly one Content-Transfer-Encoding. Every other octet stays. */
export function withEncoding(header: string, encoding: string): string {
  const fields = header.split(fieldBreak);
  const found = fields.findIndex((octets) => encodingField.test(octets));
  const at = found < 0 ? fields.findLastIndex((octets) => mailboxLine.test(octets)) + 1 : found;
  const others = fields.filter((octets) => !encodingField.test(octets));
  return others.toSpliced(at, 0, `Content-Transfer-Encoding: ${encoding}`).join('\r\n');
}

/** Adds the missing empty line after a header, because the next line may look like a field. */
export const withEmptyLine = (header: string): string =>
  `\r\n${header}`.endsWith('\r\n\r\n') ? header : `${header}\r\n`;
