import * as z from 'zod';
import {
  addressFault,
  formatMailbox,
  isAddress,
  isAddressWithoutDomain,
  isMailboxWithoutDomain,
  mailboxFault,
  parseMailbox,
  recipientFault,
} from '../../core/addresses.ts';
import { instantField } from '../../core/instant.ts';
import { isObject } from '../../core/json-path.ts';
import { categories } from '../../core/records/emails.ts';
import { addFault, atMost, fault, noControls, objectField, withoutControls } from '../../core/schemas.ts';
import { maxFiles } from '../../mail/attachments.ts';
import { VariablesField } from '../templates/variables.ts';
import { fieldAliases } from './field-aliases.ts';

const mb2 = 2 * 1024 * 1024;

/** One address, `addr` or `Name <addr>`, kept as given. */
const address = z
  .string({ error: 'must be a string, such as "Ada <ada@example.com>"' })
  .max(2000, { abort: true })
  .superRefine((value, context) => {
    if (parseMailbox(value) === null) addFault(context, recipientFault(value));
  });

const addresses = (max: number) =>
  z.union(
    [
      address.transform((one) => [one]),
      z.array(address).max(max, { error: `at most ${max} addresses`, abort: true }),
    ],
    { error: 'must be an address, such as "Ada <ada@example.com>", or a list of addresses' },
  );

/**
 * After duplicates are removed, to, cc, and bcc may have 50 addresses together. This limit only bounds the
 * work.
 */
const recipients = addresses(1000);

/** An `address`, or one without a domain, which the tenant's default_from_domain completes. */
const sender = z
  .string()
  .max(2000, { abort: true })
  .superRefine((value, context) => {
    if (parseMailbox(value) === null && !isMailboxWithoutDomain(value))
      addFault(context, mailboxFault(value));
  });

const from = z.union(
  [
    sender,
    z
      .object({
        email: z.string().max(320),
        // A name with control characters can't be sent, because a mailbox string can't contain them.
        name: withoutControls(atMost(200)).nullish(),
      })
      .superRefine(({ email }, context) => {
        if (!isAddress(email) && !isAddressWithoutDomain(email))
          addFault(context, addressFault(email), ['email']);
      })
      .transform((value) => formatMailbox(value)),
  ],
  { error: 'must be an address or {email, name?}' },
);

const nameForm = /^[A-Za-z0-9_.:-]{1,64}$/;
const tagName = z.string().regex(nameForm, { error: 'must be 1-64 characters from A-Z a-z 0-9 _ . : -' });
const tagValue = atMost(256)
  .refine((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text), {
    error: 'must contain only printable characters',
  })
  .meta({ pattern: noControls });

const maxTags = 10;

/**
 * The object form of tags. If it is too long, its members aren't read. It is a map, because a record would
 * lose a tag named `__proto__`.
 */
const tagObject = z.preprocess(
  (value, context) => {
    if (!isObject(value)) return value;
    const members = Object.entries(value);
    if (members.length <= maxTags) return new Map(members);
    context.addIssue({ code: 'custom', message: `at most ${maxTags} tags`, params: { rule: 'length' } });
    return z.NEVER;
  },
  z
    .map(tagName, tagValue)
    .transform((tags) => [...tags].map(([name, value]) => ({ name, value })))
    .meta({
      type: 'object',
      propertyNames: { pattern: nameForm.source },
      additionalProperties: { type: 'string', maxLength: 256 },
    }),
);

const tags = z
  .union(
    [
      z
        .array(z.object({ name: tagName, value: tagValue }))
        .max(maxTags, { error: `at most ${maxTags} tags` }),
      tagObject,
    ],
    { error: 'must be a list of {name, value} or an object' },
  )
  .refine(
    (list) => new Set(list.map((tag) => tag.name)).size === list.length,
    fault('conflict', 'tag names must be unique'),
  );

/**
 * The object as received. A record would lose a `__proto__` header, but H7 says to refuse it, never to strip
 * it.
 */
const headers = objectField('must be an object of names and values').meta({
  type: 'object',
  additionalProperties: { type: 'string' },
});

const content = z
  .string()
  .refine((text) => text.length <= mb2 && Buffer.byteLength(text) <= mb2, fault('length', 'at most 2 MB'))
  .transform((text) => (text === '' ? undefined : text));

const member = () => z.unknown().optional().meta({ type: 'string' });

/** The field names of an attachment. Their values are checked like every file's. */
const file = z.object({
  name: member(),
  content_type: member(),
  data: member(),
  id: member(),
  content_id: member(),
});

/** Runs even if other fields have errors, so that one response names everything that is missing. */
const always = { when: () => true };

/** The body of POST /emails and each batch item (specification "Send request", H6). */
export const SendRequest = z
  .object({
    from,
    to: recipients,
    cc: recipients.optional(),
    bcc: recipients.optional(),
    reply_to: addresses(10).optional(),
    subject: atMost(998)
      .min(1, { abort: true })
      .refine((text) => text.trim() !== '', fault('length', 'must not be blank'))
      .optional(),
    html: content.optional(),
    text: content.optional(),
    tags: tags.optional(),
    headers: headers.optional(),
    attachments: z
      .array(file)
      .max(maxFiles, { error: `at most ${maxFiles} files` })
      .optional(),
    unsubscribe: z.boolean().optional(),
    category: z.enum(categories).optional(),
    scheduled_at: instantField.optional(),
    template: z
      .object({
        id: z.string().min(1),
        variables: VariablesField.nullish(),
      })
      .optional(),
    tenant: z.string().optional(),
  })
  .refine(({ template, subject }) => template !== undefined || subject !== undefined, {
    ...always,
    ...fault('required', 'subject is required'),
    path: ['subject'],
  })
  .refine(({ template, html, text }) => template !== undefined || html !== undefined || text !== undefined, {
    ...always,
    ...fault('required', 'html or text is required'),
    path: ['html'],
  })
  .meta({ id: 'SendRequest' });
export type SendRequest = z.output<typeof SendRequest>;

export const sendAliases = {
  names: fieldAliases,
  each: {
    attachments: { filename: 'name', contentType: 'content_type', content: 'data', contentId: 'content_id' },
  },
  blank: ['html', 'text'],
};
