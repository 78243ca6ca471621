/** The dashboard's only cookie (D10): `__Host-` keeps sibling domains from planting one. */
const name = '__Host-mailwright';

/** The cookie's value; null if the request has none or several. */
export function readCookie(request: Request): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}

export const cookieHeader = (value: string, max_age_s: number): string =>
  `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${max_age_s}`;
