import { cached } from '../../core/cache.ts';
import type { SmtpCredentials } from '../../domain/context.ts';
import { smtpCredentialStore } from '../../store/credentials.ts';
import type { Family } from './compose.ts';

/** How old a credential may be: a deleted one must stop working within 60 s (H30). */
const cache_ms = 30_000;

/** Passwords of the SMTP relay, each read once per process and half minute. */
export const smtpCredentials: Family<SmtpCredentials> = ({ base, table }) => {
  const store = smtpCredentialStore(table, base.runtime);
  return { smtp_credentials: { ...store, find: cached(base.runtime.now, cache_ms, store.find) } };
};
