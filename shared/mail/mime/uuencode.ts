/** `begin`, the mode and a name. */
const begin = /^begin [0-7]+ .*$/m;

/** Writes the octets of one line at `at`; the blanks that programs cut off its end count as zeros. Returns how many they are. */
function writeLine(line: string, out: Buffer, at: number): number {
  if (!/^[ -`]+$/.test(line)) return 0;
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
 * The octets between the lines `begin` and `end`, or the end of the text; lines of anything else are left out, and
 * without a `begin` the octets stay. They are no more than those that were encoded. Linear.
 */
export function decodeUuencode(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const first = begin.exec(text);
  if (first === null) return bytes;
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = first.index + first[0].length + 2; at < text.length; ) {
    const found = text.indexOf('\r\n', at);
    const stop = found < 0 ? text.length : found;
    const line = text.slice(at, stop);
    if (/^end[ \t]*$/.test(line)) break;
    length += writeLine(line, out, length);
    at = stop + 2;
  }
  return out.subarray(0, length);
}
