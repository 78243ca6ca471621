import * as z from 'zod';
import { matchOf, senderFault, senderName } from './rule-names.ts';

const match = z
  .string()
  .max(320)
  .refine((text) => matchOf(text) !== null, {
    error: 'must be an address, local+*@domain or *@domain',
    params: { rule: 'format' },
  })
  .meta({
    description:
      'An address, with or without a tag; `support+*@in.example.com` for the address with any tag or none; `*@in.example.com` for all others of the domain',
  });
const action = z.enum(['deliver', 'refuse']);
const webhookMeaning =
  'deliver: the only endpoint that gets the mail, one that is subscribed to email.received and has no tenants filter';

export const CreateRoute = z.object({
  match,
  action: action.default('deliver').meta({ description: 'deliver when absent' }),
  webhook_id: z
    .string()
    .optional()
    .meta({ description: `${webhookMeaning}; all endpoints when absent` }),
});
export type CreateRoute = z.output<typeof CreateRoute>;

/** PATCH /inbound-routes/{id}: `refuse` clears the endpoint. */
export const ChangeRoute = z.object({
  action: action.optional(),
  webhook_id: z
    .string()
    .nullable()
    .optional()
    .meta({ description: `${webhookMeaning}; null: all endpoints` }),
});
export type ChangeRoute = z.output<typeof ChangeRoute>;

export const routeClears = ['webhook_id'] as const;

export const routeFilters = {
  domain: z.string().min(1).optional().meta({ description: 'id or name of a domain' }),
};

export const BlockSender = z.object({
  sender: z
    .string()
    .max(320)
    .refine((text) => senderName(text) !== null, {
      error: ({ input }) => senderFault(String(input)),
      params: { rule: 'format' },
    })
    .meta({ description: 'An address, or a domain, which has its subdomains with it' }),
  domain: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'id or name of the only domain whose mail is refused; all of them when absent' }),
  tenant: z.string().min(1).max(255).optional().meta({
    description:
      'external_id or id of the tenant whose mail is refused; when absent that of the whole account, with a key of a tenant that of this tenant',
  }),
});
export type BlockSender = z.output<typeof BlockSender>;
