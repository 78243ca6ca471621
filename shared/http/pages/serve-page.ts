import { AppError, publicError } from '../../core/errors.ts';
import { requireScope } from '../../domain/keys/require-scope.ts';
import { accountSuspended, isSuspended } from '../../domain/keys/suspended.ts';
import { maxNextPath } from '../../domain/sessions/next-path.ts';
import { findSession, type SignedInAs } from '../../domain/sessions/session.ts';
import type { Release } from '../../domain/settings.ts';
import type { Html } from '../html.ts';
import { logRequest, type Seen, seenOf } from '../request-log.ts';
import { compressed } from './compress.ts';
import { readCookie, readTheme, readUtc, type Theme } from './cookie.ts';
import { pageHeaders } from './headers.ts';
import { checkOrigin } from './origin.ts';
import type { Page, PageAnswer, PageContent, PageInput, PageServing } from './page.ts';

/** Max bytes of a form. The largest is an import of 5 MB of CSV. */
const maxForm = 5.5 * 1024 * 1024;

export type FrameOptions = {
  path: string;
  /** The query with its `?`. Empty without a query. */
  query?: string;
  release: Release;
  theme?: Theme | null;
  /** Whether times are shown in UTC. */
  utc?: boolean;
};

export type Look = {
  /** The frame around the page at a path. It includes the navigation if there is a session. */
  frame: (content: PageContent, session: SignedInAs | null, options: FrameOptions) => Html;
  /** `bare` is the page without the query that was refused. */
  errorContent: (error: AppError, request_id: string, bare: string | null) => PageContent;
};

type At = Pick<PageInput, 'address' | 'params' | 'path'>;

/** Data for the response and the log line, in addition to the page itself. */
type Asked = { seen: Seen; request: Request; path: string; session: SignedInAs | null };

/** Serves one page: checks session, form origin, and role, then runs the page. Writes one log line. */
export function servePage<C extends PageServing>(ctx: C, page: Page<C>, look: Look) {
  return async (request: Request, at: At): Promise<Response> => {
    const seen = { ...seenOf(ctx, request), route: page.path };
    const { request_id } = seen;
    const cookie = readCookie(request);
    let session: SignedInAs | null = null;
    const asked = (): Asked => ({ seen, request, path: at.path, session });
    try {
      const { searchParams: search } = new URL(request.url);
      const input: PageInput = { request, request_id, ...at, search, form: new URLSearchParams(), cookie };
      const present = page.method !== 'GET';
      const asks = { request_id, present, any_account: true };
      session = cookie === null ? null : await findSession(ctx, { cookie, ...asks });
      const run = runOf(ctx, page, session);
      if (run === null) return logged(ctx, asked(), toSignIn(ctx, input));
      checkOrigin(request, ctx.settings.dashboard_url);
      if (page.method === 'POST') input.form = await readForm(request);
      const answer = await run(input);
      return logged(ctx, asked(), toResponse(ctx, look, asked(), answer), { emails: answer.emails });
    } catch (thrown) {
      return refuse(ctx, look, asked(), publicError(thrown));
    }
  };
}

/** Responds to requests that have no page: an unknown path or an unsupported method. */
export function servePageRefusal<C extends PageServing>(ctx: C, error: AppError, look: Look) {
  return async (request: Request, path: string): Promise<Response> => {
    const seen = seenOf(ctx, request);
    const { request_id } = seen;
    const cookie = readCookie(request);
    const session =
      cookie === null
        ? null
        : await findSession(ctx, { cookie, request_id, present: false, any_account: true }).catch(() => null);
    return refuse(ctx, look, { seen, request, path, session }, error);
  };
}

/** The page for this session, or null if the page needs a session and there is none. */
function runOf<C extends PageServing>(ctx: C, page: Page<C>, session: SignedInAs | null) {
  if (page.open) return (input: PageInput) => page.run(ctx, input);
  return session && ((input: PageInput) => runFor(ctx, page, input, session));
}

type SessionPage<C> = Extract<Page<C>, { scope: unknown }>;

