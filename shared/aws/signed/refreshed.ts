import type { Credentials } from './sign.ts';

/** `refused`: credentials that AWS calls expired; others are asked for. */
export type CredentialsOf = (refused?: Credentials) => Credentials | Promise<Credentials>;

/** Credentials are fetched again this long before they end: first in the background, at last before they are used. */
const early_ms = 5 * 60_000;
const late_ms = 60_000;

/** Caches the credentials of `fetch` and renews them before they end; a failure counts only once they have ended. */
export function refreshed(fetch: () => Promise<Credentials>, now: () => number): CredentialsOf {
  let current: Credentials | null = null;
  let asked: Promise<Credentials> | null = null;
  const ask = (): Promise<Credentials> => {
    asked ??= fetch()
      .then((credentials) => {
        current = credentials;
        return credentials;
      })
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  return (refused) => {
    const known = current;
    if (known === null || known === refused) return ask();
    const left_ms = () => (known.expiration?.getTime() ?? Infinity) - now();
    if (left_ms() > early_ms) return known;
    const next = ask().catch((error) => {
      if (left_ms() > 0) return known;
      throw error;
    });
    if (left_ms() <= late_ms) return next;
    next.catch(() => {});
    return known;
  };
}
