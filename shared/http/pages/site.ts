import { AppError } from '../../core/errors.ts';
import { pathOfUrl } from '../paths.ts';
import { byPath, emptyApp, type Gateway, methodNotAllowed } from '../router.ts';
import { serveRefusal } from '../serve.ts';
import type { Page, PageServing } from './page.ts';
import { type Look, servePage, servePageRefusal } from './serve-page.ts';

type App = { fetch: (request: Request, env?: Gateway) => Response | Promise<Response> };

/** Pages that load together, by the first part of their paths, such as `emails`. `` is the overview. */
export type PageGroups<C> = Record<string, () => Promise<readonly Page<C>[]>>;

/** The dashboard's pages. A group loads with the first request for one of its pages. */
export function pageSite<C extends PageServing>(ctx: C, groups: PageGroups<C>, look: Look): App {
  const apps = new Map<string, Promise<App>>();
  const unknown = servePageRefusal(ctx, new AppError('not_found', 'Page not found'), look);
  const unknownToApi = serveRefusal(ctx, new AppError('not_found', 'Path not found'));

  const appOf = async (load: () => Promise<readonly Page<C>[]>): Promise<App> => {
    const app = emptyApp();
    for (const [path, declared] of byPath(await load())) {
      for (const page of declared) {
        const serve = servePage(ctx, page, look);
        app.on(page.method, path, (c) =>
          serve(c.req.raw, { params: c.req.param(), path: c.req.path, address: c.env?.address ?? null }),
        );
      }
      const refuse = servePageRefusal(ctx, methodNotAllowed(declared), look);
      app.all(path, (c) => refuse(c.req.raw, c.req.path));
    }
    return app.notFound((c) => unknown(c.req.raw, c.req.path));
  };

  return {
    fetch: async (request, env = {}) => {
      const path = env.path ?? pathOfUrl(request.url);
      const [, first = ''] = path.split('/');
      // The gateway's API routes don't match `/api/` or a path with a line break (D45).
      if (first === 'api') return unknownToApi(request);
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
