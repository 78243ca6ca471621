import type { TemplateItem } from '../../../core/records/imports.ts';
import type { Templates } from '../../context.ts';
import type { PlannedTemplate } from '../slice.ts';
import { aliasesFrom } from './aliases.ts';
import { hereItem } from './items.ts';

/**
 * Finds the alias of a template that is not here: what an import made of another source keeps its own, and no source is ever
 * mapped to the body of another (M73). An item: a template of ours has the alias, so that this one is skipped (M42).
 */
export async function placeTemplate(
  ctx: Templates,
  account: string,
  planned: PlannedTemplate,
): Promise<TemplateItem | null> {
  for (const alias of aliasesFrom(planned.alias, planned.head)) {
    const other = await ctx.templates.get(account, alias);
    if (other !== null && other.sources === undefined) return hereItem(planned, other);
    if (other !== null) continue;
    planned.alias = alias;
    return null;
  }
  return null;
}
