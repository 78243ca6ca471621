import { cached } from '../../core/cache.ts';
import type { Inbound, InboundRules, ReceivedFiles } from '../../domain/context.ts';
import { blockedSenderStore } from '../../store/blocked-senders.ts';
import { inboundRouteStore } from '../../store/inbound-routes.ts';
import { receivedLinks, receivedStore } from '../../store/received.ts';
import type { Family } from '../compose.ts';
import { lazyPort } from '../lazy-port.ts';

export const inbound: Family<Inbound> = ({ base, table, objects }) => ({
  received: receivedStore(table, objects, base.runtime, base.settings.retention.received),
});

export const receivedFiles: Family<ReceivedFiles> = ({ bucket }) => {
  const downloads = lazyPort(async () => (await bucket()).downloads, ['show']);
  return { received_links: receivedLinks(downloads) };
};

/** Max age of cached inbound rules: routes like domains, blocked senders like accounts. */
const routes_ms = 5_000;
const blocks_ms = 30_000;

/** Max rules cached per process. An account has at most 1,000 blocked senders. */
const remembered = { max: 100_000, weigh: (rules: unknown[]) => 1 + rules.length };

export const inboundRules: Family<InboundRules> = ({ base, table }) => {
  const routes = inboundRouteStore(table, base.runtime);
  const blocks = blockedSenderStore(table, base.runtime);
  const kept = <K extends string, T>(load: (key: K) => Promise<T[]>, age_ms: number) => {
    const read = cached(base.runtime.now, age_ms, load, remembered);
    return async (key: K): Promise<T[]> => (await read(key)) ?? [];
  };
  return {
    inbound_routes: { ...routes, of: kept(routes.of, routes_ms) },
    blocked_senders: { ...blocks, of: kept(blocks.of, blocks_ms) },
  };
};