async function runFor<C extends PageServing>(
  ctx: C,
  page: SessionPage<C>,
  input: PageInput,
  session: SignedInAs,
): Promise<PageAnswer> {
  // The member can still sign out or switch accounts.
  if (!page.any_account && isSuspended(session.caller.account)) throw accountSuspended();
  if (page.owner && session.member.role !== 'owner')
    throw new AppError('forbidden', 'Only account owners can see this page');
  if (page.scope) requireScope(session.caller, page.scope);
  const account = input.form.get('account');
  if (page.method === 'POST' && !page.any_account && account !== session.caller.account.id) {
    const hint = 'Go back to the page, reload it, and try again';
    throw new AppError('conflict', 'The page was opened for another account', { hint });
  }
  return page.run(ctx, { ...input, session });
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxForm) throw new AppError('payload_too_large', 'The form is over 5 MB');
  const type = request.headers.get('content-type') ?? '';
  if (type.toLowerCase().startsWith('multipart/form-data')) return readParts(bytes, type);
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return new URLSearchParams();
  return new URLSearchParams(Buffer.from(bytes).toString('utf8'));
}

/** Reads a form with a file as text. Throws 400. */
async function readParts(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<URLSearchParams> {
  const sent = new URLSearchParams();
  try {
    const parts = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    for (const [name, value] of parts)
      sent.append(name, typeof value === 'string' ? value : await value.text());
  } catch (cause) {
    throw new AppError('validation_error', 'The form cannot be read', { cause });
  }
  return sent;
}

/**
 * The response without a session. Pages come back after sign-in, forms don't, and page fragments redirect the
 * browser.
 */
function toSignIn(ctx: PageServing, { request, request_id, path, search }: PageInput): Response {
  const headers = { ...pageHeaders(ctx.settings.dashboard_url), 'x-request-id': request_id };
  if (request.headers.get('hx-request') === 'true')
    return new Response(null, { status: 401, headers: { ...headers, 'hx-redirect': '/sign-in' } });
  const isForm = !['GET', 'HEAD'].includes(request.method);
  const next = `${path}${search.size > 0 ? `?${search}` : ''}`;
  // A longer location is dropped, because it would exceed the gateway's limit when percent-encoded again.
  const location =
    isForm || next.length > maxNextPath ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
  return new Response(null, { status: 303, headers: { ...headers, location } });
}

function toResponse(
  ctx: PageServing,
  { frame }: Look,
  { request, session, path }: Asked,
  answer: PageAnswer,
): Response {
  const { dashboard_url, release } = ctx.settings;
  const headers = new Headers({ ...pageHeaders(dashboard_url), ...answer.headers });
  if (answer.cookie !== undefined) headers.set('set-cookie', answer.cookie);
  if ('redirect' in answer) {
    headers.set('location', answer.redirect);
    return new Response(null, { status: answer.status ?? 303, headers });
  }
  const isPage = 'page' in answer;
  headers.set('content-type', isPage ? 'text/html; charset=utf-8' : answer.type);
  const shown = () => ({
    ...{ path, query: new URL(request.url).search, release },
    ...{ theme: readTheme(request), utc: readUtc(request) },
  });
  const text = isPage ? String(frame(answer.page, session, shown())) : answer.body;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const plain = isPage && answer.page.secret;
  const { body, encoding } = plain ? { body: bytes, encoding: null } : compressed(request, bytes);
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('vary', 'accept-encoding, cookie');
  return new Response(body, { status: answer.status ?? 200, headers });
}

function refuse(ctx: PageServing, look: Look, asked: Asked, error: AppError): Response {
  const { request, path } = asked;
  const isOfQuery = error.status === 400 && request.method === 'GET' && new URL(request.url).search !== '';
  const page = look.errorContent(error, asked.seen.request_id, isOfQuery ? path : null);
  const { 'www-authenticate': _, ...headers } = error.headers;
  const response = toResponse(ctx, look, asked, { page, status: error.status, headers });
  return logged(ctx, asked, response, { refusal: error });
}

function logged(
  ctx: PageServing,
  { seen, session }: Asked,
  response: Response,
  outcome: { refusal?: AppError; emails?: string[] | undefined } = {},
): Response {
  response.headers.set('x-request-id', seen.request_id);
  const who = session && { account: session.caller.account.id, member: session.member.id };
  logRequest(ctx, { ...seen, ...who }, { status: response.status, ...outcome });
  return response;
}
