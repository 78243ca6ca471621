import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { listen } from '../net.ts';
import type { Receiving } from './receiving.ts';

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** The SMTP server at which other servers deliver mail to SES; it refuses mail that no active rule takes. */
export async function startSmtpDoor(
  receiving: Receiving,
  host: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    name: receiving.host,
    authOptional: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const unknown = refusal(550, 'Requested action not taken: mailbox unavailable');
      receiving.takes(address).then((takes) => done(takes ? null : unknown), done);
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      buffer(stream)
        .then((raw) =>
          receiving.receive({
            raw,
            helo: session.hostNameAppearsAs || 'unknown',
            ip: session.remoteAddress,
            source: (mailFrom as SMTPServerAddress | false) ? (mailFrom as SMTPServerAddress).address : '<>',
            recipients: rcptTo.map(({ address }) => address),
          }),
        )
        .then((id) => done(id === null ? refusal(550, 'Mailbox unavailable') : null, `OK ${id}`))
        .catch(() => done(refusal(451, 'Local error in processing')));
    },
  });
  server.on('error', () => {});
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { port: await listen(server.server, 0, host), close };
}
