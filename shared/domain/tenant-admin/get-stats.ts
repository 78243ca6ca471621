import * as z from 'zod';
import { lastDays } from '../../core/days.ts';
import { ratesOf } from '../../core/rates.ts';
import { counterNames, sumOf } from '../../core/records/counters.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import { daysField } from '../accounts/days-query.ts';
import type { Base, Counters, Tenants } from '../context.ts';
import { showRamp, TenantRamp } from '../limits/show-ramp.ts';
import { showTenant, TenantRecord } from './tenant-record.ts';

export const StatsQuery = z.object({ days: daysField(7) });

/** A tenant's counters, in recipients and cumulative: a delivered recipient counts in both sent and delivered. */
const TenantStats = z
  .object({
    object: z.literal('tenant_stats'),
    days: z.int(),
    from: Timestamp,
    total: z.int(),
    queued: z.int(),
    scheduled: z.int(),
    sent: z.int(),
    delivered: z.int(),
    bounced: z.int(),
    complained: z.int(),
    failed: z.int(),
    suppressed: z.int(),
    opened: z.int(),
    clicked: z.int(),
    bounce_rate: z.number(),
    complaint_rate: z.number(),
  })
  .meta({ id: 'TenantStats' });

export const StatsAnswer = z.object({ tenant: TenantRecord, stats: TenantStats, ramp: TenantRamp });

/** GET /tenants/{tenant}/stats: counters of `days` UTC days in one query, at most a minute late, and the ramp. */
export async function getStats(
  ctx: Base & Tenants & Counters,
  tenant: Tenant,
  { days }: { days: number },
): Promise<z.output<typeof StatsAnswer>> {
  const { from, to, begins } = lastDays(ctx.runtime.now(), days);
  const [read, record, ramp] = await Promise.all([
    ctx.counters.readDays(tenant.id, { from, to }),
    showTenant(ctx, tenant),
    showRamp(ctx, tenant.id, 'tenant'),
  ]);
  const sums = sumOf(counterNames, read);
  const stats = pickFields(TenantStats, {
    ...sums,
    ...ratesOf(sums),
    object: 'tenant_stats',
    days,
    from: begins,
    total: sums.accepted,
  });
  return { tenant: record, stats, ramp: { object: 'tenant_ramp', ...ramp } };
}
