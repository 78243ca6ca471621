import type { Template, TemplateBody } from '../../core/records/templates.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { type OpenTemplate, reviseTemplate } from './get-template.ts';
import { checkPublishable, checkUnused, workingVersion } from './template-rules.ts';

/**
 * The fields that publish the draft. Null if there is no draft. Throws 400 if it can't be published, unless
 * `checked`.
 */
export function publishDraft(
  template: Template,
  body: TemplateBody,
  checked: boolean,
  at: string,
): Partial<Template> | null {
  if (template.draft === null) return null;
  if (!checked) checkPublishable(body);
  return { published: template.draft, draft: null, version: template.version + 1, published_at: at };
}

/** Action publish: sends use the draft from now on. Without changes, the version stays the same. */
export async function publishTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
): Promise<OpenTemplate> {
  requireScope(caller, ['templates:write']);
  return reviseTemplate(ctx, caller, name, async ({ template, body }, at) =>
    publishDraft(template, body, false, at),
  );
}

/** Action unpublish: sends can't use it anymore. Its content becomes the draft, unless there is an edited one. */
export async function unpublishTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
): Promise<OpenTemplate> {
  requireScope(caller, ['templates:write']);
  return reviseTemplate(ctx, caller, name, async ({ template }) => {
    if (template.published === null) return null;
    await checkUnused(ctx, template);
    return { published: null, draft: workingVersion(template) };
  });
}
