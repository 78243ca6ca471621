import * as z from 'zod';
import { Timestamp } from '../../shared/http/schemas.ts';

const fields = {
  id: z.string(),
  object: z.literal('template'),
  alias: z.string(),
  name: z.string(),
  subject: z.string(),
  category: z.enum(['transactional', 'product', 'newsletter']),
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

/** The template of H27. */
export const TemplateRecord = z
  .object({ ...fields, html: z.string().nullable(), text: z.string().nullable() })
  .meta({ id: 'Template' });

/** Action preview (H28). */
export const Preview = z
  .object({
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
    missing_variables: z.array(z.string()),
    unused_variables: z.array(z.string()),
  })
  .meta({ id: 'TemplatePreview' });
