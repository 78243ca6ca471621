import type { ImportProvider, TemplateHead, TemplateItem } from '../../../core/records/imports.ts';
import type { TemplateOrigin } from '../../../core/records/templates.ts';
import type { Id } from '../../../core/runtime.ts';
import type { Templates } from '../../context.ts';
import type { Importing, PlannedTemplate, Slice } from '../slice.ts';
import { aliasesFrom, assignAliases } from './aliases.ts';
import { hereItem } from './items.ts';

function distinct(found: TemplateHead[]): TemplateHead[] {
  const heads = new Map<string, TemplateHead>();
  for (const head of found) if (!heads.has(head.source_id)) heads.set(head.source_id, head);
  return [...heads.values()].sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
}

/** Includes the domain, because the provider's other accounts use the same names. */
export const originOf = (provider: ImportProvider, { source_id, at }: TemplateHead): TemplateOrigin => ({
  provider,
  source_id: at.domain === null ? source_id : `${at.domain}/${at.id}`,
});

/** Finds gathered templates that already exist, and picks aliases for the rest. */
export async function planTemplates(ctx: Importing, { work, request }: Slice): Promise<PlannedTemplate[]> {
  const heads = distinct([...(await work.earlier((part) => part.heads)), ...request.heads]);
  const { caller, connection } = work;
  const origins = heads.map((head) => originOf(connection.name, head));
  const made = await ctx.templates.bySource(caller.account.id, origins);
  const taken = made.flatMap((template) => (template === null ? [] : [template.alias]));
  const aliases = assignAliases(
    heads.filter((_, at) => made[at] === null),
    taken,
  );
  return heads.map((head, at): PlannedTemplate => {
    const here = made[at] ?? null;
    return { head, here, alias: here?.alias ?? (aliases.get(head.source_id) as string) };
  });
}

/**
 * Finds an alias for a template that doesn't exist yet. A template that was imported from another source
 * keeps its alias, so no source ever maps to another source's body. If a template of the account's own has
 * the alias, returns an item that skips the template. Otherwise returns null.
 */
export async function placeTemplate(
  ctx: Templates,
  account: Id<'acc'>,
  planned: PlannedTemplate,
): Promise<TemplateItem | null> {
  for (const alias of aliasesFrom(planned.alias, planned.head)) {
    const other = await ctx.templates.get(account, alias);
    if (other !== null && other.sources === undefined) return hereItem(planned, other);
    if (other !== null) continue;
    planned.alias = alias;
    break;
  }
  return null;
}
