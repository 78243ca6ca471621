import type { Sessions } from '../../domain/context.ts';
import { findSession } from '../../domain/sessions/session.ts';
import type { Settings } from '../../domain/settings.ts';
import { readCookie } from '../pages/cookie.ts';
import { checkOrigin } from '../pages/origin.ts';
import type { Strategy } from './authenticate.ts';

/**
 * The dashboard cookie authenticates on these paths and below, unless there is an Authorization header. Calls
 * that change something need a page's `Origin`.
 */
export const session =
  (stores: Sessions & { settings: Settings }, paths: readonly string[]): Strategy =>
  async (ctx, { request, request_id, route }) => {
    if (request.headers.has('authorization')) return null;
    if (!paths.some((path) => route.path === path || route.path.startsWith(`${path}/`))) return null;
    const cookie = readCookie(request);
    const present = route.method !== 'GET';
    const found =
      cookie === null ? null : await findSession({ ...ctx, ...stores }, { cookie, request_id, present });
    if (found !== null) checkOrigin(request, stores.settings.dashboard_url);
    return found?.caller ?? null;
  };
