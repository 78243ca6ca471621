import type { Issue } from '../../core/errors.ts';
import type { Targets } from './forbidden-address.ts';

const max_length = 2_048;

const fault = (message: string, rule: Issue['rule'] = 'format'): Issue => ({ path: 'url', rule, message });

/**
 * The problem with a webhook's URL, or null. Rejects anything that the URL standard silently repairs, so no
 * other parser can read a different host.
 */
export function checkUrl(value: string, targets: Targets): Issue | null {
  if (value.length > max_length) return fault(`url is longer than ${max_length} characters`, 'length');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
  if (value !== value.trim() || /[\u0000-\u001f\u007f\\#]/.test(value))
    return fault('url must not have surrounding spaces, control characters, backslashes, or a fragment');
  const authority = /^[a-z]+:\/\/([^/?]+)/i.exec(value)?.[1];
  if (authority === undefined || !URL.canParse(value)) return fault('url must be an absolute URL');
  if (authority.includes('@')) return fault('url must not contain a user name or password');
  const url = new URL(value);
  if (url.protocol !== 'https:' && !(targets === 'any' && url.protocol === 'http:'))
    return fault(targets === 'any' ? 'url must use https or http' : 'url must use https');
  const port = portOf(url);
  if (port === 0 || (targets === 'public' && port !== 443 && port < 1024))
    return fault('url must use port 443, or port 1024 or higher');
  return null;
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}
