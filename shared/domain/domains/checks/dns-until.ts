import type { Dns } from '../../../core/network.ts';

/** A port that stops querying at `until`, because slow servers may sit at each step of an SPF include chain. */
export function dnsUntil(dns: Dns, now: () => number, until: number): Dns {
  const isOver = () => now() >= until;
  return {
    ask: async (type, name) => (isOver() ? null : dns.ask(type, name)),
    askResolvers: async (type, name) => (isOver() ? null : dns.askResolvers(type, name)),
    zoneOf: dns.zoneOf,
  };
}
