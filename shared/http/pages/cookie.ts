/** The session cookie (D10). `__Host-` keeps sibling domains from planting one. */
const name = '__Host-mailwright';

/** Its value. Null when the request has none, or several. */
export const readCookie = (request: Request): string | null => cookieOf(request, name);

function cookieOf(request: Request, name: string): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}

export const cookieHeader = (value: string, max_age_s: number): string =>
  `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${max_age_s}`;

const themeName = '__Host-theme';
const year_s = 365 * 86_400;

/**
 * The color theme that a browser chose. Null if the system's theme applies. It says nothing about who uses the browser.
 */
export type Theme = 'light' | 'dark';

export function readTheme(request: Request): Theme | null {
  const value = cookieOf(request, themeName);
  return value === 'light' || value === 'dark' ? value : null;
}

/** Keeps a theme for a year. Any other value restores the system's theme. */
export function themeHeader(value: string | null): string {
  const isTheme = value === 'light' || value === 'dark';
  return `${themeName}=${isTheme ? value : ''}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${isTheme ? year_s : 0}`;
}

const timesName = '__Host-times';

/** Whether a browser chose to see times in UTC instead of its own time zone. */
export const readUtc = (request: Request): boolean => cookieOf(request, timesName) === 'utc';

/** Keeps UTC for a year. Any other value goes back to local times. */
export const timesHeader = (value: string | null): string =>
  `${timesName}=${value === 'utc' ? value : ''}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${value === 'utc' ? year_s : 0}`;
