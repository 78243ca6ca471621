import type { TemplateHead } from '../../../core/records/imports.ts';

const maxAlias = 128;

/** The first letters and digits of a source id, without SendGrid's `d-`. */
export function shortId(source_id: string, length = 8): string {
  const own = source_id.replace(/^d-/, '').replace(/[^A-Za-z0-9]/g, '');
  return own.slice(0, length).toLowerCase();
}

/** An alias of at most 128 characters that doesn't look like an id. `suffix` stays whole if there is room. */
function aliasOf({ source_id, slug }: TemplateHead, suffix: string): string {
  const base = slug === '' ? `template-${shortId(source_id)}` : slug;
  const alias = base.startsWith('tpl_') ? `t-${base}` : base;
  const room = Math.max(1, maxAlias - suffix.length);
  return `${alias.slice(0, room).replace(/-+$/, '')}${suffix}`.slice(0, maxAlias);
}

/** A template's alias if no other template has it. */
export const plainAlias = (head: TemplateHead): string => aliasOf(head, '');

const longAlias = (head: TemplateHead, more = '') => aliasOf(head, `-${shortId(head.source_id, 100)}${more}`);

/** Aliases for new templates, by source id. Suffixes keep them different from each other and from `taken`. */
export function assignAliases(heads: TemplateHead[], taken: Iterable<string>): Map<string, string> {
  const given = new Set(taken);
  const aliases = new Map<string, string>();
  for (const head of heads) {
    const each = [plainAlias(head), aliasOf(head, `-${head.suffix}`), longAlias(head)];
    const alias = each.find((one) => !given.has(one)) ?? (each[2] as string);
    given.add(alias);
    aliases.set(head.source_id, alias);
  }
  return aliases;
}

/** An endless series of aliases for a template whose `first` belongs to another source. */
export function* aliasesFrom(first: string, head: TemplateHead): Generator<string, never> {
  yield first;
  if (head.server) yield aliasOf(head, `-${head.server}`);
  yield aliasOf(head, `-${head.suffix}`);
  yield longAlias(head);
  for (let n = 2; ; n++) yield longAlias(head, `-${n}`);
}
