import { isAscii } from 'node:buffer';
import { applyEdits, encodeLeaf } from './edit.ts';
import { decodeLeaf } from './leaves.ts';
import { leavesOf, type Part } from './scan.ts';
import { isUnknownEncoding } from './transfer.ts';

/** The most octets of a line without its CRLF; SES takes 1,000 with it. */
export const maxLine = 998;

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

/** Parts that must go out as they came: sealed parts, messages, and multiparts that are broken. */
const isFixed = ({ sealed, type }: Part) => sealed || /^(?:message|multipart)\//.test(type.value);

function needsEncoding(bytes: Buffer, leaf: Part): boolean {
  const body = bytes.subarray(leaf.body, leaf.end);
  const is8bit = !isAscii(body) && !isUnknownEncoding(leaf.encoding, body);
  return leaf.encoding === 'binary' || is8bit || hasLongLine(body);
}

/**
 * The entity as SES takes it (R2): leaves with 8-bit octets, `binary` or lines over 998 octets are encoded, and decode
 * to the same octets; everything else stays as it came, and 8-bit octets in an encoding that is not known do, too. null
 * where a line is too long in a part that must not be changed.
 */
export function cleanEntity(bytes: Buffer, top: Part): Buffer | null {
  const leaves = leavesOf(top).filter((leaf) => !isFixed(leaf) && needsEncoding(bytes, leaf));
  const edits = leaves.flatMap((leaf) => encodeLeaf(bytes, leaf, decodeLeaf(bytes, leaf)));
  const clean = applyEdits(bytes, edits);
  return hasLongLine(clean) ? null : clean;
}
