import { AppError } from '../../core/errors.ts';

/**
 * 403 unless a changing request comes from a page of this very origin: `Origin` byte for byte, and no
 * `Sec-Fetch-Site` that says otherwise.
 */
export function checkOrigin(request: Request, dashboard_url: string): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (request.headers.get('origin') === dashboard_url && (site === null || site === 'same-origin')) return;
  const details = { reason: 'origin' };
  const hint = `Open ${dashboard_url} and try again there`;
  throw new AppError('forbidden', 'This request did not come from a dashboard page', { details, hint });
}
