import { AppError, invalid } from '../../core/errors.ts';
import type { Template, TemplateOrigin } from '../../core/records/templates.ts';
import { derivedId, type Id, idTime, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { limitsOf, planLimit } from '../limits/plans.ts';
import { aliasPattern, type OpenTemplate, openTemplate } from './get-template.ts';
import type { CreateTemplate } from './template-request.ts';
import {
  aliasTaken,
  checkValues,
  makeVersion,
  unsubscribeDefault,
  type VersionContent,
} from './template-rules.ts';
import { textsOf } from './variables.ts';

/** The alias from a name: lower case, other character runs become `-`, trimmed, at most 128. */
export function slugOf(name: string): string {
  const trimmed = (text: string) => text.replace(/^[._-]+|-+$/g, '');
  return trimmed(trimmed(name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')).slice(0, 128));
}

function aliasOf(input: { alias?: string | undefined; name: string }): string {
  const alias = input.alias ?? slugOf(input.name);
  if (aliasPattern.test(alias)) return alias;
  throw invalid([
    { path: 'alias', rule: 'required', message: 'the name cannot be turned into an alias: add an alias' },
  ]);
}

/**
 * POST /templates: creates a draft and optionally publishes it. Throws 400, 409 alias_taken, and 403
 * plan_limit.
 */
export async function createTemplate(
  ctx: Base & Templates,
  caller: Caller,
  input: CreateTemplate,
): Promise<OpenTemplate> {
  requireScope(caller, ['templates:write']);
  checkValues(input);
  const content: VersionContent = {
    subject: input.subject,
    html: input.html || null,
    text: input.text || null,
    defaults: textsOf(input.defaults ?? {}),
    category: input.category ?? 'transactional',
    unsubscribe_enabled: input.unsubscribe_enabled ?? unsubscribeDefault(input.category) ?? false,
  };
  const { name, publish = false } = input;
  const samples = textsOf(input.samples ?? {});
  return addTemplate(ctx, caller, { alias: aliasOf(input), name, content, samples, publish });
}

/** A template's import and its start time, so a request that repeats a killed one makes the same items. */
type Imported = { import: Id<'mig'>; at: number; origin: TemplateOrigin };

const importedId = (account: Id<'acc'>, { import: id, at, origin }: Imported): Id<'tpl'> =>
  derivedId('tpl', at, account, id, origin.provider, origin.source_id);

/** A new template within the plan's limit. Its id and created_at share a millisecond, so ids sort by time. */
export async function addTemplate(
  ctx: Base & Templates,
  caller: Caller,
  input: {
    alias: string;
    name: string;
    content: VersionContent;
    samples?: Record<string, string>;
    publish: boolean;
    imported?: Imported;
  },
): Promise<OpenTemplate> {
  const { alias, name, content, samples = {}, publish, imported } = input;
  const account = caller.account.id;
  const id = imported === undefined ? ctx.runtime.id('tpl') : importedId(account, imported);
  const owner = { id, account };
  const revision = imported && owner.id.slice('tpl_'.length);
  const version = await makeVersion(ctx, owner, content, { publish, revision });
  const now = timestamp(idTime(owner.id));
  const template: Template = {
    ...owner,
    alias,
    name,
    version: publish ? 1 : 0,
    published: publish ? version : null,
    draft: publish ? null : version,
    samples,
    created_at: now,
    updated_at: now,
    published_at: publish ? now : null,
    ...(imported && { import: imported.import }),
  };
  const limit = limitsOf(caller.account).templates;
  const made = await ctx.templates.create(template, limit, imported?.origin);
  if (made.result === 'alias_taken') throw aliasTaken(alias);
  // Another of the account's imports created it at the same time.
  if (made.result === 'source_taken')
    throw new AppError('conflict', 'The template was imported', { details: { reason: 'source_taken' } });
  if (made.result === 'limit') throw planLimit(ctx, 'templates', { limit, used: made.used });
  ctx.log.info('template_created', { account: owner.account, template_id: owner.id });
  return openTemplate(ctx, caller, owner.id);
}
