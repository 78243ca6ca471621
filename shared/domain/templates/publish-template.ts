import type { Template, TemplateBody } from '../../core/records/templates.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { type OpenTemplate, reviseTemplate } from './get-template.ts';
import { checkPublishable, checkUnused, workingVersion } from './template-rules.ts';

/** Fields that publish the draft, null without one; 400 where it may not be published, unless it is `checked`. */
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

/** Action publish: sends use the draft from now on; without changes the same version. */
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

/** Action unpublish: nothing sends by it any more; its content is the draft, an edited one as it is. */
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
