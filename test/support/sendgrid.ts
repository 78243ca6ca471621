import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Import } from '../../shared/core/records/imports.ts';
import type { Context } from '../../shared/domain/context.ts';
import { sendgrid } from '../../shared/domain/imports/providers/sendgrid/map.ts';
import { startProgress } from '../../shared/domain/imports/start-progress.ts';
import { providerRequests } from '../../shared/net/provider-requests.ts';
import { type Received, receiver } from './receiver.ts';

export type Row = Record<string, unknown>;

const lists = [
  'suppression/spam_reports',
  'suppression/bounces',
  'suppression/invalid_emails',
  'suppression/unsubscribes',
  'suppression/blocks',
  'asm/suppressions',
] as const;
type ListName = (typeof lists)[number];

type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

/** What is answered instead, once: the first that fits a request's path with its query. */
type Fault = { when: RegExp; reply: Reply | 'hang' | 'cut'; times?: number };

export const providerKey = 'SG.test-key.of-the-old-account';

const refused = { errors: [{ message: 'The provided authorization grant is invalid', field: null }] };

/**
 * A SendGrid account behind SendGrid's own protocol: bearer keys, offset lists with `limit`, `offset` and `end_time`, its error
 * envelope. `before` runs before each answer: a list may move, a clock may go on.
 */
export async function fakeSendgrid() {
  const rows = Object.fromEntries(lists.map((name) => [name, [] as Row[]])) as Record<ListName, Row[]>;
  const faults: Fault[] = [];
  const seen: string[] = [];
  const hooks = { before: (_path: string): void => {} };
  const calls: Received[] = [];

  const pageOf = (name: ListName, query: URLSearchParams): Row[] => {
    const [limit, offset] = [Number(query.get('limit') ?? 500), Number(query.get('offset') ?? 0)];
    const end = name === 'asm/suppressions' ? null : query.get('end_time');
    const all = rows[name].filter((row) => end === null || Number(row.created ?? 0) <= Number(end));
    return all.slice(offset, offset + Math.min(limit, 500));
  };

  const usual = (path: string, query: URLSearchParams, authorization: string | undefined): Reply => {
    if (authorization !== `Bearer ${providerKey}`) return { status: 401, body: refused };
    if (path === '/v3/scopes') return { status: 200, body: { scopes: ['suppression.read'] } };
    const name = lists.find((one) => path === `/v3/${one}`);
    if (name === undefined) return { status: 404, body: { errors: [{ message: 'not found', field: null }] } };
    return { status: 200, body: pageOf(name, query) };
  };

  const { url, received } = await receiver((request: IncomingMessage, response: ServerResponse) => {
    const call = received.at(-1) as Received;
    calls.push(call);
    const { pathname, searchParams, search } = new URL(call.path, 'http://x');
    const path = pathname.replace(/^\/hook/, '');
    seen.push(`${path}${search}`);
    hooks.before(path);
    const at = faults.findIndex(({ when }) => when.test(`${path}${search}`));
    const fault = faults[at];
    if (fault !== undefined) {
      fault.times = (fault.times ?? 1) - 1;
      if (fault.times <= 0) faults.splice(at, 1);
    }
    if (fault?.reply === 'hang') return;
    if (fault?.reply === 'cut') return void request.socket.destroy();
    const { status, body, headers } =
      fault?.reply ?? usual(path, searchParams, request.headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  return { url, rows, faults, seen, hooks, calls };
}

/** The context with SendGrid at this address; slices and patience of a deployment that says so. */
export function withSendgrid(
  ctx: Context,
  url: string,
  times: Partial<Context['settings']['imports']> = {},
): Context {
  const imports = { ...ctx.settings.imports, ...times };
  return {
    ...ctx,
    settings: { ...ctx.settings, imports },
    providers: providerRequests({ sendgrid_us: url, sendgrid_eu: url }),
  };
}

/** An import of the account that waits for its next request. */
export async function storedImport(ctx: Context, account: Import['account']): Promise<Import> {
  const at = new Date(ctx.runtime.now()).toISOString();
  const made: Import = {
    ...startProgress(sendgrid, ['suppressions']),
    ...{
      id: ctx.runtime.id('mig'),
      account,
      provider: 'sendgrid',
      region: 'us',
      resources: ['suppressions'],
    },
    ...{ step: 0, done: false, salt: 'x', holder: null, lease_until: 0, wait_until: 0 },
    ...{ created_at: at, updated_at: at },
  };
  await ctx.imports.create(made);
  return made;
}
