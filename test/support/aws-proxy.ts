import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../localstack/net.ts';

/** `headers` are names and values in turn. */
export type Reply = { status: number; headers: string[]; body: Buffer };

const agent = new Agent({ keepAlive: true });

/** Forwards a call to another address. */
export async function passOn(target: string, incoming: IncomingMessage, body: Buffer): Promise<Reply> {
  const { hostname, port } = new URL(target);
  const { method = 'GET', url: path = '/', rawHeaders: headers } = incoming;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest({ agent, hostname, port, method, path, headers }, resolve).once('error', reject).end(body);
  const answer = await promise;
  return { status: answer.statusCode ?? 502, headers: answer.rawHeaders, body: await buffer(answer) };
}

/**
 * A server between AWS clients and the cloud. If `answer` returns null, the connection stays open without a
 * reply.
 */
export async function startProxy(answer: (incoming: IncomingMessage, body: Buffer) => Promise<Reply | null>) {
  const server = createServer({ keepAliveTimeout: 600_000 }, async (incoming, outgoing) => {
    try {
      const reply = await answer(incoming, await buffer(incoming));
      if (reply) outgoing.writeHead(reply.status, reply.headers).end(reply.body);
    } catch {
      outgoing.destroy();
    }
  });
  const port = await listen(server, 0);
  return {
    // The SDK uses queue URLs unchanged, and the emulator's say localhost.
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
