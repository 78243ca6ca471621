import type { Dns } from '../../../core/network.ts';

/** A port whose questions find no answer from `until` on: a chain of SPF includes may have slow servers at each step. */
export function dnsUntil(dns: Dns, now: () => number, until: number): Dns {
  const isOver = () => now() >= until;
  return {
    ask: async (type, name) => (isOver() ? null : dns.ask(type, name)),
    askResolvers: async (type, name) => (isOver() ? null : dns.askResolvers(type, name)),
    zoneOf: dns.zoneOf,
  };
}
