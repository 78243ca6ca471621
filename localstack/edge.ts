import { isUtf8 } from 'node:buffer';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Answer, eventOf } from './direct-invoke.ts';
import { fitsLambda } from './lambda-limit.ts';
import type { Slots } from './slots.ts';

type Edge = {
  origin: string;
  /** Every request goes to this HTTP API from now on; until then the answer is 503. */
  route: (target: EdgeTarget) => void;
  close: () => Promise<void>;
};

type EdgeTarget = {
  endpoint: string;
  apiId: string;
  /** The slots of the function behind a path: a request that finds none free waits. */
  slots: (path: string) => Slots;
  /** Takes the requests whose body the emulator's gateway would damage. */
  invoke: (request: IncomingMessage, body: Buffer) => Promise<Answer>;
};

/** Headers of one connection, not of the message (RFC 9110 7.6.1); the framing is passed on as it is. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

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

/** The body is read first: a client that sends slowly must not hold a copy of the function. */
async function serve(target: EdgeTarget, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const [path = '/'] = (incoming.url ?? '/').split('?', 1);
  if (!fitsLambda(eventOf(incoming), body, isText(incoming) && isUtf8(body)))
    return refuse(outgoing, 413, 'Request Entity Too Large');
  await target.slots(path)(async () => {
    if (outgoing.destroyed) return;
    if (isDamaged(incoming, body)) {
      const answer = await target.invoke(incoming, body);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } else await forward(target, incoming, body, outgoing);
  });
}

function isText({ headers }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return textTypes.test(type);
}

/** The emulator's gateway hands text to the function as a string, whatever its bytes. */
const isDamaged = (incoming: IncomingMessage, body: Buffer) => isText(incoming) && !isUtf8(body);

/** Emulators close connections that are idle for 5 s: ours are gone before, so none breaks in use. */
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

/** Passes the request to the emulator's gateway; ends with the function, even when the client went away before. */
function forward(
  { endpoint, apiId }: EdgeTarget,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
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
    (response) => void pass(response, outgoing).catch(() => outgoing.destroy()),
  );
  upstream.on('error', () => refuse(outgoing, 502, 'the local cloud does not answer'));
  upstream.end(body);
  return new Promise((done) => upstream.on('close', done));
}

/** The answer, as a whole: a function that answers more than Lambda takes has failed. */
async function pass(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(response);
  if (outgoing.destroyed) return;
  const { statusCode = 502, headers } = response;
  if (!fitsLambda({ statusCode, headers }, body)) return refuse(outgoing, 500, 'Internal Server Error');
  outgoing.writeHead(statusCode, endToEnd(response)).end(body);
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
