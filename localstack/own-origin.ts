import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** This machine, and reserved names: the public DNS has none of them. */
const localName = /^(?:.+\.)?(?:localhost|internal)$/;

export const foreignMessage =
  'Origin is not that of this server, or Host is not a name of this machine: call localhost';

/**
 * Whether a web page of another origin may be behind the request: its Origin says so, or its Host is a name that the
 * page's owner may have pointed here (DNS rebinding). `reachedAs` is one that containers have for this machine.
 */
export function isForeign({ headers }: IncomingMessage, reachedAs?: string): boolean {
  const { host = '', origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return true;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return !(isAddress || localName.test(name) || name === reachedAs?.toLowerCase());
}
