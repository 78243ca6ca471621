import * as z from 'zod';
import type { Tenant } from '../../core/records/tenants.ts';
import { addFault } from '../../core/schemas.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import { pathTenant } from '../tenants/named-tenant.ts';

/** The query field `days`, the length of a reporting window. `usual` is its default. */
export const daysField = (usual: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, { error: 'must be an integer' })
    .transform(Number)
    .pipe(z.number().min(1).max(90))
    .default(usual)
    .meta({
      pattern: '^0{0,7}(?:[1-9]|[1-8][0-9]|90)$',
    });

const firstDay = '1970-01-01';

/** The query field `until`, the window's last UTC day. The default is today. */
export const untilField = z.iso
  .date({ error: 'must be a date such as 2026-11-28', abort: true })
  .superRefine((day, context) => {
    if (day < firstDay) addFault(context, { rule: 'range', message: `must be ${firstDay} or later` });
  })
  .optional()
  .meta({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', example: '2026-11-28' });

export const tenantField = z.string().optional();

/** The tenant named in the query. Null for the whole account. Throws 403 and 404 as for any named tenant. */
export async function tenantOfQuery(
  ctx: Base & Tenants,
  { caller, search }: { caller: Caller; search: URLSearchParams },
): Promise<Tenant | null> {
  const name = search.get('tenant');
  return name === null ? null : pathTenant(ctx, caller, name);
}
