import { tmpdir } from 'node:os';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { mimeLimits } from '../../shared/mail/mime/scan.ts';
import { readAuthors } from '../../shared/mail/received/read-header.ts';
import { receiveBody } from '../../shared/smtp/body.ts';
import { readDots } from '../../shared/smtp/dots.ts';
import { kb, mb, type Parser, parser, product, repeat, repeats } from './parser.ts';

/** What one read of a socket brings. */
const read_bytes = 64 * kb;

/** The octets between DATA and the dot, as a connection gives them to a session: through the library, read by read. */
async function receive(text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const stream = new SMTPStream();
  readDots(stream);
  const arrived = receiveBody(stream.startDataMode(), { folder: tmpdir(), cut: () => {} });
  for (let at = 0; at < bytes.length; at += read_bytes)
    await new Promise<void>((next) => stream.write(bytes.subarray(at, at + read_bytes), () => next()));
  await new Promise<void>((next) => {
    void arrived.then(() => next());
    stream.write(Buffer.from('\r\n.\r\n'));
  });
  const message = await arrived;
  if (message.state === 'whole') await message.discard();
}

/** A message of strangers, who need no login at port 25. */
export const smtpParsers: Parser[] = [
  parser('octets after DATA', 25 * mb, receive, {
    ...repeats(['a', '..\r\n', '\r\n', '\n', '\r', '.', '\n.', '.\r', '\0', 'a: b\r\n']),
  }),
  // Its From is read in the process of all sessions (N46): as much of it as a header may have.
  parser('From of a received message', mimeLimits.header_bytes, (text) => readAuthors(Buffer.from(text)), {
    ...repeats(
      ['a', ' ', ',', '"', '<', '(', '\\', ':', ';', '=?', '=?utf-8?q?a?= ', '\r\n ', 'a@b.c,'],
      'From: ',
    ),
    ...repeats(['From: a@b.c\r\n', 'From: "a\r\n', 'From:\r\n', 'From: a:b;\r\n']),
    'fields of one long line': product(repeat('a,'), repeat('\r\nFrom: ')),
  }),
];
