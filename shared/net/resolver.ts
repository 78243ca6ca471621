import { Resolver as DnsResolver, lookup } from 'node:dns/promises';
import type { Address, Resolver } from '../core/network.ts';

class LookupTimeout extends Error {
  constructor() {
    super('name look-up took too long');
    this.name = 'LookupTimeout';
  }
}

/** Answers that say "no such name or record", in contrast to "no server answered". */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);

const none = (error: unknown): never[] => {
  if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return [];
  throw error;
};

async function fromSystem(hostname: string): Promise<Address[]> {
  const found = await lookup(hostname, { all: true, verbatim: true }).catch(none);
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/** Both families at once; one that fails counts as none as long as the other has an answer. */
async function fromServers(resolver: DnsResolver, hostname: string): Promise<Address[]> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname).catch(none),
    resolver.resolve6(hostname).catch(none),
  ]);
  const found: Address[] = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 as const })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
}

/** Looks names up at `servers` (`ip:port`), or as the machine does when there are none. */
export function dnsResolver(servers: string[]): Resolver {
  return {
    resolve: async (hostname, timeout_ms) => {
      // One per look-up, so that giving up on it cancels its queries only.
      const resolver = servers.length > 0 ? new DnsResolver({ timeout: 2_000, tries: 2 }) : null;
      resolver?.setServers(servers);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new LookupTimeout()), timeout_ms);
      });
      const found = resolver ? fromServers(resolver, hostname) : fromSystem(hostname);
      try {
        const addresses = await Promise.race([found, late]);
        // A Lambda outside a VPC has no IPv6 of its own.
        return addresses.sort((a, b) => a.family - b.family);
      } finally {
        clearTimeout(timer);
        resolver?.cancel();
      }
    },
  };
}
