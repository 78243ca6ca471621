import { isAppError } from '../../../core/errors.ts';
import type { TemplateItem } from '../../../core/records/imports.ts';
import type { Template } from '../../../core/records/templates.ts';
import { revise } from '../../../core/revise.ts';
import { limitsOf } from '../../limits/plans.ts';
import { addTemplate } from '../../templates/create-template.ts';
import { namesOf, reserved, scanTemplate } from '../../templates/render.ts';
import type { VersionContent } from '../../templates/template-rules.ts';
import type { Importing } from '../connection.ts';
import type { ReadTemplate } from '../providers/provider.ts';
import { countsOf, type PlannedTemplate, type Slice } from '../slice.ts';
import { plainAlias } from './aliases.ts';
import { type Converted, convertTemplate } from './convert.ts';
import { failedItem, hereItem, itemName, ofTemplate, previewItem } from './items.ts';
import { note } from './notes.ts';
import { placeTemplate } from './place-template.ts';
import { originOf } from './plan.ts';

/** That callers who know the plain alias reach another template (M73). */
const aliasNote = ({ head }: PlannedTemplate, alias: string): string[] =>
  note('same_alias', alias === plainAlias(head) ? [] : [`${plainAlias(head)} is another template`]);

/** What became of one that this import made, as it was converted (M50). */
const madeItem = (
  planned: PlannedTemplate,
  template: Template,
  { reason, notes }: Pick<Converted, 'reason' | 'notes'>,
): TemplateItem => ({
  ...ofTemplate(planned, template),
  status: reason === null ? 'imported' : 'needs_attention',
  reason,
  notes: [...notes, ...aliasNote(planned, template.alias)],
});

/** Whether the plan takes no more templates; an import finds out by making one (M28). */
async function isOverPlan(ctx: Importing, { work, progress }: Slice): Promise<boolean> {
  const { templates } = await countsOf(ctx, work);
  const { imported, needs_attention } = progress.totals.templates;
  return templates + imported + needs_attention >= limitsOf(work.caller.account).templates;
}

async function preview(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  { content, reason, notes }: Converted,
): Promise<TemplateItem> {
  if (await isOverPlan(ctx, slice)) return failedItem(planned, 'plan_limit');
  const { subject, html, text } = scanTemplate(content);
  return previewItem(planned, {
    alias: planned.alias,
    status: 'would_import',
    reason,
    published: reason === null,
    notes: [...notes, ...aliasNote(planned, planned.alias)],
    variables: namesOf([subject, html, text]).filter((name) => name !== reserved),
  });
}

/** Another request may take the alias of a template at that moment: so often is another one chosen. */
const attempts = 5;

/** Makes the template; what came between is as if it had been there (M42). Throws 503 where aliases are taken all the time. */
async function make(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  { content, reason, notes }: Converted,
): Promise<TemplateItem> {
  const { caller, import_id, connection, started } = slice.work;
  const { head } = planned;
  const origin = originOf(connection.name, head);
  const imported = { import: import_id as string, at: started, origin };
  const attempt = async (): Promise<TemplateItem | undefined> => {
    try {
      const { template } = await addTemplate(ctx, caller, {
        alias: planned.alias,
        name: itemName(head),
        content,
        publish: reason === null,
        imported,
      });
      slice.request.written++;
      return madeItem(planned, template, { reason, notes });
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === 'plan_limit') return failedItem(planned, 'plan_limit');
      if (error.code !== 'conflict') throw error;
      const [made] = await ctx.templates.bySource(caller.account.id, [origin]);
      const here = made ? hereItem(planned, made) : await placeTemplate(ctx, caller.account.id, planned);
      return here ?? undefined;
    }
  };
  return revise(ctx.runtime, attempt, { attempts });
}

/** Whether the old provider moved styles into elements, which is the customer's now (M27). */
function noteStyles(slice: Slice, planned: PlannedTemplate, { html }: VersionContent): void {
  if (!slice.work.connection.provider.templates.inlines_css || !/<style[\s>]/i.test(html ?? '')) return;
  slice.request.attention.push({
    resource: 'templates',
    name: itemName(planned.head),
    reason: 'css_not_inlined',
    action: 'Its styles were put into the elements when it was sent; inline them in the template.',
  });
}

/** A template of the provider that is not here yet, or that a request of this import made that was killed (M17). */
export async function takeTemplate(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  read: ReadTemplate,
): Promise<TemplateItem> {
  if ('failed' in read) return failedItem(planned, read.failed);
  const converted = convertTemplate(read.dialect, read.source);
  if ('refused' in converted) return failedItem(planned, converted.refused);
  const { here } = planned;
  noteStyles(slice, planned, converted.content);
  if (here !== null) return madeItem(planned, here, converted);
  return slice.work.import_id === null
    ? preview(ctx, slice, planned, converted)
    : make(ctx, slice, planned, converted);
}
