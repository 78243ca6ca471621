const [lf, cr, dot] = [0x0a, 0x0d, 0x2e];

/**
 * The states of the reader. After CRLF a dot is no part of the message (RFC 5321 4.5.2) and may begin the last line;
 * after a bare LF it can only escape another dot, and is held until the next octet.
 */
const [inLine, afterCr, lineStart, bareStart, afterDot, heldBareDot, heldCr] = [0, 1, 2, 3, 4, 5, 6];

/** One read of a message: its octets without the dots that escape others, whether the message ends, and what follows it. */
type Part = { octets: Buffer; ends: boolean; rest: Buffer };

/**
 * Reads a message between DATA and the dot, in one pass and independent of how its octets are cut. CRLF.CRLF ends it
 * and nothing else does (R30); its own CRLF belongs to the message.
 */
export function createDots(): (bytes: Buffer) => Part {
  let at = lineStart;
  return (bytes) => {
    const octets = Buffer.allocUnsafe(bytes.length + 1);
    let length = 0;
    for (let i = 0; i < bytes.length; i++) {
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
