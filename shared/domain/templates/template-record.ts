import * as z from 'zod';
import { categories } from '../../core/records/emails.ts';
import type { Template, TemplateBody, TemplateVersion } from '../../core/records/templates.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';

const fields = {
  id: z.string(),
  object: z.literal('template'),
  alias: z.string(),
  name: z.string(),
  subject: z.string(),
  category: z.enum(categories),
  unsubscribe_enabled: z.boolean(),
  status: z.enum(['draft', 'published']),
  published: z.boolean(),
  variables: z.array(z.string()),
  defaults: z.record(z.string(), z.string()),
  version: z.int(),
  has_unpublished_changes: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  published_at: Timestamp.nullable(),
};

export const TemplateSummary = z.object(fields).meta({ id: 'TemplateSummary' });
export type TemplateSummary = z.output<typeof TemplateSummary>;

export const TemplateRecord = z
  .object({
    ...fields,
    samples: z.record(z.string(), z.string()),
    html: z.string().nullable(),
    text: z.string().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Template' });
export type TemplateRecord = z.output<typeof TemplateRecord>;

const encoded = /%7b%7b(?:%20)*([a-z_][a-z0-9_]{0,63})?/i;

/** Placeholders that an editor percent-encoded in a link, which no send fills. */
export const warningsOf = (body: TemplateBody): string[] =>
  (['html', 'text'] as const).flatMap((part) => {
    const found = encoded.exec(body[part] ?? '');
    if (found === null) return [];
    return [`${part}: %7B%7B in a link is not a placeholder. Write {{${found[1] ?? 'name'}}}`];
  });

export const templateSummary = (template: Template, version: TemplateVersion): TemplateSummary =>
  pickFields(TemplateSummary, {
    ...version,
    ...template,
    object: 'template',
    status: template.published === null ? 'draft' : 'published',
    published: template.published !== null,
    has_unpublished_changes: template.draft !== null,
  });

export function templateRecord(
  template: Template,
  version: TemplateVersion,
  body: TemplateBody,
): TemplateRecord {
  const { html, text } = body;
  return {
    ...templateSummary(template, version),
    samples: template.samples,
    html,
    text,
    warnings: warningsOf(body),
  };
}
