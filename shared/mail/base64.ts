/**
 * Decodes standard base64, ignoring white space. Null if invalid. Compares lengths, because Buffer.from skips
 * invalid characters.
 */
export function decodeBase64(text: string): Buffer | null {
  if (Buffer.byteLength(text) !== text.length || text.includes('-') || text.includes('_')) return null;
  const direct = decodeDense(text);
  return direct ?? (/[\t\n\r ]/.test(text) ? decodeDense(withoutBlanks(text)) : null);
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** ASCII text without white space. A regular expression would create an object per match. */
function withoutBlanks(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (!isBlank(byte)) bytes[length++] = byte;
  }
  return bytes.toString('latin1', 0, length);
}

function decodeDense(text: string): Buffer | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : null;
}
