import { Resolver as DnsResolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Address, Resolver } from '../core/network.ts';

class LookupTimeout extends Error {
  constructor() {
    super('name look-up took too long');
    this.name = 'LookupTimeout';
  }
}

/** Answers that say "no such name or record", in contrast to "no server answered". */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

const none = (error: unknown): never[] => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (absent.has(code)) return [];
  // The servers stayed silent in all tries, before the time of the look-up was over.
  throw code === 'ETIMEOUT' ? new LookupTimeout() : error;
};

/** Both families at once; one that fails counts as none as long as the other has an answer. */
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
 * Looks names up at `servers` (`ip:port`), or at the machine's when there are none. Never by getaddrinfo: the process has
 * two threads for it, and a silent server of one customer's name would keep both from every other look-up.
 */
export function dnsResolver(servers: string[], { try_ms = 2_000 } = {}): Resolver {
  return {
    resolve: async (hostname, timeout_ms) => {
      // One per look-up, so that giving up on it cancels its queries only.
      const resolver = new DnsResolver({ timeout: try_ms, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      const late = wait(timeout_ms, null, { ref: false });
      try {
        const addresses = await Promise.race([addressesOf(resolver, hostname), late]);
        if (addresses === null) throw new LookupTimeout();
        // A Lambda outside a VPC has no IPv6 of its own.
        return addresses.sort((a, b) => a.family - b.family);
      } finally {
        resolver.cancel();
      }
    },
  };
}
