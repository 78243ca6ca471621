import { docsSite } from '../../functions/docs/serve.ts';
import type { Site } from '../../functions/docs/site.ts';
import { buildSite } from '../../infra/docs/site.ts';
import type { Base } from '../../shared/domain/context.ts';

/** The built pages, without the browser's files, which test/infra measures. */
export const builtSite = () => {
  site ??= buildSite({ styles: 'x{}', script: '1', search: '2' });
  return site;
};
let site: Site | undefined;

/** The documentation, served in this process. */
export function readDocs(ctx: Base) {
  const pages = docsSite(ctx, builtSite());
  return async (path: string, { method = 'GET', headers = {} as Record<string, string> } = {}) => {
    const [bare = ''] = path.split('?');
    const request = new Request(`http://localhost${path}`, { method, headers });
    const response = await pages.fetch(request, { path: bare });
    const { status } = response;
    return { status, headers: response.headers, text: await response.text() };
  };
}
