import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Milliseconds to wait for a connection, and for each reply. */
const patience_ms = 10_000;

export type SmtpSession = {
  greeting: string;
  /** Whether clients trust the certificate. Null without TLS. */
  trusted: boolean | null;
  /** Sends a line and returns the last line of the reply. */
  say: (line: string) => Promise<string>;
  close: () => void;
};

export type Place = { host: string; port: number };

/** Reads the replies of a connection, each as its last line. Rejects when it closes or times out. */
function repliesOf(socket: Socket): () => Promise<string> {
  let text = '';
  let fault: Error | null = null;
  let wake = () => {};
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    wake();
  });
  const end = (error: Error) => {
    fault ??= error;
    wake();
  };
  socket.on('error', end).on('close', () => end(new Error('the connection was closed')));
  socket.setTimeout(patience_ms, () => socket.destroy(new Error(`no reply in ${patience_ms / 1000} s`)));
  return async () => {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*(\d{3} .*)\r\n/.exec(text);
      if (found) {
        text = text.slice(found[0].length);
        return found[1] ?? '';
      }
      if (fault) throw fault;
      await new Promise<void>((done) => {
        wake = done;
      });
    }
  };
}

/** Opens a connection and reads the greeting. Rejects with the network error. */
export async function openSession(
  { host, port }: Place,
  { tls }: { tls: { servername: string } | null },
): Promise<SmtpSession> {
  const secured = tls && connectTls({ host, port, servername: tls.servername, rejectUnauthorized: false });
  const socket = secured ?? connectTcp({ host, port });
  const next = repliesOf(socket);
  try {
    const greeting = await next();
    return {
      greeting,
      trusted: secured === null ? null : secured.authorized,
      say: (line) => {
        socket.write(`${line}\r\n`);
        return next();
      },
      close: () => void socket.destroy(),
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
