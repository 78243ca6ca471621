const [lf, cr, dot] = [0x0a, 0x0d, 0x2e];

/**
 * Places in a message. Behind CRLF a dot may begin the last line, behind a bare LF it may only be one that escapes another;
 * such a dot is held until the next octet.
 */
const [inLine, afterCr, lineStart, bareStart, heldDot, heldBareDot, heldDotCr] = [0, 1, 2, 3, 4, 5, 6];

/** One read of a message: its octets without the dots that escape others, whether the message ends, and what follows it. */
type Part = { octets: Buffer; ends: boolean; rest: Buffer };

/**
 * Reads a message between DATA and the dot, read by read, in one pass without regard to how it is cut. CRLF.CRLF ends it
 * and nothing else does (R30); its own CRLF belongs to the message.
 */
export function createDots(): (bytes: Buffer) => Part {
  let at = lineStart;
  return (bytes) => {
    const octets = Buffer.allocUnsafe(bytes.length + 2);
    let length = 0;
    for (let i = 0; i < bytes.length; i++) {
      const octet = bytes[i] as number;
      if (octet === dot) {
        if (at === lineStart || at === bareStart) {
          at = at === lineStart ? heldDot : heldBareDot;
          continue;
        }
      } else if (at === heldDot && octet === cr) {
        at = heldDotCr;
        continue;
      } else if (at === heldDotCr && octet === lf)
        return { octets: octets.subarray(0, length), ends: true, rest: bytes.subarray(i + 1) };
      const escapes = octet === dot && (at === heldDot || at === heldBareDot);
      if (!escapes && at >= heldDot) octets[length++] = dot;
      if (at === heldDotCr) octets[length++] = cr;
      octets[length++] = octet;
      if (octet === cr) at = afterCr;
      else if (octet !== lf) at = inLine;
      else at = at === afterCr ? lineStart : bareStart;
    }
    return { octets: octets.subarray(0, length), ends: false, rest: bytes.subarray(bytes.length) };
  };
}
