import type { Caller, OpenSchedules, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { withTenantNames } from '../tenants/names.ts';
import { emailRecord } from './record.ts';

/** The account's scheduled emails, next first. Null if there are too many to sort, or for a tenant. */
export async function firstScheduled(ctx: OpenSchedules & Tenants, caller: Caller, limit: number) {
  requireScope(caller, ['emails:read']);
  // The index doesn't store tenants.
  if (caller.tenant !== null) return null;
  const emails = await ctx.open_schedules.first(caller.account.id, limit);
  return emails && withTenantNames(ctx, caller.account.id, emails, emailRecord);
}
