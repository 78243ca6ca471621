import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { loadedOnce } from '../core/cache.ts';
import { plainHost } from '../core/dns-host.ts';
import type { Dns, DnsType } from '../core/network.ts';

/** Milliseconds for one query to one set of servers. */
const question_ms = 3_000;

/**
 * Milliseconds for one lookup with all its steps: the zone, its servers' addresses, these servers, then the
 * resolvers.
 */
const answer_ms = 7_000;

const zone_ms = 60_000;

/** Max name servers to ask per zone. */
const serversAsked = 4;

/** Errors that mean "no such name or record", as opposed to "no server answered". */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

type DnsOptions = {
  /** Servers (`ip:port`) to use for all queries, instead of the system's resolvers and the zones' servers. */
  servers?: string[];
  /** The factor by which an answer may take longer than usual. */
  patience?: number;
};

const asks: Record<DnsType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(plainHost),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name))
      .sort((a, b) => a.priority - b.priority)
      .map(({ priority, exchange }) => `${priority} ${plainHost(exchange)}`),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(plainHost).sort(),
  SOA: async (resolver, name) => [plainHost((await resolver.resolveSoa(name)).nsname)],
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
};

type Ask = (servers: string[] | null, type: DnsType, name: string) => Promise<string[] | null>;

/** The answer of these servers (or the system's resolvers if empty). Null if none answers in time. */
const askWithin =
  (within_ms: number): Ask =>
  async (servers, type, name) => {
    const resolver = new Resolver({ timeout: within_ms / 3, tries: 2 });
    if (servers !== null) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), within_ms);
    try {
      return await asks[type](resolver, name);
    } catch (error) {
      return absent.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    } finally {
      clearTimeout(timer);
    }
  };

/** `mg.example.com`, `example.com`, `com`. */
const upwards = (name: string) => {
  const labels = name.split('.');
  return labels.map((_label, i) => labels.slice(i).join('.'));
};

/**
 * Asks the zone's own name servers first, because they show a new record immediately and no cache remembers
 * "no such name". If they don't answer, asks the resolvers. A zone can name any server, so only public
 * addresses are asked.
 */
export function dnsClient({ servers = [], patience = 1 }: DnsOptions): Dns {
  const askServers = askWithin(question_ms * patience);
  const inUsualTime = <Found>(finding: Promise<Found>) =>
    Promise.race([finding, wait(answer_ms * patience, null, { ref: false })]);
  const fixed = servers.length > 0 ? servers : null;

  const findZone = async (name: string): ReturnType<Dns['zoneOf']> => {
    for (const zone of upwards(name)) {
      const found = await askServers(fixed, 'NS', zone);
      if (found === null) return null;
      if (found.length > 0) return { zone, servers: found };
    }
    return null;
  };

  const zoneOf = loadedOnce(() => performance.now(), zone_ms, findZone);

  const addressesOf = async (hosts: string[]): Promise<string[]> => {
    const answers = await Promise.all(
      hosts.slice(0, serversAsked).map((host) => askServers(fixed, 'A', host)),
    );
    const { isPublicAddress } = await import('../core/ip-ranges.ts');
    const addresses = answers.flatMap((found) => found ?? []).filter(isPublicAddress);
    return addresses.map((address) => `${address}:53`);
  };

  const askZone = async (type: DnsType, name: string): Promise<string[] | null> => {
    const zone = await zoneOf(name);
    const own = zone && (await addressesOf(zone.servers));
    if (!own?.length) return askServers(fixed, type, name);
    const found = await askServers(own, type, name);
    if (found === null) return askServers(fixed, type, name);
    if (found.length > 0 || type === 'CNAME') return found;
    // The zone's servers don't follow an alias to another zone.
    const alias = await askServers(own, 'CNAME', name);
    return alias?.length ? askServers(fixed, type, name) : found;
  };

  return {
    ask: (type, name) => (fixed ? askServers(fixed, type, name) : inUsualTime(askZone(type, name))),
    askResolvers: (type, name) => askServers(fixed, type, name),
    zoneOf: (name) => inUsualTime(zoneOf(name)),
  };
}
