import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { timeoutError } from './errors.ts';

/** Milliseconds to connect; until the answer begins, and between two parts of it. */
type TimeOuts = { connect_ms: number; answer_ms: number };

type Post = {
  url: URL;
  /** That of Node where it is undefined. */
  agent: Agent | undefined;
  headers: readonly (readonly [string, string])[];
  body: string;
  time_outs: TimeOuts;
};

export type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

/** One POST. Throws the error of the connection by its code, or a TimeoutError. */
export function post({ url, agent, headers, body, time_outs }: Post): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connect_ms, answer_ms } = time_outs;
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
      agent,
      method: 'POST',
      hostname: url.hostname,
      port: url.port,
      path: '/',
      headers: [...headers.flat(), 'content-length', String(Buffer.byteLength(body))],
    });
    const fail = (error: Error) => {
      clearTimeout(waiting);
      request.destroy();
      reject(error);
    };
    const stalled = () => fail(timeoutError(`the server did not answer within ${answer_ms} ms`));
    const waiting = setTimeout(stalled, answer_ms);
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const late = `the server did not establish a connection within ${connect_ms} ms`;
      const connecting = setTimeout(() => fail(timeoutError(late)), connect_ms);
      socket.once('connect', () => clearTimeout(connecting)).once('close', () => clearTimeout(connecting));
    });
    request.once('error', fail);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      waiting.refresh();
      response.on('data', (part: Buffer) => {
        waiting.refresh();
        parts.push(part);
      });
      response.once('error', fail);
      response.once('end', () => {
        clearTimeout(waiting);
        const [first = Buffer.alloc(0)] = parts;
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, body: parts.length < 2 ? first : Buffer.concat(parts) });
      });
    });
    request.end(body);
  });
}
