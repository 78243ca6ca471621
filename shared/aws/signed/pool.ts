import type { Answer } from './answer.ts';
import { type Connection, type Exchange, hangUp, openConnection, type TimeOuts } from './connection.ts';
import { timeoutError } from './errors.ts';

const maxConnections = 50;

type Headers = readonly (readonly [name: string, value: string])[];

type Pool = {
  /** Throws the error of the connection by its code, a TimeoutError, or a BrokenAnswer. */
  post: (headers: Headers, body: string) => Promise<Answer>;
  close: () => void;
};

/** A name or value with a line end would begin another header. */
function requestOf(headers: Headers, body: string): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const wrong = lines.find((line) => /[^\t\x20-\x7e\x80-\xff]/.test(line));
  if (wrong !== undefined) throw new Error(`the header ${wrong.split(':')[0]} cannot be sent`);
  const bytes = Buffer.byteLength(body);
  const head = ['POST / HTTP/1.1', ...lines, `content-length: ${bytes}`, 'connection: keep-alive', '', ''];
  const text = head.join('\r\n');
  const octets = Buffer.allocUnsafe(text.length + bytes);
  octets.write(text, 'latin1');
  octets.write(body, text.length);
  return octets;
}

/** No connection is used in the last second before the server closes it. */
const margin_ms = 1_000;

/**
 * Connections to one server that are kept, with one request at a time on each; the one that was used last is used
 * first. A request is sent once: where its connection ends before the answer, the caller must know whether it may be
 * sent again.
 */
export function createPool(url: URL, time_outs: TimeOuts, now: () => number, ca?: string): Pool {
  const { connect_ms, answer_ms } = time_outs;
  const server = { url, connect_ms, ca, session: undefined };
  const open = new Set<Connection>();
  let idle: { connection: Connection; until_ms: number }[] = [];
  const queue: Exchange[] = [];

  const hooks = {
    free: (connection: Connection): void => {
      const next = queue.shift();
      if (next !== undefined) connection.send(next);
      else idle.push({ connection, until_ms: now() + connection.kept_s() * 1000 - margin_ms });
    },
    gone: (connection: Connection): void => {
      open.delete(connection);
      idle = idle.filter((one) => one.connection !== connection);
      const next = queue.shift();
      if (next !== undefined) dispatch(next);
    },
  };

  const take = (): Connection | null => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      if (now() < last.until_ms) return last.connection;
      last.connection.end(hangUp());
    }
    return null;
  };

  const begin = (): Connection => {
    const connection = openConnection(server, hooks);
    open.add(connection);
    return connection;
  };

  const dispatch = (exchange: Exchange): void => {
    const connection = take() ?? (open.size < maxConnections ? begin() : null);
    if (connection === null) queue.push(exchange);
    else connection.send(exchange);
  };

  const expire = (exchange: Exchange): void => {
    const error = timeoutError(`the server did not answer within ${answer_ms} ms`);
    const connection = [...open].find(({ has }) => has(exchange));
    if (connection !== undefined) connection.end(error);
    else queue.splice(queue.indexOf(exchange), 1)[0]?.failed(error);
  };

  const send = (octets: Buffer): Promise<Answer> => {
    const { promise, resolve: answered, reject: failed } = Promise.withResolvers<Answer>();
    const exchange: Exchange = { octets, answered, failed, progress: () => void timer.refresh() };
    const timer = setTimeout(() => expire(exchange), answer_ms);
    dispatch(exchange);
    return promise.finally(() => clearTimeout(timer));
  };

  return {
    post: async (headers, body) => send(requestOf(headers, body)),
    close: () => {
      for (const connection of open) connection.end(hangUp());
    },
  };
}
