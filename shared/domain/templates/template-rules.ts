import { AppError, type Issue, invalid } from '../../core/errors.ts';
import type { Category } from '../../core/records/emails.ts';
import type { Template, TemplateBody, TemplateVersion } from '../../core/records/templates.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Templates } from '../context.ts';
import { namesOf, reserved, scanTemplate } from './render.ts';
import { checkVariables } from './variables.ts';

export type VersionContent = TemplateBody & { category: Category; unsubscribe_enabled: boolean };

/** Lists return every placeholder, so their number needs a limit. */
export const maxPlaceholders = 1_000;

/** The categories product and newsletter turn managed unsubscribe on, unless the request sets it. */
export function unsubscribeDefault(category: Category | undefined): boolean | undefined {
  return category === 'product' || category === 'newsletter' ? true : undefined;
}

/** Forms that would be sent as written by mistake: the first in each part. */
export function placeholderFaults(body: TemplateBody): Issue[] {
  const parts = scanTemplate(body);
  return (['subject', 'html', 'text'] as const).flatMap((path): Issue[] => {
    const fault = parts[path]?.fault ?? null;
    const message = `${path}: ${fault} is not a valid placeholder such as {{name}}`;
    return fault === null ? [] : [{ path, rule: 'format', message }];
  });
}

/** 400 for content that can't be published. */
export function checkPublishable(body: TemplateBody): void {
  const issues = placeholderFaults(body);
  if (issues.length > 0) throw invalid(issues);
}

/** 400 for invalid defaults or samples in a request. */
export function checkValues(input: {
  defaults?: Record<string, unknown> | undefined;
  samples?: Record<string, unknown> | undefined;
}): void {
  const issues = (['defaults', 'samples'] as const).flatMap((path) =>
    checkVariables(input[path] ?? {}, path),
  );
  if (issues.length > 0) throw invalid(issues);
}

/** The placeholders that sends fill, in order of first use. */
export function variablesOf(body: TemplateBody): string[] {
  const { subject, html, text } = scanTemplate(body);
  return namesOf([subject, html, text]).filter((name) => name !== reserved);
}

/** 400 for a body without html and text, or with too many placeholders. */
function checkBody(body: TemplateBody): string[] {
  if (body.html === null && body.text === null)
    throw invalid([{ path: 'html', rule: 'required', message: 'html or text is required' }]);
  const variables = variablesOf(body);
  if (variables.length > maxPlaceholders) {
    const message = `at most ${maxPlaceholders} different placeholders`;
    throw invalid([{ path: body.html === null ? 'text' : 'html', rule: 'length', message }]);
  }
  return variables;
}

/** Checks the content and stores its body under a new revision. Returns the version that may then name it. */
export async function makeVersion(
  ctx: Base & Templates,
  owner: { id: Id<'tpl'>; account: Id<'acc'> },
  content: VersionContent,
  options: { publish: boolean; revision?: string | undefined },
): Promise<TemplateVersion> {
  const { category, unsubscribe_enabled, ...body } = content;
  const variables = checkBody(body);
  if (options.publish) checkPublishable(body);
  const revision = options.revision ?? ctx.runtime.id('tpl').slice('tpl_'.length);
  const place = await ctx.templates.putBody(owner.account, owner.id, revision, body);
  const { subject, defaults } = body;
  return { revision, place, subject, variables, defaults, category, unsubscribe_enabled };
}

/** The version callers see by default: the draft if there is one. */
export function workingVersion(template: Template): TemplateVersion {
  return (template.draft ?? template.published) as TemplateVersion;
}

/** 409 while an active automation sends with the template. */
export async function checkUnused(ctx: Templates, template: Template): Promise<void> {
  const automations = await ctx.templates.users(template);
  if (automations.length === 0) return;
  const message = `The template ${template.alias} is used by an active automation: pause the automation first`;
  throw new AppError('conflict', message, { details: { reason: 'in_use', automations } });
}

export function aliasTaken(alias: string): AppError {
  const details = { reason: 'alias_taken', alias };
  return new AppError('conflict', `A template with the alias ${alias} already exists`, { details });
}
