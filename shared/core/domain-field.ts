import * as z from 'zod';
import { domainNameOf } from './addresses.ts';
import { fault } from './schemas.ts';

export const domainField = (text = z.string(), error = 'not a domain name') =>
  text
    .refine((name) => domainNameOf(name) !== null, fault('format', error))
    .transform((name) => domainNameOf(name) ?? '');
