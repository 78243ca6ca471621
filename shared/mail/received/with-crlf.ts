const lf = 0x0a;
const cr = 0x0d;

function countBareLf(message: Buffer): number {
  let count = 0;
  for (let at = 0; at < message.length; at++) if (message[at] === lf && message[at - 1] !== cr) count++;
  return count;
}

/**
 * Ends all lines in CRLF. Our own receiver already does that, but messages received by SES may have bare line
 * feeds. Works octet by octet, so a message of empty lines costs little more.
 */
export function withCrlf(message: Buffer): Buffer {
  const bare = countBareLf(message);
  if (bare === 0) return message;
  const written = Buffer.allocUnsafe(message.length + bare);
  let to = 0;
  for (let at = 0; at < message.length; at++) {
    if (message[at] === lf && message[at - 1] !== cr) written[to++] = cr;
    written[to++] = message[at] as number;
  }
  return written;
}
