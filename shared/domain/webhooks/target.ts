import ipaddr from 'ipaddr.js';
import type { Address, Resolver } from '../../core/network.ts';
import { portOf } from './check-url.ts';
import { isForbidden, type Targets } from './forbidden-address.ts';

/** The host for lookups and TLS: no brackets, no final dot. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** A literal's own address, or both addresses of a loopback name. Null if the name needs a lookup. */
function knownAddresses(host: string): Address[] | null {
  if (ipaddr.isValid(host)) return [{ address: host, family: host.includes(':') ? 6 : 4 }];
  if (host === 'localhost' || host.endsWith('.localhost'))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  return null;
}

/**
 * The addresses to pin a connection to. One forbidden address blocks all, because rebinding starts with one
 * good answer.
 */
export async function resolveTarget(
  resolver: Resolver,
  url: URL,
  targets: Targets,
  timeout_ms: number,
): Promise<{ addresses: Address[]; blocked: boolean }> {
  const host = hostOf(url);
  const addresses = knownAddresses(host) ?? (await resolver.resolve(host, timeout_ms));
  const port = portOf(url);
  return { addresses, blocked: addresses.some(({ address }) => isForbidden(address, port, targets)) };
}
