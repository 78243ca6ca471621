import * as z from 'zod';

const form = /^[A-Za-z0-9_.:-]{1,100}$/;

/** The service's own events: a customer's event of such a name could be taken for one. */
const reserved = ['email.', 'contact.', 'automation.'];

/** The name of a custom event, compared exactly (H36, U40). */
export const EventName = z
  .string()
  .superRefine((name, context) => {
    const blocked = reserved.find((prefix) => name.startsWith(prefix));
    if (!form.test(name))
      context.addIssue({
        code: 'custom',
        message: '1-100 of A-Z a-z 0-9 _ . : -',
        params: { rule: 'format' },
      });
    else if (blocked !== undefined)
      context.addIssue({
        code: 'custom',
        message: `names that begin with ${blocked} are the service's own`,
        params: { rule: 'blocked' },
      });
  })
  .meta({
    pattern: form.source,
    description: `Not beginning with ${reserved.join(', ')}`,
  });
