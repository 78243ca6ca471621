import * as z from 'zod';
import { matchOf, senderFault, senderName } from './rule-names.ts';

const match = z
  .string()
  .max(320)
  .refine((text) => matchOf(text) !== null, {
    error: 'must be an address, local+*@domain, or *@domain',
    params: { rule: 'format' },
  });
const action = z.enum(['deliver', 'refuse']);

export const CreateRoute = z.object({
  match,
  action: action.default('deliver'),
  webhook_id: z.string().optional(),
});
export type CreateRoute = z.output<typeof CreateRoute>;

/** PATCH /inbound-routes/{id}: `refuse` clears the endpoint. */
export const ChangeRoute = z.object({
  action: action.optional(),
  webhook_id: z.string().nullable().optional(),
});
export type ChangeRoute = z.output<typeof ChangeRoute>;

export const routeClears = ['webhook_id'] as const;

export const routeFilters = {
  domain: z.string().min(1).optional(),
};

export const BlockSender = z.object({
  sender: z
    .string()
    .max(320)
    .refine((text) => senderName(text) !== null, {
      error: ({ input }) => senderFault(String(input)),
      params: { rule: 'format' },
    }),
  domain: z.string().min(1).optional(),
  tenant: z.string().min(1).max(255).optional(),
});
export type BlockSender = z.output<typeof BlockSender>;
