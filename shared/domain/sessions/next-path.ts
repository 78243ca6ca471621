/** The longest path to return to. */
export const maxNextPath = 2_048;

/** `next` if it is a dashboard path, else `/`. Browsers can read `//`, `/\`, or a control character as another site. */
export function nextPath(next: string | null | undefined, dashboard_url: string): string {
  if (!next || next.length > maxNextPath || !next.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(next))
    return '/';
  const url = URL.parse(next, dashboard_url);
  if (url === null || url.origin !== new URL(dashboard_url).origin) return '/';
  // Dots are already resolved: `/.//elsewhere` became `//elsewhere`.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}`;
}
