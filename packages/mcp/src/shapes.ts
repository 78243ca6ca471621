import type {
  Domain,
  DomainRecord,
  Email,
  OptOut,
  Recipient,
  Suppression,
  WebhookDeliveryListed,
} from '@mailwright/sdk';
import { z } from 'zod';
import { unfenced } from './fence.ts';
import { records } from './records.ts';

/** Max items per list. */
export const maxItems = 25;

export const limit = z.int().min(1).max(maxItems).default(10).describe('How many to return, up to 25');
const cursor = z.string().max(500).optional().describe('next_cursor from the previous response');
export const tenant = z
  .string()
  .max(128)
  .optional()
  .describe('A tenant’s external_id. Leave it out for the account’s own data.');

/** When an assistant copies text from a response, it may include the markers. */
const copied = (max: number) => z.string().min(1).max(max).transform(unfenced);

export const id = copied(200);
export const address = copied(400);
export const words = copied(1_000);

export const page = { tenant, limit, cursor };

export const text = z.string();
export const maybe = z.string().nullable();
export const next = { next_cursor: maybe.describe('null after the last page') };

/** Marks a response without a cursor that is missing some items. */
export const cut = (more: boolean): { truncated?: true } => (more ? { truncated: true } : {});

/** The records whose fields tools return. */
type Records = {
  Domain: Domain;
  DomainRecord: DomainRecord;
  Email: Email;
  OptOut: OptOut;
  Recipient: Recipient;
  Suppression: Suppression;
  WebhookDeliveryListed: WebhookDeliveryListed;
};

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

const types: Record<string, z.ZodType> = {
  string: text,
  integer: z.int(),
  boolean: z.boolean(),
  array: z.array(text),
};

function typeOf([name = '', ...others]: readonly string[] = []): z.ZodType {
  const type = types[name] ?? z.unknown();
  return others.includes('null') ? type.nullable() : type;
}

/** Checks only the types of an API record's fields, because later releases may have more values. */
export function pick<Name extends keyof Records, Fields extends string>(
  name: Name,
  fields: Words<Fields> extends keyof Records[Name] ? Fields : keyof Records[Name] & string,
) {
  const shape = fields.split(' ').map((field) => [field, typeOf(records[name]?.[field])]);
  type Values = Pick<Records[Name], Words<Fields> & keyof Records[Name]>;
  return z.object(
    Object.fromEntries(shape) as { [Key in keyof Values]: z.ZodType<Values[Key], Values[Key]> },
  );
}

export const emailSummary = z.object({
  ...pick('Email', 'id status last_event').shape,
  tenant: maybe,
  ...pick('Email', 'created_at subject from to failure_reason bounce_reason').shape,
});

export const suppression = pick('Suppression', 'id reason source tenant created_at email note');
