import * as z from 'zod';
import { domainNameOf } from './addresses.ts';
import { fault } from './schemas.ts';

/** A field that holds the name of a domain, read in lower case with A-labels. */
export const domainField = (text = z.string(), error = 'not a domain name') =>
  text
    .refine((name) => domainNameOf(name) !== null, fault('format', error))
    .transform((name) => domainNameOf(name) ?? '');
