import { cached } from '../../core/cache.ts';
import type { Identity } from '../../domain/context.ts';
import { accountStore } from '../../store/accounts.ts';
import { keyStore } from '../../store/credentials.ts';
import type { Family } from './compose.ts';

/** How old a key or an account may be: a revoked key must stop working within 60 s (H29). */
const cache_ms = 30_000;

/** Accounts and API keys, each read once per process and half minute. */
export const identity: Family<Identity> = ({ base, table }) => {
  const { now } = base.runtime;
  const accounts = accountStore(table, base.runtime);
  const keys = keyStore(table, base.runtime);
  return {
    accounts: { ...accounts, get: cached(now, cache_ms, accounts.get) },
    keys: { ...keys, find: cached(now, cache_ms, keys.find) },
  };
};
