import * as z from 'zod';

/** A point in time as callers see it (C7). */
export const Timestamp = z
  .string()
  .meta({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds' });

/**
 * "No control characters" as OpenAPI shows it. Patterns of the document do without `\p`, look-around and `\u`, which
 * Python's, Go's and other readers refuse; what a schema checks besides is a refinement.
 */
export const noControls = '^[^\\x00-\\x1f\\x7f-\\x9f]*$';
