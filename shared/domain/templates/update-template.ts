import { AppError } from '../../core/errors.ts';
import type { Template } from '../../core/records/templates.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { type OpenTemplate, reviseTemplate } from './get-template.ts';
import { publishDraft } from './publish-template.ts';
import type { ChangeTemplate } from './template-request.ts';
import { checkValues, makeVersion, unsubscribeDefault, type VersionContent } from './template-rules.ts';
import { textsOf } from './variables.ts';

function unpack({ version, body }: OpenTemplate): VersionContent {
  const { category, unsubscribe_enabled } = version;
  const { subject, html, text, defaults } = body;
  return { subject, html, text, defaults, category, unsubscribe_enabled };
}

/**
 * Q35: category product or newsletter sets unsubscribe_enabled unless given. Changing back to transactional
 * leaves it unchanged.
 */
function changedContent(seen: VersionContent, change: ChangeTemplate): VersionContent {
  return {
    subject: change.subject ?? seen.subject,
    html: change.html === undefined ? seen.html : change.html || null,
    text: change.text === undefined ? seen.text : change.text || null,
    defaults: change.defaults === undefined ? seen.defaults : textsOf(change.defaults),
    category: change.category ?? seen.category,
    unsubscribe_enabled:
      change.unsubscribe_enabled ?? unsubscribeDefault(change.category) ?? seen.unsubscribe_enabled,
  };
}

/** Q35: an alias that was ever published stays. Setting the same value is allowed. */
function checkAlias(template: Template, alias: string | undefined): void {
  if (alias === undefined || alias === template.alias || template.version === 0) return;
  const details = { reason: 'published', alias: template.alias };
  throw new AppError('conflict', "You can't change the alias of a published template", { details });
}

/**
 * PATCH /templates/{template}: edits the draft. The published version stays in use, unless `publish: true`
 * publishes the draft in the same request. Name, alias, and samples belong to the template and change
 * immediately.
 */
export async function updateTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  change: ChangeTemplate,
): Promise<OpenTemplate> {
  requireScope(caller, ['templates:write']);
  checkValues(change);
  const publish = change.publish ?? false;
  return reviseTemplate(ctx, caller, name, async (seen, at) => {
    const { template } = seen;
    checkAlias(template, change.alias);
    const before = unpack(seen);
    const after = changedContent(before, change);
    const edited = JSON.stringify(before) !== JSON.stringify(after);
    const draft = edited ? await makeVersion(ctx, template, after, { publish }) : template.draft;
    const own = {
      alias: change.alias ?? template.alias,
      name: change.name ?? template.name,
      samples: change.samples === undefined ? template.samples : textsOf(change.samples),
    };
    const next: Template = { ...template, ...own, draft };
    const published = publish ? publishDraft(next, seen.body, edited, at) : null;
    const { alias, name, samples } = template;
    const isSame = JSON.stringify(own) === JSON.stringify({ alias, name, samples });
    if (!edited && published === null && isSame) return null;
    return { ...own, draft, ...published };
  });
}
