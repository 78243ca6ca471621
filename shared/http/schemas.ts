import * as z from 'zod';

/** `limit` and `cursor` of every list (C5). */
export const ListQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be an integer' })
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .default(25)
    .meta({ description: '1-100, default 25' }),
  cursor: z.string().min(1).optional().meta({ description: 'next_cursor of the page before' }),
});

export const Timestamp = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds' });

/** The envelope of a list (C3). */
export function listOf<T extends z.ZodType>(name: string, item: T) {
  return z.object({ [name]: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });
}

export const ErrorAnswer = z
  .object({
    error: z.object({
      message: z.string(),
      code: z.string().optional(),
      details: z.record(z.string(), z.unknown()).optional(),
      hint: z.string().optional(),
      docs_url: z.string().optional(),
      upgrade_url: z.string().optional(),
    }),
  })
  .meta({ id: 'Error' });
