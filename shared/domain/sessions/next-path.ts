/** The longest path to return to. */
export const maxNextPath = 2_048;

/** `next` where it is a path of the dashboard, else `/`: `//`, `/\` or a control character begins an origin. */
export function nextPath(next: string | null | undefined, dashboard_url: string): string {
  if (!next || next.length > maxNextPath || !next.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(next))
    return '/';
  const url = URL.parse(next, dashboard_url);
  if (url === null || url.origin !== new URL(dashboard_url).origin) return '/';
  // Dots are resolved by now: `/.//elsewhere` is `//elsewhere`.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}`;
}
