import type { Base } from '../../../shared/domain/context.ts';
import { nextPath } from '../../../shared/domain/sessions/next-path.ts';
import { themeHeader } from '../../../shared/http/pages/cookie.ts';
import { type Page, seeOther } from '../../../shared/http/pages/page.ts';

/** Saves this browser's color theme, and returns to the page. */
export const themePages: Page<Base>[] = [
  {
    method: 'POST',
    path: '/theme',
    open: true,
    run: async ({ settings }, { form, search }) =>
      seeOther(nextPath(search.get('next'), settings.dashboard_url), {
        cookie: themeHeader(form.get('theme')),
      }),
  },
];
