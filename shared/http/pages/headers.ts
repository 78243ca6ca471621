const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The headers of every page. On https, browsers never go back to http. */
export const pageHeaders = (dashboard_url: string): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  ...(dashboard_url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});

/** The headers of public pages: cacheable, without embedded frames. Hashed files are cached forever. */
export const docHeaders = (dashboard_url: string, { kept }: { kept: boolean }): Record<string, string> => ({
  ...pageHeaders(dashboard_url),
  'content-security-policy': policy.replace("frame-src 'self'; ", ''),
  'cache-control': `public, max-age=${kept ? '31536000, immutable' : '300'}`,
});

/**
 * The headers of an email's own html: styles and images, but no scripts, no forms, and no way out of its
 * frame.
 */
export const contentHeaders = (images: 'https' | 'none'): Record<string, string> => ({
  'content-security-policy':
    `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:${images === 'https' ? ' https:' : ''}; ` +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
});
