import { decodeUuencode } from './uuencode.ts';

const lineLength = 76;

/** Hex digits of a quoted-printable escape by character code; -1 for other characters. */
const hex = Int8Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
});

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09;

/** The end of the line or of the octets, if there are only blanks between `at` and that end. Otherwise -1. */
function blankUntilBreak(bytes: Buffer, at: number): number {
  let i = at;
  while (isBlank(bytes[i])) i++;
  if (i >= bytes.length) return i;
  if (bytes[i] === 0x0d && bytes[i + 1] === 0x0a) return i;
  return -1;
}

/** Decodes quoted-printable. Invalid escapes stay as written (RFC 2045 6.7). Linear. */
function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte !== 0x3d) {
      out[length++] = byte;
      continue;
    }
    const [high, low] = [hex[bytes[i + 1] ?? 0] ?? -1, hex[bytes[i + 2] ?? 0] ?? -1];
    if (high >= 0 && low >= 0 && i + 2 < bytes.length) {
      out[length++] = high * 16 + low;
      i += 2;
      continue;
    }
    const stop = blankUntilBreak(bytes, i + 1);
    if (stop < 0) out[length++] = byte;
    else i = stop + 1;
  }
  return out.subarray(0, length);
}

/** Decodes base64 that was encoded in pieces, each padded. Null if there is anything else. Linear. */
function decodePieces(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/=]+$/.test(text)) return null;
  const out = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('=', at);
    const end = found < 0 ? text.length : found + (text[found + 1] === '=' ? 2 : 1);
    if ((end - at) % 4 !== 0) return null;
    length += out.write(text.slice(at, end), length, 'base64');
    at = end;
  }
  return out.subarray(0, length);
}

/**
 * Decodes base64 up to its padding, and further pieces after it. Skips other text there, such as a footer.
 */
function decodeBase64(text: string): Buffer {
  const first = Buffer.from(text, 'base64');
  const padding = text.indexOf('=');
  if (padding < 0) return first;
  const rest = text.slice(padding).replace(/^[=\s]+|\s+/g, '');
  const more = rest === '' ? null : decodePieces(rest);
  return more === null ? first : Buffer.concat([first, more]);
}

const uuencodings = new Set(['x-uuencode', 'uuencode', 'x-uue', 'uue']);

/**
 * Whether octets can't be decoded because the encoding (RFC 2045 6.3) is unknown here. Without `body`,
 * whether that is possible.
 */
export function isUnknownEncoding(encoding: string, body?: Buffer): boolean {
  if (uuencodings.has(encoding)) return body === undefined || decodeUuencode(body) === null;
  return /^x-|binhex|yenc/.test(encoding);
}

/** Decodes a body by its Content-Transfer-Encoding. Broken encodings are decoded as far as possible. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return decodeBase64(bytes.toString('latin1'));
  if (uuencodings.has(encoding)) return decodeUuencode(bytes) ?? bytes;
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(bytes) : bytes;
}

/** Base64 in lines of 76 characters, without a final line break. */
export function encodeBase64(bytes: Buffer): Buffer {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 57) lines.push(bytes.toString('base64', at, at + 57));
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

const digits = Buffer.from('0123456789ABCDEF', 'latin1');

/** Quoted-printable in lines of at most 76 characters that decodes to exactly the same octets. */
export function encodeQuotedPrintable(bytes: Buffer): Buffer {
  // Three octets each, plus a soft line break per 73 of them.
  const out = Buffer.allocUnsafe(3 * bytes.length + 3 * Math.ceil((3 * bytes.length) / 73) + 3);
  let length = 0;
  let column = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === 0x0d && bytes[i + 1] === 0x0a) {
      out[length++] = 0x0d;
      out[length++] = 0x0a;
      column = 0;
      i++;
      continue;
    }
    const last = i + 1 === bytes.length || (bytes[i + 1] === 0x0d && bytes[i + 2] === 0x0a);
    const plain =
      byte === 0x09 ? !last : byte >= 0x20 && byte < 0x7f && byte !== 0x3d && !(byte === 0x20 && last);
    const width = plain ? 1 : 3;
    if (column + width > lineLength - 1) {
      out.write('=\r\n', length, 'latin1');
      length += 3;
      column = 0;
    }
    column += width;
    if (plain) out[length++] = byte;
    else {
      out[length++] = 0x3d;
      out[length++] = digits[byte >> 4] as number;
      out[length++] = digits[byte & 15] as number;
    }
  }
  return out.subarray(0, length);
}
