import { UsageError } from './io.ts';

export function pairs(given: string[], option: string): [string, string][] {
  return given.map((one) => {
    const at = one.indexOf('=');
    if (at < 1) throw new UsageError(`${option} must be name=value, not "${one}"`);
    return [one.slice(0, at), one.slice(at + 1)];
  });
}

/**
 * Names and their values. Throws if a name is repeated, because one value would be lost. `same` returns what
 * makes two names equal.
 */
export function valuesOf(
  given: string[],
  option: string,
  same = (name: string) => name,
): Record<string, string> {
  const all = pairs(given, option);
  const names = all.map(([name]) => same(name));
  const twice = all.find(([name], at) => names.indexOf(same(name)) < at);
  if (twice) throw new UsageError(`${option}: ${twice[0]} appears twice`);
  return Object.fromEntries(all);
}
