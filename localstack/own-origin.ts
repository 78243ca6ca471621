import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** This machine and reserved names, which the public DNS doesn't have. */
const localName = /^(?:.+\.)?(?:localhost|internal)$/;

export const foreignMessage = 'The Origin or Host header does not match this machine. Use localhost instead';

/**
 * Whether another origin's web page may have sent the request. Either Origin says so, or Host is a name that the
 * page's owner may point here (DNS rebinding). `reachedAs` is the containers' name for this machine.
 */
export function isForeign({ headers }: IncomingMessage, reachedAs?: string): boolean {
  const { host = '', origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return true;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return !(isAddress || localName.test(name) || name === reachedAs?.toLowerCase());
}
