import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a server does with one complete request. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

type Received = { method: string; url: string; key: string | undefined; body: string };

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const refusal = (status: number, code?: string, headers?: Record<string, string>, details?: unknown) =>
  json(
    status,
    { error: { message: `as ${code}`, ...(code && { code }), ...(details ? { details } : {}) } },
    headers,
  );

export const html =
  (status: number): Reply =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');

export const reset: Reply = (request) => request.socket.resetAndDestroy();

/** Sends headers and half of the body, and then nothing more. */
export const torn: Reply = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":', () => request.socket.resetAndDestroy());
};

/** A server that follows a script, with one reply per request. The last reply repeats. */
export async function scriptedServer() {
  let script: Reply[] = [];
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const key = request.headers['idempotency-key'];
    received.push({ method: request.method ?? '', url: request.url ?? '', key: key?.toString(), body });
    const reply = script.length > 1 ? script.shift() : script[0];
    reply?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** From now on. Forgets earlier requests. */
    play: (...replies: Reply[]) => {
      script = replies;
      received.length = 0;
    },
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A scripted server that runs during a file's tests. */
export function serverOfTests() {
  const server = {} as Awaited<ReturnType<typeof scriptedServer>>;
  beforeAll(async () => void Object.assign(server, await scriptedServer()));
  afterAll(() => server.close());
  return server;
}
