import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Answer, createAnswerReader, type Read } from './answer.ts';
import { timeoutError } from './errors.ts';

/** Milliseconds to connect; until the answer begins, and between two parts of it. */
export type TimeOuts = { connect_ms: number; answer_ms: number };

/** A request and its callbacks: one of `answered` and `failed` is called, once. */
export type Exchange = {
  octets: Buffer;
  answered: (answer: Answer) => void;
  failed: (error: Error) => void;
  /** Octets of the answer arrived. */
  progress: () => void;
};

/** The address of a server; `session` is the last TLS session, which shortens the next handshake. */
type Server = {
  url: URL;
  connect_ms: number;
  /** An authority to trust in place of the system's. */
  ca: string | undefined;
  session: Buffer | undefined;
};

type Hooks = {
  /** The connection is free for another exchange. */
  free: (connection: Connection) => void;
  gone: (connection: Connection) => void;
};

/** A connection that is kept, with one exchange at a time. */
export type Connection = {
  send: (exchange: Exchange) => void;
  has: (exchange: Exchange) => boolean;
  /** Fails the exchange, if there is one, and ends the connection. */
  end: (error: Error) => void;
  /** The seconds after its last answer at which the server ends the connection; Infinity where it does not say. */
  kept_s: () => number;
};

/** The error of Node's own client, which retries and callers take for passing. */
export const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

function openSocket(server: Server): Socket {
  const { url, ca, session } = server;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:') return connectTcp({ host, port: Number(url.port || 80) });
  const socket = connectTls({
    host,
    port: Number(url.port || 443),
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
    ...(session && { session }),
  });
  return socket.on('session', (next: Buffer) => {
    server.session = next;
  });
}

/** The seconds that the server keeps the connection, of `Keep-Alive: timeout=5`. */
const keptFor = ({ headers }: Answer): number =>
  Number(/\btimeout=(\d{1,9})\b/.exec(headers['keep-alive'] ?? '')?.[1] ?? Infinity);

/** Connects; the first exchange may be sent at once. */
export function openConnection(server: Server, { free, gone }: Hooks): Connection {
  const socket = openSocket(server);
  let current: Exchange | null = null;
  let reader = createAnswerReader();
  let kept_s = Infinity;
  let isGone = false;
  let isProven = false;

  const end = (error: Error): void => {
    const exchange = current;
    current = null;
    // As Node's own agent: it may be the session that the server does not take.
    if (!isProven) server.session = undefined;
    if (!isGone) {
      isGone = true;
      gone(connection);
    }
    socket.destroy();
    exchange?.failed(error);
  };

  const answered = ({ answer, keeps }: Read): void => {
    const exchange = current;
    current = null;
    isProven = true;
    kept_s = keptFor(answer);
    // An idle connection does not keep the process running.
    socket.unref();
    // An answer may come before its request is sent whole; the rest of it would be read as the next request.
    if (keeps && socket.writableLength === 0 && !isGone) free(connection);
    else end(hangUp());
    exchange?.answered(answer);
  };

  const connection: Connection = {
    send: (exchange) => {
      current = exchange;
      reader = createAnswerReader();
      socket.ref();
      socket.write(exchange.octets);
    },
    has: (exchange) => exchange === current,
    end,
    kept_s: () => kept_s,
  };

  const { connect_ms } = server;
  const late = () => end(timeoutError(`the server did not establish a connection within ${connect_ms} ms`));
  const connecting = setTimeout(late, connect_ms);
  socket.setNoDelay(true).setKeepAlive(true, 1_000);
  socket.once('connect', () => clearTimeout(connecting));
  socket.once('close', () => {
    clearTimeout(connecting);
    end(hangUp());
  });
  socket.on('error', end);
  socket.on('data', (octets: Buffer) => {
    // An answer without a request.
    if (current === null) return end(hangUp());
    current.progress();
    let read: Read | null;
    try {
      read = reader.push(octets);
    } catch (error) {
      return end(error as Error);
    }
    if (read !== null) answered(read);
  });
  socket.on('end', () => {
    const answer = current && reader.end();
    if (answer) answered({ answer, keeps: false });
    else end(hangUp());
  });
  return connection;
}
