import { cached } from '../../core/cache.ts';
import type { Domains } from '../../domain/context.ts';
import { domainStore } from '../../store/domains.ts';
import type { Family } from './compose.ts';

/** How old a delivery setting of a domain may be; accepting an email reads the domain itself. */
const cache_ms = 5_000;

/** Sending domains. */
export const domains: Family<Domains> = ({ base, table }) => {
  const store = domainStore(table, base.runtime);
  return { domains: { ...store, get: cached(base.runtime.now, cache_ms, store.get) } };
};
