/** The most characters read from a foreign url. */
const maxUrl = 4_000;

/** A url with its user name and password replaced, however it is written; readers of urls drop control characters. */
export const masked = (url: string): string =>
  url
    .slice(0, maxUrl)
    .replace(/\p{Cc}+/gu, '')
    .replace(/^(\s*(?!\s)(?:[a-z][a-z0-9+.-]*:)?[\\/]*)[^\\/?#]*@/i, '$1***@');

const defaultPorts: Record<string, string> = { https: '443', http: '80' };

/** The same text for two urls that are one: scheme and host in lower case, no default port; the rest byte for byte. */
export function urlKey(url: string): string {
  const [whole, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (whole === undefined) return url;
  const name = scheme.toLowerCase();
  const host = authority.toLowerCase();
  const port = `:${defaultPorts[name]}`;
  return `${name}://${host.endsWith(port) ? host.slice(0, -port.length) : host}${url.slice(whole.length)}`;
}
