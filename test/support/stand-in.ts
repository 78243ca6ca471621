import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../shared/domain/context.ts';
import { providerRequests } from '../../shared/net/provider-requests.ts';
import { type Received, receiver } from './receiver.ts';

export type Row = Record<string, unknown>;

/** `body` is sent as JSON unless it is a string. An iterator's pieces are sent one by one. */
export type Reply = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  pieces?: Iterable<string>;
};

/**
 * A one-time replacement for a response: the first one that matches a request's path and query. `cut` breaks the
 * connection.
 */
type Fault = { when: RegExp; reply: Reply | 'hang' | 'cut'; times?: number };

export type Asked = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders };

/** Takes the next fault for a path. */
function faultOf(faults: Fault[], asked: string): Fault['reply'] | undefined {
  const at = faults.findIndex(({ when }) => when.test(asked));
  const fault = faults[at];
  if (fault === undefined) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) faults.splice(at, 1);
  return fault.reply;
}

/** Sends pieces as fast as they are read. */
async function sendPieces(response: ServerResponse, pieces: Iterable<string>): Promise<void> {
  const closed = new Promise((done) => response.once('close', done));
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece))
      await Promise.race([closed, new Promise((done) => response.once('drain', done))]);
  }
  response.end();
}

/**
 * A provider behind its own protocol. `usual` is what its account responds, and `faults` replaces that.
 * `hooks.before` runs before each response, for example to change a list or move a clock.
 */
export async function standIn(usual: (asked: Asked) => Reply) {
  const faults: Fault[] = [];
  const seen: string[] = [];
  const calls: Received[] = [];
  const hooks = { before: (_path: string): void => {} };
  const { url, received } = await receiver((request: IncomingMessage, response: ServerResponse) => {
    const call = received.at(-1) as Received;
    calls.push(call);
    const { pathname, searchParams, search } = new URL(call.path, 'http://x');
    const path = pathname.replace(/^\/hook/, '');
    seen.push(`${path}${search}`);
    hooks.before(path);
    const fault = faultOf(faults, `${path}${search}`);
    if (fault === 'hang') return;
    if (fault === 'cut') return void request.socket.destroy();
    const { status, body, headers, pieces } =
      fault ?? usual({ path, query: searchParams, headers: request.headers });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (pieces !== undefined) return void sendPieces(response, pieces);
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  return { url, faults, seen, hooks, calls };
}

/** The context with every provider at this address, and with the deployment's slice and patience settings, if any. */
export function withProvider(
  ctx: Context,
  url: string,
  times: Partial<Context['settings']['imports']> = {},
): Context {
  const imports = { ...ctx.settings.imports, ...times };
  return {
    ...ctx,
    settings: { ...ctx.settings, imports },
    providers: providerRequests({
      sendgrid_us: url,
      sendgrid_eu: url,
      postmark: url,
      mailgun_us: url,
      mailgun_eu: url,
    }),
  };
}
