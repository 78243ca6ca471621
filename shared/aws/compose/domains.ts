import { cached, lruCache } from '../../core/cache.ts';
import type { Domains } from '../../domain/context.ts';
import { domainStore } from '../../store/domains.ts';
import type { Family } from './compose.ts';

/** How old a domain may be for workers; accepting an email reads the domain itself. */
const cache_ms = 5_000;

/** Sending domains. */
export const domains: Family<Domains> = ({ base, table }) => {
  const store = domainStore(table, base.runtime);
  const noted = lruCache<string>({ max: 10_000 });
  const noteSent: typeof store.noteSent = async (domain, day) => {
    if (noted.get(domain.id) === day) return;
    await store.noteSent(domain, day);
    noted.set(domain.id, day);
  };
  return { domains: { ...store, noteSent, get: cached(base.runtime.now, cache_ms, store.get) } };
};
