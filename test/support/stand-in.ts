import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../shared/domain/context.ts';
import { providerRequests } from '../../shared/net/provider-requests.ts';
import { type Received, receiver } from './receiver.ts';

export type Row = Record<string, unknown>;

/** `body` is sent as JSON unless it is a string; its pieces come one by one when it is an iterator. */
export type Reply = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  pieces?: Iterable<string>;
};

/** What is answered instead, once: the first that fits a request's path with its query. `cut`: the connection breaks. */
type Fault = { when: RegExp; reply: Reply | 'hang' | 'cut'; times?: number };

export type Asked = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders };

/** The fault that is next for a path, which is then used up. */
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
 * A provider behind its own protocol: `usual` says what its account answers, `faults` what it answers instead. `hooks.before`
 * runs before each answer: a list may move, a clock may go on.
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

/** The context with every provider at this address; slices and patience of a deployment that says so. */
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
