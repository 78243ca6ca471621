import * as z from 'zod';
import { categories } from '../../core/records/emails.ts';
import type { Template, TemplateBody, TemplateVersion } from '../../core/records/templates.ts';
import { Timestamp } from '../../core/schemas.ts';

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
  variables: z.array(z.string()).meta({ description: 'Placeholders of subject, html and text' }),
  defaults: z.record(z.string(), z.string()),
  version: z.int().meta({ description: 'Publishes so far' }),
  has_unpublished_changes: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  published_at: Timestamp.nullable(),
};

/** The template of H27 as lists have it. */
export const TemplateSummary = z.object(fields).meta({ id: 'TemplateSummary' });
export type TemplateSummary = z.output<typeof TemplateSummary>;

/** The template of H27. */
export const TemplateRecord = z
  .object({ ...fields, html: z.string().nullable(), text: z.string().nullable() })
  .meta({ id: 'Template' });
export type TemplateRecord = z.output<typeof TemplateRecord>;

export function templateSummary(template: Template, version: TemplateVersion): TemplateSummary {
  const { id, alias, name, published, draft, created_at, updated_at, published_at } = template;
  return {
    id,
    object: 'template',
    alias,
    name,
    subject: version.subject,
    category: version.category,
    unsubscribe_enabled: version.unsubscribe_enabled,
    status: published === null ? 'draft' : 'published',
    published: published !== null,
    variables: version.variables,
    defaults: version.defaults,
    version: template.version,
    has_unpublished_changes: draft !== null,
    created_at,
    updated_at,
    published_at,
  };
}

export function templateRecord(
  template: Template,
  version: TemplateVersion,
  { html, text }: TemplateBody,
): TemplateRecord {
  return { ...templateSummary(template, version), html, text };
}
