/**
 * A bare ASCII address. Excludes everything that mail servers may read differently: quotes, comments, groups,
 * `%` and `!` routes, a dot at the domain's end, letters of other scripts.
 */
const address =
  /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

/** A plain address of at most 254 characters. */
export const isPlainAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/**
 * An address, or a pattern in which `*` matches any characters on its side of the `@`. `*` alone matches
 * every address.
 */
export const isPattern = (text: string): boolean => text === '*' || isPlainAddress(text.replaceAll('*', 'a'));

const sideOf = (pattern: string) =>
  pattern
    .split('*')
    .map((part) => part.replace(/[.+^$()|[\]{}\\?-]/g, '\\$&'))
    .join('[^@]*');

/** Whether a plain address matches a pattern, ignoring case. */
export function isAllowed(to: string, patterns: readonly string[]): boolean {
  if (!isPlainAddress(to)) return false;
  return patterns.some((pattern) => {
    if (pattern === '*') return true;
    const [local = '', domain = ''] = pattern.split('@');
    return new RegExp(`^${sideOf(local)}@${sideOf(domain)}$`, 'i').test(to);
  });
}
