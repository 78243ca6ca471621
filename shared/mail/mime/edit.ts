import { repairHeader, withEmptyLine, withEncoding } from './part-header.ts';
import type { Part } from './scan.ts';
import { encodeBase64, encodeQuotedPrintable } from './transfer.ts';

export type Edit = { start: number; end: number; bytes: Buffer };

/** Applies edits to the octets. They must not overlap. */
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

/** A part's header, one character per octet. */
export const headerOf = (bytes: Buffer, { start, body }: Part): string =>
  bytes.toString('latin1', start, body);

export const editHeader = ({ start, body }: Part, header: string): Edit => ({
  start,
  end: body,
  bytes: Buffer.from(header, 'latin1'),
});

/** The edits that re-encode a leaf with these decoded octets: text as quoted-printable, all else as base64. */
export function encodeLeaf(
  bytes: Buffer,
  part: Part,
  decoded: Buffer,
  header = repairHeader(headerOf(bytes, part)),
): Edit[] {
  const quoted = part.type.value.startsWith('text/') && part.encoding !== 'base64';
  const encoding = quoted ? 'quoted-printable' : 'base64';
  const body = quoted ? encodeQuotedPrintable(decoded) : encodeBase64(decoded);
  const written = withEmptyLine(withEncoding(header, encoding));
  return [editHeader(part, written), { start: part.body, end: part.end, bytes: body }];
}
