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

const encodingField = /^content-transfer-encoding[ \t]*:.*(?:\r\n[ \t].*)*(?:\r\n)?/gim;

/** Lines of a mailbox file in a header: behind any field but those of servers, they would end it. */
const mailboxLines = /^>?From [^\s:].*\r\n/gm;

/** Where a field is added to a header: before its others. */
function firstPlace(header: string): number {
  const last = [...header.matchAll(mailboxLines)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

/** The header of an entity with one Content-Transfer-Encoding, in place of those it had, every other octet as it was. */
function withEncoding(header: string, encoding: string): string {
  const found = header.search(encodingField);
  const at = found < 0 ? firstPlace(header) : found;
  const others = header.replace(encodingField, '');
  return `${others.slice(0, at)}Content-Transfer-Encoding: ${encoding}\r\n${others.slice(at)}`;
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
  const written = withEmptyLine(withEncoding(header, encoding));
  return [
    { start: part.start, end: part.body, bytes: Buffer.from(written, 'latin1') },
    { start: part.body, end: part.end, bytes: body },
  ];
}
