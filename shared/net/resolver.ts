import { Resolver as DnsResolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Address, Resolver } from '../core/network.ts';

class LookupTimeout extends Error {
  constructor() {
    super('name look-up took too long');
    this.name = 'LookupTimeout';
  }
}

/** Errors that mean "no such name or record", as opposed to "no server answered". */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

const none = (error: unknown): never[] => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (absent.has(code)) return [];
  // The servers didn't answer any try, before the lookup's time was over.
  throw code === 'ETIMEOUT' ? new LookupTimeout() : error;
};

/** Queries both families in parallel. A failed family counts as empty if the other family answers. */
async function addressesOf(resolver: DnsResolver, hostname: string): Promise<Address[]> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname).catch(none),
    resolver.resolve6(hostname).catch(none),
  ]);
  const found: Address[] = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 as const })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  const failed = [v4, v6].find((family) => family.status === 'rejected');
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}

/**
 * Resolves names at `servers` (`ip:port`), or at the system's resolvers. Never uses getaddrinfo, because the
 * process has two threads for it, and one customer's silent server would block every other lookup.
 */
export function dnsResolver(servers: string[], { try_ms = 2_000 } = {}): Resolver {
  return {
    resolve: async (hostname, timeout_ms) => {
      // One resolver per lookup, so that giving up cancels only its own queries.
      const resolver = new DnsResolver({ timeout: try_ms, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      const late = wait(timeout_ms, null, { ref: false });
      try {
        const addresses = await Promise.race([addressesOf(resolver, hostname), late]);
        if (addresses === null) throw new LookupTimeout();
        // Lambda outside a VPC has no IPv6.
        return addresses.sort((a, b) => a.family - b.family);
      } finally {
        resolver.cancel();
      }
    },
  };
}
