import htmxText from 'htmx.org/dist/htmx.min.js' with { type: 'text' };
import type { Page } from '../../../shared/http/pages/page.ts';
import { htmxPath, icon, scriptPath, stylesPath } from '../assets/files.ts';
import { scriptText, stylesText } from '../assets/sources.ts';
import type { DashboardContext } from '../context.ts';

const [css, js] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'];

const files = [
  { path: stylesPath, type: css, text: stylesText },
  { path: scriptPath, type: js, text: scriptText },
  { path: htmxPath, type: js, text: htmxText },
];

/** Styles and scripts. Browsers cache them forever, because their names change with their content. */
export const assetPages: Page<DashboardContext>[] = files.map(({ path, type, text }) => ({
  method: 'GET',
  path,
  open: true,
  run: async () => ({
    body: text,
    type,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  }),
}));

/** Browsers request the icon under a fixed name, so the cache lasts only a day. */
export const faviconPages: Page<DashboardContext>[] = [
  {
    method: 'GET',
    path: '/favicon.ico',
    open: true,
    run: async () => ({
      body: icon,
      type: 'image/svg+xml',
      headers: { 'cache-control': 'public, max-age=86400' },
    }),
  },
];

/** `npm install {dashboard_url}/sdk.tgz` installs this release's SDK (D92). */
export const packagePages = (from: string, to: string): Page<DashboardContext>[] => [
  { method: 'GET', path: from, open: true, run: async () => ({ redirect: to, status: 302 }) },
];

/** The gateway's documentation routes don't match `/docs/`. */
export const docsPages: Page<DashboardContext>[] = [
  {
    method: 'GET',
    path: '/docs/',
    open: true,
    run: async () => ({ redirect: '/docs', status: 308 }),
  },
];
