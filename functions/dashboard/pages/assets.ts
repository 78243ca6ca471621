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

/** Styles and scripts, kept by browsers for ever: their names change with them. */
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

/** Browsers ask for it by themselves: the name stays, so it is asked for again after a day. */
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

/** `npm install {dashboard_url}/sdk.tgz` gets the SDK of this release (D92). */
export const packagePages = (from: string, to: string): Page<DashboardContext>[] => [
  { method: 'GET', path: from, open: true, run: async () => ({ redirect: to, status: 302 }) },
];

/** The gateway's routes of the documentation do not match `/docs/`. */
export const docsPages: Page<DashboardContext>[] = [
  {
    method: 'GET',
    path: '/docs/',
    open: true,
    run: async () => ({ redirect: '/docs', status: 308 }),
  },
];
