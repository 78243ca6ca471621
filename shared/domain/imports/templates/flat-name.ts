/** The keywords of the template engines. They are never variable names, whatever follows them. */
const words = new Set('this each if unless with else insert formatDate true false null undefined'.split(' '));

const lead = /^(?:@root\.|this\.|\.\/)/;
const path = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.(?:[A-Za-z0-9_-]+|\[[A-Za-z0-9_-]+\]))*$/;
const maxName = 64;

/** A path without its prefix to the root. Equally written paths are the same variable. */
export const ownPath = (written: string): string => written.replace(lead, '');

/**
 * A path as a placeholder: `a.b-c` becomes `a_b_c`. Null if it isn't a path, is a keyword, or exceeds 64
 * characters.
 */
export function flatName(written: string): string | null {
  const own = ownPath(written);
  if (!path.test(own) || words.has(/^[^.]+/.exec(own)?.[0] ?? '')) return null;
  const name = own.replace(/\]$/, '').replace(/[^A-Za-z0-9_]+/g, '_');
  return name.length > maxName ? null : name;
}
