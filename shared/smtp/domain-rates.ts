import { networkOf } from '../core/ip-ranges.ts';
import { windows } from './guard.ts';
import { type Reply, reply } from './reply.ts';

const minute_ms = 60_000;
/** The minimum rate per network and domain, in messages per minute. */
const least = 30;

type To = { domain: string };

const domainsOf = (recipients: Iterable<To>) => new Set([...recipients].map(({ domain }) => domain));

const busy = (domain: string): Reply =>
  reply(`451 4.7.1 Too much mail for ${domain}, try again in a minute [rate_limited]`);

/** A client's network: IPv4 /24 or IPv6 /48. */
const networkFor = (address: string): string =>
  networkOf(address.replace(/%.*$/s, ''), { v4: 3, v6: 6 }) ?? address;

/**
 * Messages per minute by domain. Messages whose header passes the checks count against the domain. All
 * arriving messages count against the client's network.
 */
export function createDomainRates(now: () => number, per_minute: number) {
  const taken = windows(now, minute_ms);
  const arrived = windows(now, minute_ms);
  const ofNetwork = Math.max(least, per_minute / 10);
  const isFull = (domain: string): boolean => taken.count(domain) >= per_minute;
  const isBusy = (domain: string, address: string): boolean =>
    isFull(domain) || arrived.count(`${domain} ${networkFor(address)}`) >= ofNetwork;
  return {
    /** The reply that rejects more mail from this client to a domain. Null if accepted. */
    refusal: (domain: string, address: string): Reply | null =>
      isBusy(domain, address) ? busy(domain) : null,
    /** Counts a message that starts to arrive, or rejects it. */
    arrive: (recipients: Iterable<To>, address: string): Reply | null => {
      const domains = domainsOf(recipients);
      for (const domain of domains) if (isBusy(domain, address)) return busy(domain);
      for (const domain of domains) arrived.add(`${domain} ${networkFor(address)}`);
      return null;
    },
    /** Counts a message after it is read, or rejects it if other messages used up the rate meanwhile. */
    take: (recipients: Iterable<To>): Reply | null => {
      const domains = domainsOf(recipients);
      for (const domain of domains) if (isFull(domain)) return busy(domain);
      for (const domain of domains) taken.add(domain);
      return null;
    },
  };
}
