import type { TemplateHead } from '../../../core/records/imports.ts';
import { shortId } from './reader.ts';

const longest = 128;

/** An alias of at most 128 characters that is none of an id; `suffix` as a whole, where there is room for it. */
function aliasOf(base: string, suffix: string): string {
  const alias = base.startsWith('tpl_') ? `t-${base}` : base;
  const room = Math.max(1, longest - suffix.length);
  return `${alias.slice(0, room).replace(/-+$/, '')}${suffix}`.slice(0, longest);
}

/**
 * The aliases of templates that are not here yet, in the order of their source ids; `taken`: those of the same account's
 * templates that are (M42). A suffix keeps templates of one name distinct.
 */
export function assignAliases(heads: TemplateHead[], taken: Iterable<string>): Map<string, string> {
  const given = new Set(taken);
  const aliases = new Map<string, string>();
  for (const { source_id, slug, suffix } of heads) {
    const base = slug === '' ? `template-${shortId(source_id)}` : slug;
    const each = [
      aliasOf(base, ''),
      aliasOf(base, `-${suffix}`),
      aliasOf(base, `-${shortId(source_id, 100)}`),
    ];
    const alias = each.find((one) => !given.has(one)) ?? (each[2] as string);
    given.add(alias);
    aliases.set(source_id, alias);
  }
  return aliases;
}
