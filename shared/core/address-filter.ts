import * as z from 'zod';
import { bareAddress, canonicalAddress, parseMailbox } from './addresses.ts';

/** An address by which a list is filtered. A naive client's `+` arrives as a space, which no address holds (Q31). */
export const addressFilter = z
  .string()
  .max(1000)
  .transform((text) => text.replaceAll(' ', '+'))
  .refine((text) => parseMailbox(text) !== null, { error: 'not an email address' })
  .transform((text) => canonicalAddress(bareAddress(text)));
