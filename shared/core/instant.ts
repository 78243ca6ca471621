import * as z from 'zod';
import { instantForm, parseInstant } from './parse-instant.ts';
import { timestamp } from './runtime.ts';

/** An instant field, parsed to the millisecond as the service writes it. */
export const instantField = z
  .string()
  .max(64)
  .refine((text) => parseInstant(text) !== null, { error: `must be ${instantForm}` })
  .transform((text) => timestamp(parseInstant(text) ?? 0))
  .meta({ format: 'date-time' });

/** An instant in a query, as epoch ms. The `+` of its offset may arrive as a space. */
export const instantQuery = z
  .string()
  .max(64)
  .transform((text, context) => {
    const ms = parseInstant(text.replace(' ', '+'));
    if (ms !== null) return ms;
    context.addIssue({ code: 'custom', message: `must be ${instantForm}` });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });
