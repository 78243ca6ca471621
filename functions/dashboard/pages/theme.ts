import type { Base } from '../../../shared/domain/context.ts';
import { nextPath } from '../../../shared/domain/sessions/next-path.ts';
import { themeHeader, timesHeader } from '../../../shared/http/pages/cookie.ts';
import { type Page, seeOther } from '../../../shared/http/pages/page.ts';

/** Saves what this browser shows, and returns to the page. */
const saved = (name: string, headerOf: (value: string | null) => string): Page<Base>[] => [
  {
    method: 'POST',
    path: `/${name}`,
    open: true,
    run: async ({ settings }, { form, search }) =>
      seeOther(nextPath(search.get('next'), settings.dashboard_url), { cookie: headerOf(form.get(name)) }),
  },
];

/** The color theme. */
export const themePages = saved('theme', themeHeader);

/** Whether times are local or in UTC. */
export const timesPages = saved('times', timesHeader);
