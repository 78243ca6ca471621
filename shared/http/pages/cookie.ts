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

const headerOf = (name: string, value: string, max_age_s: number): string =>
  `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${max_age_s}`;

export const cookieHeader = (value: string, max_age_s: number): string => headerOf(name, value, max_age_s);

const year_s = 365 * 86_400;

/** A choice that a browser keeps for a year. Setting any value that isn't in `values` deletes the cookie. */
function choice<Value extends string>(name: string, values: readonly Value[]) {
  const known = (value: string | null) => values.find((one) => one === value) ?? null;
  return {
    read: (request: Request): Value | null => known(cookieOf(request, name)),
    header: (value: string | null): string => headerOf(name, known(value) ?? '', known(value) ? year_s : 0),
  };
}

/** The color theme that a browser chose. Null if the system's theme applies. */
export type Theme = 'light' | 'dark';

const theme = choice<Theme>('__Host-theme', ['light', 'dark']);
const times = choice('__Host-times', ['utc']);

export const readTheme = theme.read;
export const themeHeader = theme.header;

/** Whether a browser chose to see times in UTC instead of its own time zone. */
export const readUtc = (request: Request): boolean => times.read(request) === 'utc';

export const timesHeader = times.header;
