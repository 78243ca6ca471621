/** Words of the engines: no names, whatever comes behind them. */
const words = new Set('this each if unless with else insert formatDate true false null undefined'.split(' '));

const lead = /^(?:@root\.|this\.|\.\/)/;
const path = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.(?:[A-Za-z0-9_-]+|\[[A-Za-z0-9_-]+\]))*$/;
const longest = 64;

/** A path without what leads to the root; two of them are the same variable when they are written alike. */
export const ownPath = (written: string): string => written.replace(lead, '');

/**
 * A path as placeholder: `a.b-c` is `a_b_c`. null: it is no path, a word of the engine, or over 64 characters.
 */
export function flatName(written: string): string | null {
  const own = ownPath(written);
  if (!path.test(own) || words.has(/^[^.]+/.exec(own)?.[0] ?? '')) return null;
  const name = own.replace(/\]$/, '').replace(/[^A-Za-z0-9_]+/g, '_');
  return name.length > longest ? null : name;
}
