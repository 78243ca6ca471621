import { isUtf8 } from 'node:buffer';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Answer } from './direct-invoke.ts';

export type Edge = {
  origin: string;
  /** Every request goes to this HTTP API from now on; until then the answer is 503. */
  route: (target: EdgeTarget) => void;
  close: () => Promise<void>;
};

export type EdgeTarget = {
  endpoint: string;
  apiId: string;
  /** Takes the requests whose body the emulator's gateway would damage. */
  invoke: (request: IncomingMessage, body: Buffer) => Promise<Answer>;
};

/** Headers of one connection, not of the message (RFC 9110 7.6.1); the framing is passed on as it is. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

/** What API Gateway hands to a function as text. */
const textTypes = /^(text\/.*|application\/(json|xml|javascript))$/;

/**
 * One origin in front of the HTTP API, as API Gateway's own endpoint is on AWS. Path, query and body pass
 * byte for byte: the emulator decodes the path exactly as API Gateway does.
 */
export async function startEdge(port: number): Promise<Edge> {
  let target: EdgeTarget | undefined;
  const server = createServer((incoming, outgoing) => {
    if (!target) return refuse(outgoing, 503, 'the local cloud is starting');
    serve(target, incoming, outgoing).catch(() => refuse(outgoing, 502, 'the local cloud does not answer'));
  });
  // A client that keeps its connection must not see it closed between two requests.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${port}`,
    route: (next) => {
      target = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function serve(target: EdgeTarget, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const type = (incoming.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!textTypes.test(type)) {
    incoming.pipe(forward(target, incoming, outgoing));
    return;
  }
  const body = await buffer(incoming);
  if (isUtf8(body)) {
    forward(target, incoming, outgoing).end(body);
    return;
  }
  const answer = await target.invoke(incoming, body);
  outgoing.writeHead(answer.status, answer.headers).end(answer.body);
}

/** The emulator closes idle connections after 5 s without a word: ours are gone before, so none breaks in use. */
const agent = new Agent({ keepAlive: true, timeout: 2_000, maxSockets: 16 });

function forward({ endpoint, apiId }: EdgeTarget, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { hostname, port } = new URL(endpoint);
  const upstream = httpRequest(
    {
      agent,
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      method: incoming.method,
      // Not parsed: a URL object would resolve `..` and recode characters.
      path: `/_aws/execute-api/${apiId}/$default${incoming.url}`,
      headers: [...endToEnd(incoming), 'x-forwarded-for', incoming.socket.remoteAddress ?? ''],
    },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, endToEnd(response));
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    },
  );
  upstream.on('error', () => refuse(outgoing, 502, 'the local cloud does not answer'));
  // A client that went away needs no answer any more.
  outgoing.on('close', () => upstream.destroy());
  return upstream;
}

/** Names and values in turn, as they came: order, case and repetition kept. */
function endToEnd({ rawHeaders }: IncomingMessage): string[] {
  const nameOf = (index: number) => rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
  return rawHeaders.filter((_, index) => !hopByHop.includes(nameOf(index)));
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
