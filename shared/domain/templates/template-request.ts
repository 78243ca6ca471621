import * as z from 'zod';
import { categories } from '../../core/records/emails.ts';
import { fault } from '../../core/schemas.ts';
import { aliasPattern } from './get-template.ts';
import { VariablesField } from './variables.ts';

const mb2 = 2 * 1024 * 1024;

const body = z
  .string()
  .refine((text) => text.length <= mb2 && Buffer.byteLength(text) <= mb2, fault('length', 'at most 2 MB'));

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', fault('length', 'must not be blank'))
    .meta({ minLength: 1 });

const fields = {
  alias: z
    .string()
    .refine((text) => aliasPattern.test(text), {
      error: 'must be 1-128 characters from a-z 0-9 . _ -, starting with a letter or digit, not with tpl_',
    })
    .meta({
      pattern: '^[a-z0-9][a-z0-9._-]{0,127}$',
    }),
  name: line(255),
  subject: line(998),
  html: body,
  text: body,
  category: z.enum(categories),
  unsubscribe_enabled: z.boolean(),
  defaults: VariablesField,
  samples: VariablesField,
  publish: z.boolean(),
};

export const CreateTemplate = z
  .object(fields)
  .partial()
  .required({ name: true, subject: true })
  .meta({ id: 'TemplateRequest' });
export type CreateTemplate = z.output<typeof CreateTemplate>;

/** PATCH /templates/{template}: any field of POST. `""` removes html or text. */
export const ChangeTemplate = z.object(fields).partial();
export type ChangeTemplate = z.output<typeof ChangeTemplate>;

export const Version = z.enum(['draft', 'published']);
export type Version = z.output<typeof Version>;

/** POST /templates/{template}. Fields that the action doesn't use are ignored. */
export const TemplateAction = z
  .object({
    action: z.enum(['publish', 'unpublish', 'duplicate', 'preview']),
    alias: fields.alias.optional(),
    name: fields.name.optional(),
    variables: VariablesField.optional(),
    version: Version.optional(),
  })
  .meta({ id: 'TemplateAction' });
export type TemplateAction = z.output<typeof TemplateAction>;

export const multilineTemplateFields = ['html', 'text', 'defaults.*', 'samples.*', 'variables.*'] as const;
