import { isUtf8 } from 'node:buffer';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Slots } from '../shared/core/slots.ts';
import { type Answer, eventOf, fitsLambda } from './direct-invoke.ts';
import { listen } from './net.ts';

type Edge = {
  origin: string;
  /** Sets the HTTP API that gets every request from now on. Before that, the response is 503. */
  route: (target: EdgeTarget) => void;
  close: () => Promise<void>;
};

type EdgeTarget = {
  endpoint: string;
  apiId: string;
  slots: (path: string) => Slots;
  /** True if the emulator has no gateway, so that every request goes through `invoke` (P49). */
  direct?: boolean;
  /** Handles requests whose body the emulator's gateway would damage. */
  invoke: (request: IncomingMessage, body: Buffer) => Promise<Answer>;
};

/** Headers of one connection, not of the message (RFC 9110 7.6.1). The framing is passed on unchanged. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/** The content types that API Gateway passes to a function as text. */
const textTypes = /^(text\/.*|application\/(json|xml|javascript))$/;

/**
 * Starts one origin in front of the HTTP API, like API Gateway's endpoint on AWS. Path, query, and body pass byte for
 * byte, because the emulator decodes the path exactly as API Gateway does.
 */
export async function startEdge(port: number): Promise<Edge> {
  let target: EdgeTarget | undefined;
  const server = createServer((incoming, outgoing) => {
    if (!target) return refuse(outgoing, 503, 'the local cloud is starting');
    serve(target, incoming, outgoing).catch(() => refuse(outgoing, 502, 'the local cloud is not responding'));
  });
  server.on('clientError', (error, socket) => serveUnparsed(port, socket, error));
  server.on('connect', ({ url, rawHeaders }, socket) => {
    const fields = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
    serveWithoutMethod(port, socket, [`${url?.startsWith('/') ? url : '/'} HTTP/1.1`, ...fields]);
  });
  // A kept-alive connection must not close between two requests.
  server.keepAliveTimeout = 65_000;
  await listen(server, port);
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

/** Reads the body first, so that a slow client doesn't hold a copy of the function. */
async function serve(target: EdgeTarget, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const [path = '/'] = (incoming.url ?? '/').split('?', 1);
  if (!fitsLambda(eventOf(incoming), body, isText(incoming) && isUtf8(body)))
    return refuse(outgoing, 413, 'Request Entity Too Large');
  await target.slots(path)(async () => {
    if (outgoing.destroyed) return;
    if (target.direct || isDamaged(incoming, body)) {
      const answer = await target.invoke(incoming, body);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } else await forward(target, incoming, body, outgoing);
  });
}

type ParserError = Error & { code?: string; rawPacket?: Buffer };

/** Handles a request that Node can't parse: an unknown method, or something that isn't HTTP. */
function serveUnparsed(port: number, socket: Duplex, { code, rawPacket }: ParserError): void {
  const [head = ''] = (rawPacket?.toString('latin1') ?? '').split('\r\n\r\n', 1);
  const [first = '', ...fields] = head.split('\r\n');
  const [, target] = /^[\w!#$%&'*+.^`|~-]+ (\/\S* HTTP\/1\.[01])$/.exec(first) ?? [];
  if (code === 'HPE_INVALID_METHOD' && target !== undefined) {
    serveWithoutMethod(port, socket, [target, ...fields]);
    return;
  }
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ message: status.slice(4) });
  const about = [`content-length: ${body.length}`, 'content-type: application/json', 'connection: close'];
  socket.end([`HTTP/1.1 ${status}`, ...about, '', body].join('\r\n'));
}

/**
 * Serves a request with an unknown method as a TRACE request, which Node accepts. The API gives the same response to
 * every unsupported method. The body isn't read.
 */
function serveWithoutMethod(port: number, socket: Duplex, [target, ...fields]: string[]): void {
  const kept = fields.filter(
    (field) => !/^(?:connection|content-length|expect|transfer-encoding):/i.test(field),
  );
  const again = connect(port, '127.0.0.1');
  again.on('error', () => socket.destroy());
  socket.on('error', () => again.destroy());
  again.write([`TRACE ${target}`, ...kept, 'connection: close', '', ''].join('\r\n'), 'latin1');
  again.pipe(socket);
}

function isText({ headers }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return textTypes.test(type);
}

/** The emulator's gateway passes text to the function as a string, even if its bytes aren't UTF-8. */
const isDamaged = (incoming: IncomingMessage, body: Buffer) => isText(incoming) && !isUtf8(body);

/** Emulators close connections after 5 idle seconds. Ours close earlier, so that none breaks in use. */
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

/** Passes the request to the emulator's gateway, and waits for the function even if the client disconnects. */
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
      // Not parsed, because a URL object would resolve `..` and re-encode characters.
      path: `/_aws/execute-api/${apiId}/$default${incoming.url}`,
      headers: [...endToEnd(incoming), 'x-forwarded-for', incoming.socket.remoteAddress ?? ''],
    },
    (response) => void pass(response, outgoing).catch(() => outgoing.destroy()),
  );
  upstream.on('error', () => refuse(outgoing, 502, 'the local cloud is not responding'));
  upstream.end(body);
  return new Promise((done) => upstream.on('close', done));
}

/** Reads the whole response, because a response over Lambda's limit is an error. */
async function pass(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(response);
  if (outgoing.destroyed) return;
  const { statusCode = 502, headers } = response;
  if (!fitsLambda({ statusCode, headers }, body)) return refuse(outgoing, 500, 'Internal Server Error');
  outgoing.writeHead(statusCode, endToEnd(response)).end(body);
}

/** Header names and values alternate, with order, case, and repetition preserved. */
function endToEnd({ rawHeaders }: IncomingMessage): string[] {
  const nameOf = (index: number) => rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
  return rawHeaders.filter((_, index) => !hopByHop.includes(nameOf(index)));
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
