import type { TemplateItem } from '../../../core/records/imports.ts';
import { mapped, ok } from '../call-provider.ts';
import type { Ask, Called, ReadTemplate } from '../providers/provider.ts';
import {
  addItems,
  advance,
  endStage,
  failed,
  type Importing,
  note,
  noteNoDomains,
  type PlannedTemplate,
  type Slice,
  type Stage,
  type Stop,
} from '../slice.ts';
import { convertTemplate } from './convert.ts';
import { failedItem, hereItem, itemName, madeItem } from './items.ts';
import { placeTemplate, planTemplates } from './plan.ts';
import { makeTemplate, previewTemplate } from './write-template.ts';

/** The provider's lists in reading order: one per domain, or a single null. */
const listsOf: Ask<(string | null)[]> = async (connection) => {
  const { domains } = connection.provider.templates;
  if (domains === undefined) return ok([null]);
  return mapped(await domains(connection), (found) => found.map(({ name }) => name).sort());
};

/** Reads the next list, or leaves it out. All lists precede the first template, because aliases need them all. */
const gatherTemplates: Stage = async (ctx, slice) => {
  const { connection } = slice.work;
  const lists = await listsOf(connection);
  if (lists.outcome !== 'ok') return failed(ctx, slice, { name: 'templates' }, lists) ?? endStage(slice);
  noteNoDomains(ctx, slice, lists.value.length);
  const { after, templates } = slice.progress;
  const rest = lists.value.filter((name) => after === null || (name !== null && name > after));
  const [domain] = rest;
  if (domain !== undefined) {
    const list = { domain, several: lists.value.length > 1 };
    const called = await connection.provider.templates.list(connection, list);
    const name = domain === null ? 'templates' : `templates of ${domain}`;
    if (called.outcome === 'ok') slice.request.heads = [...slice.request.heads, ...called.value];
    const stop = called.outcome === 'ok' ? null : failed(ctx, slice, { name }, called);
    if (stop !== null) return stop;
  }
  if (rest.length > 1) return advance(slice, { after: domain ?? null, failing: null });
  return advance(slice, { after: null, templates: { ...templates, gathered: true }, failing: null });
};

/** Templates read at a time, and how many consecutive failures end the reading. */
const atATime = 4;
const maxUnreadable = 3;

function report(slice: Slice, { head }: PlannedTemplate, item: TemplateItem, unreadable = 0): null {
  addItems(slice, 'templates', [item]);
  const templates = { ...slice.progress.templates, unreadable };
  return advance(slice, { after: head.source_id, templates, failing: null });
}

type Read = { planned: PlannedTemplate; found: TemplateItem | Called<ReadTemplate> };

/** Skips a template that already exists by source or alias, unless this import made it. */
async function readOne(ctx: Importing, { work }: Slice, planned: PlannedTemplate): Promise<Read> {
  const { connection, caller, import_id } = work;
  const { here, head } = planned;
  if (here !== null && here.import !== import_id) return { planned, found: hereItem(planned, here) };
  const taken = here === null ? await placeTemplate(ctx, caller.account.id, planned) : null;
  return { planned, found: taken ?? (await connection.provider.templates.read(connection, head)) };
}

/** Reports an unreadable template as failed, or ends the request or all templates (T2, M11). */
function leaveOut(
  ctx: Importing,
  slice: Slice,
  planned: PlannedTemplate,
  failure: Exclude<Called<ReadTemplate>, { outcome: 'ok' }>,
): Stop | 'ended' | null {
  const { title } = slice.work.connection.provider;
  if (failure.outcome === 'not_found' || failure.outcome === 'refused')
    return report(
      slice,
      planned,
      failedItem(planned, 'unreadable', `${title} returned status ${failure.status}`),
    );
  const name = `template ${JSON.stringify(itemName(planned.head))}`;
  const stop = failed(ctx, slice, { name }, failure);
  if (stop !== null) return stop;
  const inRow = slice.progress.templates.unreadable + 1;
  report(slice, planned, failedItem(planned, 'unreadable', `${title} returned an unusable response`), inRow);
  const passing = ['unavailable', 'bad_answer', 'wait'].includes(failure.outcome);
  return passing && inRow < maxUnreadable ? null : (endStage(slice) ?? 'ended');
}

/** Notes a template whose styles the old provider inlined, which the customer must now do. */
function noteStyles(slice: Slice, planned: PlannedTemplate, html: string | null): void {
  if (!slice.work.connection.provider.templates.inlines_css || !/<style[\s>]/i.test(html ?? '')) return;
  note(slice, {
    name: itemName(planned.head),
    reason: 'css_not_inlined',
    action: 'The provider inlined CSS when it sent email. Inline the CSS in the template yourself.',
  });
}

/** Imports a provider template that doesn't exist here yet, or that a killed request of this import made. */
async function takeTemplate(ctx: Importing, slice: Slice, planned: PlannedTemplate, read: ReadTemplate) {
  if ('failed' in read) return failedItem(planned, read.failed);
  const converted = convertTemplate(read.dialect, read.source);
  if ('refused' in converted) return failedItem(planned, converted.refused);
  noteStyles(slice, planned, converted.content.html);
  if (planned.here !== null) return madeItem(planned, planned.here, converted);
  return (slice.work.preview ? previewTemplate : makeTemplate)(ctx, slice, planned, converted);
}

/** Reads the template lists, then imports the next templates by source id (M42 to M51). */
export const importTemplates: Stage = async (ctx, slice) => {
  if (!slice.progress.templates.gathered) return gatherTemplates(ctx, slice);
  slice.templates ??= await planTemplates(ctx, slice);
  const { after } = slice.progress;
  const rest = slice.templates.filter(({ head }) => after === null || head.source_id > after);
  if (rest.length === 0) return endStage(slice);
  const next = await Promise.all(rest.slice(0, atATime).map((planned) => readOne(ctx, slice, planned)));
  for (const { planned, found } of next) {
    if (!('outcome' in found)) report(slice, planned, found);
    else if (found.outcome !== 'ok') {
      const stop = leaveOut(ctx, slice, planned, found);
      if (stop !== null) return stop === 'ended' ? null : stop;
    } else report(slice, planned, await takeTemplate(ctx, slice, planned, found.value));
    if (ctx.runtime.now() >= slice.work.connection.until) return null;
  }
  return null;
};
