import { isAppError } from '../../../core/errors.ts';
import type { TemplateItem } from '../../../core/records/imports.ts';
import { revise } from '../../../core/revise.ts';
import { limitsOf } from '../../limits/plans.ts';
import { addTemplate } from '../../templates/create-template.ts';
import { namesOf, reserved, scanTemplate } from '../../templates/render.ts';
import { countsOf, type Importing, type PlannedTemplate, type Slice } from '../slice.ts';
import type { Converted } from './convert.ts';
import { aliasNote, failedItem, hereItem, itemName, itemOf, madeItem } from './items.ts';
import { originOf, placeTemplate } from './plan.ts';

type WriteTemplate = (
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  converted: Converted,
) => Promise<TemplateItem>;

/** Creates a template. One made meanwhile counts as here. Throws 503 if its aliases are taken every time. */
export const makeTemplate: WriteTemplate = async (ctx, { work, request }, planned, converted) => {
  const { caller, import_id, connection, started } = work;
  const { head } = planned;
  const origin = originOf(connection.name, head);
  const attempt = async (): Promise<TemplateItem | undefined> => {
    try {
      const { template } = await addTemplate(ctx, caller, {
        alias: planned.alias,
        name: itemName(head),
        content: converted.content,
        publish: converted.reason === null,
        imported: { import: import_id, at: started, origin },
      });
      request.written++;
      return madeItem(planned, template, converted);
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === 'plan_limit') return failedItem(planned, 'plan_limit');
      if (error.code !== 'conflict') throw error;
      const [made] = await ctx.templates.bySource(caller.account.id, [origin]);
      const here = made ? hereItem(planned, made) : await placeTemplate(ctx, caller.account.id, planned);
      return here ?? undefined;
    }
  };
  // Another request may take the chosen alias at the same time.
  return revise(ctx.runtime, attempt, { attempts: 5 });
};

export const previewTemplate: WriteTemplate = async (ctx, { work, progress }, planned, converted) => {
  const { content, reason, notes } = converted;
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
};
