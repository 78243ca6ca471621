import type { TemplateItem } from '../../../core/records/imports.ts';
import { limitsOf } from '../../limits/plans.ts';
import { namesOf, reserved, scanTemplate } from '../../templates/render.ts';
import type { Importing } from '../connection.ts';
import { countsOf, type PlannedTemplate, type Slice } from '../slice.ts';
import type { Converted } from './convert.ts';
import { aliasNote, failedItem, itemOf } from './items.ts';

/** What an import made now would do with a template (M28). */
export async function previewTemplate(
  ctx: Importing,
  { work, progress }: Slice,
  planned: PlannedTemplate,
  { content, reason, notes }: Converted,
): Promise<TemplateItem> {
  const { templates } = await countsOf(ctx, work);
  const { imported, needs_attention } = progress.totals.templates;
  if (templates + imported + needs_attention >= limitsOf(work.caller.account).templates)
    return failedItem(planned, 'plan_limit');
  const { subject, html, text } = scanTemplate(content);
  return itemOf(planned, {
    alias: planned.alias,
    status: 'would_import',
    reason,
    published: reason === null,
    variables: namesOf([subject, html, text]).filter((name) => name !== reserved),
    notes: [...notes, ...aliasNote(planned, planned.alias)],
  });
}
