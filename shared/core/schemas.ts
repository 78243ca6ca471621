import * as z from 'zod';

/** A point in time as callers see it (C7). */
export const Timestamp = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds' });
