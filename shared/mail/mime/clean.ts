import { isAscii } from 'node:buffer';
import { type AppError, invalid } from '../../core/errors.ts';
import { applyEdits, type Edit, editHeader, encodeLeaf, headerOf } from './edit.ts';
import { maxLine } from './fields.ts';
import { decodeLeaf } from './leaves.ts';
import { isAsciiText, repairHeader, withEmptyLine } from './part-header.ts';
import { allParts, mimeLimits, type Part, unsealedParts } from './scan.ts';
import { isUnknownEncoding } from './transfer.ts';

/** 400 for a message that can't be made acceptable for SES. */
export const unfit = (message: string): AppError => invalid([{ path: 'message', rule: 'format', message }]);

function hasLongLine(bytes: Buffer): boolean {
  let at = 0;
  while (bytes.length - at > maxLine) {
    const found = bytes.indexOf('\r\n', at, 'latin1');
    const stop = found < 0 ? bytes.length : found;
    if (stop - at > maxLine) return true;
    at = stop + 2;
  }
  return false;
}

/** Parts whose body must not change: sealed parts, attached messages, and broken multiparts. */
const isFixed = ({ sealed, type }: Part) => sealed || /^(?:message|multipart)\//.test(type.value);

function needsEncoding(bytes: Buffer, leaf: Part): boolean {
  const body = bytes.subarray(leaf.body, leaf.end);
  const is8bit = !isAscii(body) && !isUnknownEncoding(leaf.encoding, body);
  return leaf.encoding === 'binary' || is8bit || hasLongLine(body);
}

/** Whether octets above 127 follow a header without an empty line. Other readers parse them as fields. */
function runsOn(bytes: Buffer, part: Part, header: string): boolean {
  if (withEmptyLine(header) === header) return false;
  const found = bytes.indexOf('\r\n\r\n', part.body, 'latin1');
  return !isAscii(bytes.subarray(part.body, found < 0 ? part.end : Math.min(found, part.end)));
}

function editsOf(bytes: Buffer, part: Part, repaired: string): Edit[] {
  const isLeaf = part.parts.length === 0 && !isFixed(part);
  if (isLeaf && needsEncoding(bytes, part)) return encodeLeaf(bytes, part, decodeLeaf(bytes, part), repaired);
  const header = headerOf(bytes, part);
  const written = runsOn(bytes, part, header) ? withEmptyLine(repaired) : repaired;
  return written === header ? [] : [editHeader(part, written)];
}

/** The headers of unsealed parts as sent. 400 if octets above 127 remain. */
function writtenHeaders(bytes: Buffer, top: Part): Map<Part, string> {
  const written = new Map(unsealedParts(top).map((part) => [part, repairHeader(headerOf(bytes, part))]));
  // Leaves some room, because the text is scanned again before sending and may have an added
  // Content-Transfer-Encoding by then.
  if ([...written.values()].some((header) => header.length + 100 > mimeLimits.header_bytes))
    throw unfit('a header has over 1,000 fields or 256 KB');
  const isClean = (part: Part) => isAsciiText(written.get(part) ?? headerOf(bytes, part));
  if (allParts(top).every(isClean)) return written;
  throw unfit(
    'A header contains non-ASCII bytes that cannot be encoded because they are in a signed or encrypted part or a boundary',
  );
}

/**
 * The entity as SES accepts it. Leaves with 8-bit octets, `binary`, or lines over 998 octets are encoded, and
 * decode to the same octets. Fields with octets above 127 or such lines are rewritten. Everything else stays,
 * including 8-bit octets in an unknown encoding. Throws 400 if a part that needs a change must not be
 * changed.
 */
export function cleanEntity(bytes: Buffer, top: Part): Buffer {
  const edits = [...writtenHeaders(bytes, top)].flatMap(([part, header]) => editsOf(bytes, part, header));
  const clean = applyEdits(bytes, edits);
  if (hasLongLine(clean))
    throw unfit(
      'A line exceeds 998 bytes and cannot be encoded because it is in a signed or encrypted part or an attached message',
    );
  return clean;
}
