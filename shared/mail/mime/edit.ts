import { type Field, fieldsNamed } from './fields.ts';
import type { Part } from './scan.ts';
import { encodeBase64, encodeQuotedPrintable } from './transfer.ts';

export type Edit = { start: number; end: number; bytes: Buffer };

/** The octets with all edits made; they must not overlap. */
export function applyEdits(bytes: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return bytes;
  const out: Buffer[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    out.push(bytes.subarray(at, edit.start), edit.bytes);
    at = edit.end;
  }
  return Buffer.concat([...out, bytes.subarray(at)]);
}

/** The header of an entity with another Content-Transfer-Encoding, every other octet as it was. */
function withEncoding(header: string, fields: Field[], encoding: string): string {
  const [field] = fieldsNamed(fields, 'content-transfer-encoding');
  const written = `Content-Transfer-Encoding: ${encoding}`;
  if (field === undefined) return `${written}\r\n${header}`;
  // At the start of a line: another field may end in the same octets.
  const at = `\r\n${header}`.indexOf(`\r\n${field.raw}`);
  return header.slice(0, at) + written + header.slice(at + field.raw.length);
}

/** A header that ends at a line of no field with the empty line that it lacks: encoded, that line may look like a field. */
const withEmptyLine = (header: string): string =>
  `\r\n${header}`.endsWith('\r\n\r\n') ? header : `${header}\r\n`;

/** The edits that give a leaf these decoded octets: text as quoted-printable, all else as base64 (R2). */
export function encodeLeaf(bytes: Buffer, part: Part, decoded: Buffer): Edit[] {
  const quoted = part.type.value.startsWith('text/') && part.encoding !== 'base64';
  const encoding = quoted ? 'quoted-printable' : 'base64';
  const body = quoted ? encodeQuotedPrintable(decoded) : encodeBase64(decoded);
  const header = bytes.toString('latin1', part.start, part.body);
  const named = part.encoding === encoding ? header : withEncoding(header, part.fields, encoding);
  return [
    { start: part.start, end: part.body, bytes: Buffer.from(withEmptyLine(named), 'latin1') },
    { start: part.body, end: part.end, bytes: body },
  ];
}
