import * as z from 'zod';
import { domainNameOf } from '../../core/addresses.ts';

/** Lower case with A-labels; which names are allowed is checked by `checkName`. */
const domainName = z
  .string()
  .min(1)
  .max(253)
  .refine((text) => domainNameOf(text) !== null, {
    error: 'not a domain name of at least two labels and at most 230 characters, like mail.example.com',
  })
  .transform((text) => domainNameOf(text) ?? '');

const tenant = z.string().min(1).max(128).meta({ description: 'external_id or id of a tenant' });

const delivery = {
  open_tracking: z.boolean().optional(),
  click_tracking: z.boolean().optional(),
  tls_mode: z.enum(['opportunistic', 'enforced']).optional(),
};

/** The body of POST /domains (H24). */
export const CreateDomain = z
  .object({
    name: domainName,
    tenant: tenant.optional(),
    inbound_enabled: z
      .boolean()
      .optional()
      .meta({ description: 'true: a sub domain that only receives mail' }),
    region: z.string().min(1).max(40).optional(),
    ...delivery,
  })
  .meta({ id: 'CreateDomain' });
export type CreateDomain = z.output<typeof CreateDomain>;

/** The body of PATCH /domains/{id} (H24). */
export const ChangeDomain = z
  .object({
    ...delivery,
    inbound_enabled: z
      .boolean()
      .optional()
      .meta({ description: 'Of a domain that only receives: whether it takes mail at present' }),
    tenant: tenant
      .nullable()
      .optional()
      .meta({ description: 'The new owner; null: the whole account. Needs a key with the scope full' }),
  })
  .meta({ id: 'ChangeDomain' });
export type ChangeDomain = z.output<typeof ChangeDomain>;

/** The field whose null clears. */
export const domainClears = ['tenant'] as const;

/** `domain` is another name of the field (H24). */
export const domainAliases = { names: { domain: 'name' } };

export const domainStatus = z.enum(['pending', 'verified', 'failing', 'failed']);

/** The filters of GET /domains (H24). */
export const domainFilters = {
  tenant: tenant.optional(),
  status: domainStatus.optional(),
};

/** The body of POST /domains/{id} (H24). */
export const DomainAction = z.object({ action: z.enum(['verify']) }).meta({ id: 'DomainAction' });
