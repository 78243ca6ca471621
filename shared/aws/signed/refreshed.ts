import type { Credentials } from './sign.ts';

/** `refused`: credentials that AWS calls expired; others are asked for. */
export type CredentialsOf = (refused?: Credentials) => Credentials | Promise<Credentials>;

/** Asked for again this long before they end, in the background until the second. */
const early_ms = 5 * 60_000;
const late_ms = 60_000;

/** Keeps what `fetch` answers, and asks again before it ends; what is still good is used while that fails. */
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
    if (current === null || current === refused) return ask();
    const left_ms = (current.expiration?.getTime() ?? Infinity) - now();
    if (left_ms > early_ms) return current;
    const next = ask();
    if (left_ms <= late_ms) return next;
    next.catch(() => {});
    return current;
  };
}
