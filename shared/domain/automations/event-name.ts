import * as z from 'zod';
import { adder } from './rule-request.ts';

const form = /^[A-Za-z0-9_.:-]{1,100}$/;

/** The service's own events: a customer's event of such a name could be taken for one. */
const reserved = ['email.', 'contact.', 'automation.'];

/** The name of a custom event, compared exactly (H36, U40). */
export const EventName = z
  .string()
  .superRefine((name, context) => {
    const blocked = reserved.find((prefix) => name.startsWith(prefix));
    const add = adder(context);
    if (!form.test(name)) add([], 'format', '1-100 of A-Z a-z 0-9 _ . : -');
    else if (blocked !== undefined)
      add([], 'blocked', `names that begin with ${blocked} are the service's own`);
  })
  .meta({ pattern: form.source, description: `Not beginning with ${reserved.join(', ')}` });
