import * as z from 'zod';
import { byName } from '../core/by-name.ts';

/** `limit` and `cursor`, which every list takes. */
export const ListQuery = z.object({
  limit: z
    .string()
    .regex(/^[0-9]{1,9}$/, { error: 'must be an integer' })
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .default(25)
    .meta({ pattern: '^0{0,6}(?:[1-9][0-9]?|100)$' }),
  cursor: z.string().min(1).optional(),
});

/** The list envelope (C3). */
export function listOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  const named = byName([name], () => z.array(item));
  return z.object({ ...named, has_more: z.boolean(), next_cursor: z.string().nullable() });
}

/** The response envelope of an action without a result (C3). */
export const Ok = z.object({ ok: z.literal(true) });

export const done: { body: z.input<typeof Ok> } = { body: { ok: true } };

/** Every error, including that of a batch item. */
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
export type ErrorAnswer = z.output<typeof ErrorAnswer>;
