/** `begin`, the mode, and a name, preceded only by blank lines. */
const begin = /^[ \t\r\n]*begin [0-7]+ [^\r\n]*(?:\r\n|$)/;

/** Writes one line's octets at `at` and returns how many. Blanks cut off its end count as zeros. */
function writeLine(line: string, out: Buffer, at: number): number {
  const sextet = (index: number) => (line.charCodeAt(index) - 0x20) & 63;
  const count = Math.min(sextet(0), out.length - at);
  for (let i = 0; i < count; i++) {
    const from = 1 + 4 * Math.floor(i / 3) + (i % 3);
    const shift = 2 * (i % 3) + 2;
    out[at + i] = (sextet(from) << shift) | (sextet(from + 1) >> (6 - shift));
  }
  return count;
}

/**
 * Decodes a text that is a single block from `begin` to `end` or to the end of the text. null for any other
 * text, whose words and further blocks would be lost. Never longer than the input. Linear.
 */
export function decodeUuencode(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1');
  const first = begin.exec(text);
  if (first === null) return null;
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  let isOpen = true;
  for (let at = first[0].length; at < text.length; ) {
    const found = text.indexOf('\r\n', at);
    const line = text.slice(at, found < 0 ? text.length : found);
    at += line.length + 2;
    if (/^[ \t]*$/.test(line)) continue;
    if (!isOpen || !/^[ -`]+$/.test(line)) {
      if (!isOpen || !/^end[ \t]*$/.test(line)) return null;
      isOpen = false;
    } else length += writeLine(line, out, length);
  }
  return out.subarray(0, length);
}
