/** Characters read from a foreign URL. */
const maxUrl = 4_000;

/** A URL with user name and password replaced, however written. URL parsers drop control characters. */
export const masked = (url: string): string =>
  url
    .slice(0, maxUrl)
    .replace(/\p{Cc}+/gu, '')
    .replace(/^(\s*(?!\s)(?:[a-z][a-z0-9+.-]*:)?[\\/]*)[^\\/?#]*@/i, '$1***@');

const defaultPorts: Record<string, string> = { https: '443', http: '80' };

/** Equal for equivalent URLs: lower-case scheme and host, no default port, the rest byte for byte. */
export function urlKey(url: string): string {
  const [matched, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (matched === undefined) return url;
  const name = scheme.toLowerCase();
  const host = authority.toLowerCase();
  const port = `:${defaultPorts[name]}`;
  return `${name}://${host.endsWith(port) ? host.slice(0, -port.length) : host}${url.slice(matched.length)}`;
}
