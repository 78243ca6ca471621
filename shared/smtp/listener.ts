import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { clientKey } from '../core/ip-ranges.ts';
import type { Log } from '../domain/context.ts';
import { type Connection, createConnection } from './connection.ts';
import { converse, type Door } from './conversation.ts';
import { counts } from './guard.ts';
import type { Reply } from './reply.ts';
import type { Certificate } from './self-signed.ts';
import { createTls, readAhead } from './tls.ts';

/** A connection as its `Door` sees it. It is the same for relay and receiver. */
export type Session = {
  id: string;
  address: string;
  secure: () => boolean;
  /** The client's name from EHLO, or empty before EHLO. */
  helo: () => string;
  /** Milliseconds without an octet until the connection ends. */
  setIdle: (ms: number) => void;
  /** Sends replies, then closes the connection. */
  end: (last: Reply) => void;
  /** Closes the connection without a reply. */
  cut: () => void;
};

type ListenerOptions = {
  /** The host name in the greeting. */
  host: string;
  /** TLS from the first octet. */
  implicit: boolean;
  certificate: Certificate;
  idle_ms: number;
  /** Max time for one handshake. */
  handshake_ms: number;
  greeting_ms: number;
  /**
   * Max concurrent handshakes per address with implicit TLS. A connection doesn't count toward session limits
   * until its handshake is done.
   */
  handshakes_at_once: number;
  /** A door for a new connection, or a reply instead of the greeting. */
  open: (session: Session) => Door | Reply;
  log: Log;
};

const isReply = (value: Door | Reply): value is Reply => 'code' in value;

/** A TCP listener that speaks SMTP and leaves every decision to the session's `Door`. */
export function createListener(options: ListenerOptions) {
  const { host, implicit, idle_ms, handshake_ms, greeting_ms, handshakes_at_once, open, log } = options;
  const onError = (error: NodeJS.ErrnoException) =>
    log.info('smtp_connection_error', { cause: error.code ?? error.name });
  const tls = createTls(options.certificate, { handshake_ms, onError });
  const connections = new Set<Connection>();
  const handshakes = counts();

  /** Does the TLS handshake before the greeting. False if the address has too many or the connection ends. */
  const secure = async (connection: Connection): Promise<boolean> => {
    const key = clientKey(connection.address);
    const isFree = handshakes.change(key, 1) <= handshakes_at_once;
    const isDone = isFree && (await connection.startTls(null));
    handshakes.change(key, -1);
    if (!isFree) connection.cut();
    return isDone;
  };

  const serve = async (socket: Socket): Promise<void> => {
    const connection = createConnection(socket, { idle_ms, tls, onError });
    connections.add(connection);
    connection.onClosed(() => connections.delete(connection));
    if (implicit && !(await secure(connection))) return;
    const client = { helo: '' };
    const door = open({
      id: randomUUID(),
      address: connection.address,
      secure: connection.isSecure,
      helo: () => client.helo,
      setIdle: connection.setIdle,
      end: connection.end,
      cut: connection.cut,
    });
    if (isReply(door)) return connection.end(door);
    // A message cut off with the connection is decided before its session closes.
    connection.onClosed(() => setImmediate(door.closed));
    await converse({ connection, door, host, client, greeting_ms });
  };

  // A client may close its side after its last command and still gets the replies.
  const server = createServer({ noDelay: true, allowHalfOpen: true, highWaterMark: readAhead }, (socket) => {
    serve(socket).catch((error) => {
      onError(error);
      socket.destroy();
    });
  });
  server.on('error', onError);
  return {
    listen: (port: number, address?: string): Promise<number> =>
      new Promise((done, fail) => {
        server.once('error', fail);
        server.listen(port, address, () => {
          const bound = server.address();
          done(typeof bound === 'object' && bound !== null ? bound.port : port);
        });
      }),
    /** The certificate for new handshakes. Running sessions keep theirs. */
    useCertificate: tls.useCertificate,
    /** Refuses new connections. Open connections continue. */
    stop: (): void => void server.close(),
    /** Ends all connections. */
    cut: (): void => {
      for (const connection of connections) connection.cut();
    },
  };
}

export type Listener = ReturnType<typeof createListener>;
