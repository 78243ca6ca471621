import { publicRoutes } from '../../functions/public/routes.ts';
import { sealedCursors, sealedTokens } from '../../shared/aws/cursors.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { isOwnHost } from '../../shared/domain/automations/own-hosts.ts';
import type { Context } from '../../shared/domain/context.ts';
import { EmailFilters } from '../../shared/domain/emails/list-query.ts';
import type { Settings } from '../../shared/domain/settings.ts';
import { SuppressionFilters } from '../../shared/domain/suppressions/requests.ts';
import { checkUrl } from '../../shared/domain/webhooks/check-url.ts';
import { isForbidden } from '../../shared/domain/webhooks/forbidden-address.ts';
import { nextWait, retryAfter } from '../../shared/domain/webhooks/retry.ts';
import { toRequest } from '../../shared/http/api-gateway.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import type { RequestState, Step } from '../../shared/http/state.ts';
import { readQuery } from '../../shared/http/steps/read-fields.ts';
import { readIdempotencyKey } from '../../shared/http/steps/read-idempotency-key.ts';
import { awsEvent } from '../http/events.ts';
import { bodyLimit } from './json.ts';
import { kb, numbered, type Parser, parser, product, repeat, repeats, type Shape } from './parser.ts';

/** The limit of a request line plus all headers (API Gateway). */
const headLimit = 10 * kb;
const formLimit = 4 * kb;

const secret = 'a secret of the deployment';
const secrets = { current: async () => ({ number: 1, secret }), numbered: async () => secret };
const tokens = sealedTokens(secrets);
const cursors = sealedCursors(secrets, () => 0);

const runtime = systemRuntime(() => 0);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const settings = { base_url: 'https://x.example/api', dashboard_url: 'https://x.example' };
const own = { ...settings, service_domain: 'y.example' } as Settings;
const open = httpHandler({ runtime, log, settings, tokens } as unknown as Context, publicRoutes);

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';

/** A request to the function that needs no key, with all its steps except the table. */
const post = (body: string, type = urlencoded, rawPath = '/api/unsubscribe/x') =>
  open(awsEvent({ method: 'POST', rawPath, body, headers: { 'content-type': type } }));

/** What a step returns, or how it refuses. */
function take(step: Step, state: unknown) {
  try {
    return step({} as Context, state as RequestState);
  } catch (error) {
    return error;
  }
}

function query(text: string) {
  const { searchParams: search } = new URL(`http://x/?${text}`);
  return [EmailFilters, SuppressionFilters].map((query) => take(readQuery, { route: { query }, search }));
}

const key = (text: string) => {
  const { request } = toRequest(awsEvent({ headers: { 'idempotency-key': text } }));
  return take(readIdempotencyKey, { route: { idempotent: true }, request });
};

const forms: Record<string, Shape<string>> = {
  ...repeats(['a&', '&', '=', '%', '%41', '+', 'a=b&', 'é', 'confirm=1&', 'List-Unsubscribe=']),
  'one long field': repeat('a', 'confirm='),
  'fields that differ': numbered((i) => `a${i}&`),
};

const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
const multiparts: Record<string, Shape<string>> = {
  ...repeats(['--x', '--x\r\n', '\r\n', '-', '--', part, '--x\r\na: b\r\n\r\n\r\n']),
  'one part of many headers': repeat('a: b\r\n', '--x\r\n', '\r\n--x--'),
  'one long header': repeat('a', '--x\r\nContent-Disposition: form-data; name="', '"\r\n\r\nb\r\n--x--'),
  'one header of many parameters': repeat(
    '; a=b',
    '--x\r\nContent-Disposition: form-data',
    '\r\n\r\nb\r\n--x--',
  ),
  'one long part': repeat('a', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', '\r\n--x--'),
  'part not closed': repeat('a', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
};

const queries: Record<string, Shape<string>> = {
  ...repeats(['a&', '&', '=', 'a=b&', '%41', '%', '+', '%2B', 'é', ' ', '?', '#']),
  'parameters that differ': numbered((i) => `a${i}=1&`),
  ...repeats(['a', '%20', '+', '%22', '"\\', '<'], 'to='),
  ...repeats(['1', '%3A', '-'], 'since=2026-01-01T00:00:00.'),
};

const paths: Record<string, Shape<string>> = {
  ...repeats(['/', '/a', '%', '%25', '..', '/..', 'é', '\\', '1.', '-', '.'], '/api/unsubscribe/'),
};

const sealed: Record<string, Shape<string>> = {
  ...repeats(['a', '-', '.', '1', '=', '1.', 'é'], '1.'),
  ...repeats(['a', 'A1_-', '.', '=']),
};

const urls: Record<string, Shape<string>> = {
  ...repeats(['a', '.', '/', '?', '@', ':', '%', '%2e', '-', 'a.', 'é', 'xn--', '[', '0', '..'], 'https://'),
  ...repeats(['/', '..', '/../', '%2e%2e/', '?', '&a', ';'], 'https://x.example'),
  'a long port': repeat('0', 'https://x.example:', '443'),
};

const waits: Record<string, Shape<string>> = {
  ...repeats(['1', ' ', 'Mon, ', ',', 'GMT']),
  'spaces around': product(repeat(' ', '', '1'), repeat(' ')),
};

/** A receiver's name server may return as many as fit into a TCP answer. */
const lookups: Record<string, Shape<string[]>> = {
  'addresses, IPv4': (size) =>
    Array.from({ length: size / 16 }, (_, i) => `9.${i >> 16}.${(i >> 8) & 255}.${i & 255}`),
  'addresses, IPv6': (size) => Array.from({ length: size / 28 }, (_, i) => `2606:4700::${i.toString(16)}`),
};

export const doorParsers: Parser[] = [
  parser('form', formLimit, (body: string) => post(body), forms),
  parser('multipart form', formLimit, (body: string) => post(body, multipart), multiparts),
  parser(
    'multipart boundary',
    headLimit,
    (type: string) => post(`--${type.slice(30)}`.slice(0, formLimit), type),
    repeats(['a', '-', '; boundary=a', '"', ' '], 'multipart/form-data; boundary='),
  ),
  parser('form, over its limit', bodyLimit, (body: string) => post(body), forms),
  parser('multipart form, over its limit', bodyLimit, (body: string) => post(body, multipart), multiparts),
  parser('path', headLimit, (path: string) => post('confirm=1', urlencoded, path), paths),
  parser('query', headLimit, query, queries),
  parser('Idempotency-Key', headLimit, key, repeats(['a', ' ', ',', 'é'])),
  parser('cursor', headLimit, (text: string) => cursors.open(['list'], text), sealed),
  parser('token', headLimit, (text: string) => tokens.open('unsubscribe', text), sealed),
  parser('webhook url', 2 * kb, (url: string) => checkUrl(url, 'public') ?? isOwnHost(own, url), urls),
  parser(
    'webhook look-up',
    64 * kb,
    (list: string[]) => list.filter((one) => isForbidden(one, 443, 'public')),
    lookups,
  ),
  parser(
    'webhook answer',
    16 * kb,
    (header: string) => [retryAfter(header, 0), nextWait(1, { status_code: 429, retry_after: header }, 0)],
    waits,
  ),
];
