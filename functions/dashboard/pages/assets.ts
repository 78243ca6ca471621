import type { Page } from '../../../shared/http/pages/page.ts';
import { script, styles } from '../assets/files.ts';
import type { DashboardContext } from '../context.ts';

/** Styles and script, kept by browsers for ever: their names change with them (D37). */
export const assetPages: Page<DashboardContext>[] = [styles, script].map(({ path, type, text }) => ({
  method: 'GET',
  path,
  open: true,
  run: async () => ({
    body: text,
    type,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  }),
}));
