import * as z from 'zod';
import { canonicalMailbox, parseMailbox } from './addresses.ts';

/** An address from a query string, where an unencoded `+` arrives as a space. */
export const spacesAsPlus = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"?| (?!<)/g, (found) => (found === ' ' ? '+' : found));

export const addressFilter = z
  .string()
  .max(1000)
  .transform(spacesAsPlus)
  .refine((text) => parseMailbox(text) !== null, { error: 'not an email address' })
  .transform(canonicalMailbox);
