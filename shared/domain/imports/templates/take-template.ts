import { createHash } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import type { TemplateItem } from '../../../core/records/imports.ts';
import type { Template } from '../../../core/records/templates.ts';
import { limitsOf } from '../../limits/plans.ts';
import { addTemplate } from '../../templates/create-template.ts';
import { openTemplate } from '../../templates/get-template.ts';
import { namesOf, reserved, scanTemplate } from '../../templates/render.ts';
import type { VersionContent } from '../../templates/template-rules.ts';
import type { Importing } from '../connection.ts';
import { countsOf, type Slice } from '../slice.ts';
import { type Converted, convertTemplate } from './convert.ts';
import { failedItem, hereItem, itemName, ofTemplate, previewItem } from './items.ts';
import type { PlannedTemplate } from './plan.ts';
import type { ReadTemplate } from './reader.ts';

function hashOf({ subject, html, text, defaults, category, unsubscribe_enabled }: VersionContent): string {
  const content = JSON.stringify([subject, html, text, defaults, category, unsubscribe_enabled]);
  return createHash('sha256').update(content).digest('base64');
}

const originOf = ({ work }: Slice, { head }: PlannedTemplate) => ({
  provider: work.connection.name,
  source_id: head.source_id,
});

/** The same name in another domain whose content came out the same; null: there is none (M43). */
async function equalOf(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  hash: string,
): Promise<PlannedTemplate | null> {
  const { at, source_id } = planned.head;
  if (at.domain === null) return null;
  const before = (slice.templates ?? []).filter(
    ({ head }) => head.at.id === at.id && head.source_id < source_id,
  );
  for (const other of before) {
    if (other.hash === undefined && other.here?.first) {
      const { version, body } = await openTemplate(ctx, slice.work.caller, other.here.template.id);
      other.hash = hashOf({ ...version, ...body });
    }
    if (other.hash === hash) return other;
  }
  return null;
}

/** Keeps what a template came out as for the later requests of a preview, which makes none (M28). */
function noteContent({ work, templates }: Slice, { head }: PlannedTemplate, hash: string): void {
  const { at, source_id } = head;
  const again = (templates ?? []).some(
    ({ head: other }) => other.at.id === at.id && other.source_id > source_id,
  );
  if (work.import_id === null && at.domain !== null && again) work.contents.set(source_id, hash);
}

/** What became of one that this import made, as it was converted (M50). */
const madeItem = (
  planned: PlannedTemplate,
  template: Template,
  { reason, notes }: Pick<Converted, 'reason' | 'notes'>,
): TemplateItem => ({
  ...ofTemplate(planned, template),
  ...{ status: reason === null ? 'imported' : 'needs_attention', reason, notes },
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
    ...{ alias: planned.alias, status: 'would_import', reason, notes, published: reason === null },
    variables: namesOf([subject, html, text]).filter((name) => name !== reserved),
  });
}

/** Makes the template; what came between is as if it had been there (M42). */
async function make(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  { content, reason, notes }: Converted,
): Promise<TemplateItem> {
  const { caller, import_id } = slice.work;
  const account = caller.account.id;
  const origin = originOf(slice, planned);
  const { alias, head } = planned;
  try {
    const { template } = await addTemplate(ctx, caller, {
      ...{ alias, name: itemName(head), content, publish: reason === null },
      imported: { import: import_id as string, at: slice.work.started, origin },
    });
    planned.here = { template, first: true };
    slice.written++;
    return madeItem(planned, template, { reason, notes });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'plan_limit') return failedItem(planned, 'plan_limit');
    if (error.code !== 'conflict') throw error;
    const [made] = await ctx.templates.bySource(account, [origin]);
    const other = made?.template ?? (await ctx.templates.get(account, alias));
    if (other === null) throw error;
    return hereItem(planned, other, 'already_here');
  }
}

/** One whose equal is here: its source leads there, too (M43). */
async function joinEqual(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  equal: PlannedTemplate,
): Promise<TemplateItem> {
  const { import_id, caller } = slice.work;
  const { alias, here } = equal;
  if (import_id === null && here === null)
    return previewItem(planned, {
      ...{ alias, status: 'skipped', reason: 'same_content', published: false, variables: [], notes: [] },
    });
  const [current] = await ctx.templates.bySource(caller.account.id, [originOf(slice, equal)]);
  const template = current?.template ?? (here?.template as Template);
  if (import_id !== null) await ctx.templates.addSource(template, originOf(slice, planned));
  return hereItem(planned, template, 'same_content');
}

/** Whether the old provider moved styles into elements, which is the customer's now (M27). */
function noteStyles(slice: Slice, planned: PlannedTemplate, { html }: VersionContent): void {
  if (!slice.work.connection.provider.templates.inlines_css || !/<style[\s>]/i.test(html ?? '')) return;
  slice.attention.push({
    ...{ resource: 'templates', name: itemName(planned.head), reason: 'css_not_inlined' },
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
  const { import_id } = slice.work;
  if (here !== null && !here.first) return hereItem(planned, here.template, 'same_content');
  planned.hash = hashOf(converted.content);
  noteContent(slice, planned, planned.hash);
  if (here === null) {
    const equal = await equalOf(ctx, slice, planned, planned.hash);
    if (equal !== null) return joinEqual(ctx, slice, planned, equal);
  }
  noteStyles(slice, planned, converted.content);
  if (here !== null) return madeItem(planned, here.template, converted);
  return import_id === null ? preview(ctx, slice, planned, converted) : make(ctx, slice, planned, converted);
}
