import { HonoBase } from 'hono/hono-base';
import { TrieRouter } from 'hono/router/trie-router';
import { AppError } from '../../core/errors.ts';
import { pathOfUrl } from '../paths.ts';
import type { Page, PageServing } from './page.ts';
import { type ErrorContent, type Frame, servePage, servePageRefusal } from './serve-page.ts';

type Env = { Bindings: { path?: string; address?: string } };
type App = HonoBase<Env>;

/** Pages that are loaded together, by the first part of their paths: `emails`; `` is the overview. */
export type PageGroups<C> = Record<string, () => Promise<readonly Page<C>[]>>;

/** The pages of the dashboard; a group is loaded with the first request for one of its pages (D42). */
export function pageSite<C extends PageServing>(
  ctx: C,
  groups: PageGroups<C>,
  look: { frame: Frame; errorContent: ErrorContent },
): { fetch: (request: Request, env?: { path?: string; address?: string }) => Promise<Response> } {
  const apps = new Map<string, Promise<App>>();
  const unknown = servePageRefusal(ctx, new AppError('not_found', 'There is no such page'), look);

  const appOf = async (load: () => Promise<readonly Page<C>[]>): Promise<App> => {
    const app: App = new HonoBase<Env>({
      router: new TrieRouter(),
      getPath: (request, options) =>
        (options?.env as Env['Bindings'] | undefined)?.path ?? pathOfUrl(request.url),
    });
    const pages = Map.groupBy(await load(), ({ path }) => path.replace(/\{(\w+)\}/g, ':$1'));
    // One that is spelled out comes before one with parameters.
    const ordered = [...pages].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
    for (const [path, declared] of ordered) {
      for (const page of declared) {
        const serve = servePage(ctx, page, look);
        app.on(page.method, path, (c) =>
          serve(c.req.raw, { params: c.req.param(), path: c.req.path, address: c.env?.address ?? null }),
        );
      }
      const allow = declared.map(({ method }) => method).join(', ');
      const error = new AppError('method_not_allowed', `Use ${allow}`, { headers: { allow } });
      const refuse = servePageRefusal(ctx, error, look);
      app.all(path, (c) => refuse(c.req.raw, c.req.path));
    }
    return app.notFound((c) => unknown(c.req.raw, c.req.path)) as App;
  };

  return {
    fetch: async (request, env = {}) => {
      const path = env.path ?? pathOfUrl(request.url);
      const [, first = ''] = path.split('/');
      const load = Object.hasOwn(groups, first) ? groups[first] : undefined;
      if (load === undefined) return unknown(request, path);
      let app = apps.get(first);
      if (app === undefined) {
        app = appOf(load);
        apps.set(first, app);
        app.catch(() => apps.delete(first));
      }
      return (await app).fetch(request, env);
    },
  };
}
