import { AppError } from '../../core/errors.ts';

/**
 * Throws 403 unless a changing request comes from our own pages: `Origin` must match byte for byte, and
 * `Sec-Fetch-Site` must not contradict it.
 */
export function checkOrigin(request: Request, dashboard_url: string): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (request.headers.get('origin') === dashboard_url && (site === null || site === 'same-origin')) return;
  const details = { reason: 'origin' };
  const hint = `Open ${dashboard_url} and try again there`;
  throw new AppError('forbidden', 'This request did not come from a dashboard page', { details, hint });
}
