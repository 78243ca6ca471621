import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describeCall, type Role } from './boundaries.ts';
import type { KillPlan } from './kill-plan.ts';

export type Upstream = { cloud: string; ses: string };

type Reply = { status: number; headers: string[]; body: Buffer };

const agent = new Agent({ keepAlive: true });

function pass(target: string, incoming: IncomingMessage, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target);
    const headers = incoming.rawHeaders;
    const options = { agent, hostname, port, method: incoming.method, path: incoming.url, headers };
    const outgoing = httpRequest(options, (answer) => {
      buffer(answer).then((content) => {
        resolve({ status: answer.statusCode ?? 502, headers: answer.rawHeaders, body: content });
      }, reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

/**
 * A proxy between one process and the cloud. It passes on AWS calls and kills the process where the plan says so,
 * once before the cloud gets the call and once after the cloud has done it.
 */
export async function startProxy(options: {
  role: Role;
  plan: KillPlan;
  upstream: Upstream;
  kill: () => void;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const { role, plan, upstream, kill } = options;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { service, boundary } = describeCall(incoming.method ?? 'GET', incoming.headers, body);
    const phase = plan.decide(role, boundary);
    if (phase === 'before') return kill();
    const reply = await pass(service === 'ses' ? upstream.ses : upstream.cloud, incoming, body);
    if (phase === 'after') return kill();
    outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    // The SDK uses queue URLs unchanged, and the emulator's say localhost.
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
