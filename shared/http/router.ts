import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';
import { AppError } from '../core/errors.ts';
import { pathOfUrl } from './paths.ts';

/**
 * What only the gateway knows: the path, if the URL can't express it (`pathOf`), and the client's address.
 */
export type Gateway = { path?: string; address?: string };

type Env = { Bindings: Gateway };

/** Hono's smallest router that tells `/emails/` from `/emails`: 1.4 KB more than hono/tiny. */
export const emptyApp = () =>
  new HonoBase<Env>({
    router: new TrieRouter(),
    getPath: (request, options) => options?.env?.path ?? pathOfUrl(request.url),
  });

/** Groups routes by path in Hono's form. A literal path comes before one with parameters. */
export function byPath<Declared extends { path: string }>(
  all: readonly Declared[],
): [path: string, declared: Declared[]][] {
  const groups = Map.groupBy(all, ({ path }) => path.replace(/\{(\w+)\}/g, ':$1'));
  return [...groups].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
}

/** `allow` lists all that the path supports, including HEAD where there is GET (RFC 9110 15.5.6). */
export function methodNotAllowed(declared: readonly { method: string }[]): AppError {
  const methods = declared.map(({ method }) => method);
  const allow = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
  return new AppError('method_not_allowed', `Use ${methods.join(', ')}`, { headers: { allow } });
}
