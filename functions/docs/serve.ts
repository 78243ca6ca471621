import { createHash } from 'node:crypto';
import { escapeHtml } from '../../shared/core/escape.ts';
import type { Base } from '../../shared/domain/context.ts';
import { type Html, markup } from '../../shared/http/html.ts';
import { compressed } from '../../shared/http/pages/compress.ts';
import { docHeaders } from '../../shared/http/pages/headers.ts';
import { logRequest } from '../../shared/http/request-log.ts';
import { excerptOf, type Found, finder } from './find.ts';
import { Missing, Results } from './results.tsx';
import { type Site, type SiteFile, slots } from './site.ts';

type Sent = Omit<SiteFile, 'kept'> & { status: number; kept?: boolean; headers?: Record<string, string> };

/** This deployment's documentation: its files, the search results page, and a page for unknown paths. */
export function docsSite(ctx: Base, site: Site) {
  const { base_url, dashboard_url, smtp_host, smtp_port } = ctx.settings;
  const values: Record<string, string> = { base_url, dashboard_url, smtp_host, smtp_port: `${smtp_port}` };
  const fill = (text: string) =>
    text.replace(/\{(base_url|dashboard_url|smtp_host|smtp_port)\}/g, (_, name: string) =>
      escapeHtml(values[name] ?? ''),
    );
  let search: ((words: string) => Found[]) | undefined;
  const find = (words: string) => {
    search ??= finder(site.files[site.index]?.text ?? '');
    return search(words).map((one) => ({ ...one, about: excerptOf(site.texts[one.id] ?? '', one.terms) }));
  };

  const answerTo = (method: string, path: string, words: string): Sent => {
    const page = (status: number, title: string, content: Html): Sent => ({
      status,
      type: 'text/html; charset=utf-8',
      text: inFrame(site.frame, title, content),
    });
    if (method !== 'GET' && method !== 'HEAD')
      return {
        ...page(405, 'Method not allowed', markup`<p>Use GET to read this page.</p>`),
        headers: { allow: 'GET, HEAD' },
      };
    if (path === '/docs/search.json') {
      const sections = find(words).map(({ terms: _, ...section }) => section);
      return { status: 200, type: 'application/json; charset=utf-8', text: JSON.stringify({ sections }) };
    }
    if (path === '/docs/search') return page(200, 'Search', Results({ words, found: find(words) }));
    if (path === '/llms-full.txt')
      return { status: 200, type: 'text/plain; charset=utf-8', text: fullText(site) };
    if (Object.hasOwn(site.files, path)) return { status: 200, ...site.files[path] } as Sent;
    if (path.endsWith('/') && Object.hasOwn(site.files, path.slice(0, -1)))
      return { status: 308, type: '', text: '', headers: { location: path.slice(0, -1) } };
    const near = find(path.split('/').at(-1)?.replace(/\W+/g, ' ') ?? '').slice(0, 5);
    return page(404, 'Page not found', Missing({ near }));
  };

  return {
    fetch: async (request: Request, { path }: { path: string }): Promise<Response> => {
      const started = ctx.runtime.now();
      const { method } = request;
      const request_id = ctx.runtime.id('req');
      const words = new URL(request.url).searchParams.get('q')?.slice(0, 100) ?? '';
      const answer = answerTo(method, path, words);
      const response = toResponse(request, { ...answer, text: fill(answer.text) }, dashboard_url);
      response.headers.set('x-request-id', request_id);
      const route = answer.status === 200 ? { route: path } : {};
      logRequest(ctx, { method, request_id, started, ...route }, { status: response.status });
      return response;
    },
  };
}

function toResponse(request: Request, answer: Sent, dashboard_url: string): Response {
  const { status, type, text, encoding: form = 'utf8', kept } = answer;
  const headers = new Headers({ ...docHeaders(dashboard_url, { kept: kept === true }), ...answer.headers });
  headers.set('vary', 'accept-encoding');
  if (status === 308) return new Response(null, { status, headers });
  headers.set('content-type', type);
  if (status !== 200) headers.set('cache-control', 'no-store');
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  if (status === 200) headers.set('etag', etag);
  if (status === 200 && isKnown(request, etag)) return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const bytes = Buffer.from(text, form);
  const { body, encoding } = form === 'utf8' ? compressed(request, bytes) : { body: bytes, encoding: null };
  if (encoding) headers.set('content-encoding', encoding);
  return new Response(body, { status, headers });
}

/** Whether the browser already has this text (RFC 9110 13.1.2, weak comparison). */
const isKnown = (request: Request, etag: string) =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === etag.replace(/^W\//, ''));

const inFrame = (frame: string, title: string, content: Html) =>
  frame.replaceAll(slots.title, () => title).replace(slots.content, () => `${content}`);

/** Every page's Markdown below its address. */
const fullText = ({ files, sources }: Site): string =>
  sources.map((path) => `<!-- {dashboard_url}${path} -->\n\n${files[path]?.text.trim() ?? ''}\n`).join('\n');
