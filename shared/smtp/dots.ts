const [lf, cr, dot] = [0x0a, 0x0d, 0x2e];

/**
 * The reader's states. After CRLF, a dot isn't part of the message (RFC 5321 4.5.2) and may start the last
 * line. After a bare LF, a dot can only escape another dot, and is held back until the next octet.
 */
const [inLine, afterCr, lineStart, bareStart, afterDot, heldBareDot, heldCr] = [0, 1, 2, 3, 4, 5, 6];

/** The state after an octet that no dot follows. */
const stateBehind = (octet: number | undefined): number => {
  if (octet === cr) return afterCr;
  return octet === lf ? bareStart : inLine;
};

/** Min octets between two searches for a dot, because reading a few octets is cheaper than a search. */
const searchEvery = 256;

/** One read of a message: its octets without escaping dots, whether the message ends, and what follows. */
type Part = { octets: Buffer; ends: boolean; rest: Buffer };

/**
 * Reads a message between DATA and the dot, in one pass and regardless of how octets are chunked. Only
 * CRLF.CRLF ends it. That first CRLF belongs to the message. Octets up to the next LF followed by a dot are
 * copied as a whole.
 */
export function createDots(): (bytes: Buffer) => Part {
  let at = lineStart;
  return (bytes) => {
    const octets = Buffer.allocUnsafe(bytes.length + 1);
    let length = 0;
    let searchFrom = 0;
    for (let i = 0; i < bytes.length; i++) {
      if (at === inLine && i >= searchFrom) {
        const found = bytes.indexOf('\n.', i, 'latin1');
        const next = found < 0 ? bytes.length : found;
        searchFrom = Math.max(next + 1, i + searchEvery);
        // The surrounding octets, or the end of this read, decide what a dot means.
        const to = Math.max(i, Math.min(next - 1, bytes.length - 2));
        if (to > i) {
          length += bytes.copy(octets, length, i, to);
          i = to;
          at = stateBehind(bytes[to - 1]);
        }
      }
      const octet = bytes[i] as number;
      if (octet === dot && (at === lineStart || at === bareStart)) {
        at = at === lineStart ? afterDot : heldBareDot;
        continue;
      }
      if (octet === cr && at === afterDot) {
        at = heldCr;
        continue;
      }
      if (octet === lf && at === heldCr)
        return { octets: octets.subarray(0, length), ends: true, rest: bytes.subarray(i + 1) };
      if (at === heldBareDot && octet !== dot) octets[length++] = dot;
      if (at === heldCr) octets[length++] = cr;
      octets[length++] = octet;
      if (octet === cr) at = afterCr;
      else if (octet !== lf) at = inLine;
      else at = at === afterCr ? lineStart : bareStart;
    }
    return { octets: octets.subarray(0, length), ends: false, rest: bytes.subarray(bytes.length) };
  };
}
