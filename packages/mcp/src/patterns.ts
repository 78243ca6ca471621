/**
 * A bare address in ASCII. What a mail server may read in another way is not one: quotes, comments, groups, `%` and `!`
 * routes, a dot at the end of the domain, letters of other scripts.
 */
const address =
  /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

/** One plain address of at most 254 characters. */
export const isPlainAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/** An address, or one in which `*` is any run of characters of its own side of the `@`; `*` alone is every address. */
export const isPattern = (text: string): boolean => text === '*' || isPlainAddress(text.replaceAll('*', 'a'));

const sideOf = (pattern: string) =>
  pattern
    .split('*')
    .map((part) => part.replace(/[.+^$()|[\]{}\\?-]/g, '\\$&'))
    .join('[^@]*');

/** A plain address that fits one of the patterns, in any case of letters. */
export function isAllowed(to: string, patterns: readonly string[]): boolean {
  if (!isPlainAddress(to)) return false;
  return patterns.some((pattern) => {
    if (pattern === '*') return true;
    const [local = '', domain = ''] = pattern.split('@');
    return new RegExp(`^${sideOf(local)}@${sideOf(domain)}$`, 'i').test(to);
  });
}
