import type { SMTPStream } from 'smtp-server/lib/smtp-stream.js';

const [lf, dot] = [0x0a, 0x2e];
const end = Buffer.from('\r\n.\r\n');

/** Octets at the end of a read that may be the beginning of the last line. */
const kept_bytes = 4;

/** What one read holds of a message: its octets without the dots that escape others, whether it ends, and what comes later. */
type Fed = { octets: Buffer; ends: boolean; rest: Buffer };

/** Copies octets until the message ends, one pass; the first two are the context of what follows. */
function withoutDots(bytes: Buffer): Fed {
  const octets = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  for (let i = 0; i < bytes.length - 2; i++) {
    if (bytes[i] === dot && i >= 2 && bytes[i - 1] === lf) {
      if (i - 2 >= from && end.compare(bytes, i - 2, i + 3) === 0) {
        length += bytes.copy(octets, length, from, i);
        return { octets: octets.subarray(0, length), ends: true, rest: bytes.subarray(i + 3) };
      }
      if (bytes[i + 1] === dot) {
        length += bytes.copy(octets, length, from, i);
        from = i + 1;
        // The dot that was escaped begins no line.
        i++;
      }
    }
  }
  const until = Math.max(from, bytes.length - kept_bytes);
  length += bytes.copy(octets, length, from, until);
  return { octets: octets.subarray(0, length), ends: false, rest: bytes.subarray(until) };
}

/**
 * Reads the dots of a message in place of the library, by its rules: that makes a piece and a pass of the event loop of each dot
 * that it removes, 3.6 s of CPU for 4 MB of `..`.
 */
export function readDots(parser: SMTPStream): void {
  parser._feedDataStream = (chunk, done) => {
    const stream = parser._dataStream;
    let bytes = parser._lastBytes === false ? chunk : Buffer.concat([parser._lastBytes, chunk]);
    parser._lastBytes = false;
    if (parser._atDataStart && bytes.subarray(0, 3).equals(end.subarray(2)))
      return parser._endDataMode(false, bytes.subarray(3), done);
    if (parser._atDataStart && bytes[0] === dot && bytes[1] === dot) {
      bytes = bytes.subarray(1);
      // What follows is content, and no end of the message.
      parser._atDataStart = false;
    }
    const { octets, ends, rest } = withoutDots(bytes);
    parser._countDataBytes(octets.length);
    if (ends) return parser._endDataMode(octets, rest, done);
    parser._lastBytes = rest;
    if (octets.length === 0 || !stream?.writable || stream.write(octets) || stream.destroyed) return done();
    const resume = () => {
      stream.off('drain', resume).off('close', resume);
      done();
    };
    stream.once('drain', resume).once('close', resume);
  };
}
