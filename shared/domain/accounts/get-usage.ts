import * as z from 'zod';
import { dayOf, endOfDay, endOfMonth, firstOfMonth, lastDays } from '../../core/days.ts';
import { noCounts, type PeriodCounts } from '../../core/records/counters.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { Timestamp } from '../../core/schemas.ts';
import type { Base, Caller, Counters, Identity } from '../context.ts';
import { limitsOf } from '../limits/plans.ts';
import { sandboxLimits } from '../limits/send-limits.ts';
import { daysField, tenantField } from './days-query.ts';
import { Limit } from './get-account.ts';

export const UsageQuery = z.object({ days: daysField(30), tenant: tenantField });

const Used = z.object({ used: z.int(), limit: z.int() });

/** How much of the plan and sandbox is used, and the numbers per day, in recipients. */
export const UsageRecord = z
  .object({
    days: z.int(),
    from: Timestamp,
    month: z.object({ used: z.int(), included: Limit, overage: z.int(), resets_at: Timestamp }),
    day: z.object({ used: z.int(), limit: Limit, resets_at: Timestamp }),
    sandbox: z.object({ day: Used, month: Used }).optional(),
    resources: z
      .object({ domains: Used, tenants: Used, webhooks: Used, templates: Used, automations: Used })
      .optional(),
    daily: z.array(
      z.object({
        date: z.string().meta({ format: 'date' }),
        accepted: z.int(),
        sent: z.int(),
        delivered: z.int(),
        bounced: z.int(),
        complained: z.int(),
      }),
    ),
  })
  .meta({ id: 'Usage' });
export type UsageRecord = z.output<typeof UsageRecord>;

type Counter = (day: PeriodCounts) => number;
const ofPlan: Counter = ({ plan_used }) => plan_used;
const ofSandbox: Counter = ({ sandbox_used }) => sandbox_used;
/** A tenant's limits include the sandbox. */
const ofTenant: Counter = (day) => ofPlan(day) + ofSandbox(day);

type Month = { days: PeriodCounts[]; today: string };

function usedOf({ days, today }: Month, counter: Counter): { month: number; day: number } {
  const sum = (some: PeriodCounts[]) => some.reduce((total, day) => total + counter(day), 0);
  return { month: sum(days), day: sum(days.filter(({ period }) => period === today)) };
}

/**
 * The parts that only accounts have: the sandbox's limits, and the resources whose number the plan limits.
 */
async function accountParts(ctx: Identity, { account }: Caller, month: Month) {
  const limits = limitsOf(account);
  const counts = await ctx.accounts.readCounts(account.id);
  const sandbox = usedOf(month, ofSandbox);
  const resource = (name: keyof typeof counts) => ({ used: counts[name], limit: limits[name] });
  return {
    sandbox: {
      day: { used: sandbox.day, limit: sandboxLimits.day_limit },
      month: { used: sandbox.month, limit: sandboxLimits.month_limit },
    },
    resources: {
      domains: resource('domains'),
      tenants: resource('tenants'),
      webhooks: resource('webhooks'),
      templates: resource('templates'),
      automations: resource('automations'),
    },
  };
}

/** GET /usage for the account, or for one tenant with its own counts. One row per day, zeros included. */
export async function getUsage(
  ctx: Base & Identity & Counters,
  caller: Caller,
  { days, tenant }: { days: number; tenant: Tenant | null },
): Promise<UsageRecord> {
  const now = ctx.runtime.now();
  const { account } = caller;
  const limits = limitsOf(account);
  const window = lastDays(now, days);
  const today = dayOf(now);
  const first = firstOfMonth(now);
  const from = first < window.from ? first : window.from;
  const read = await ctx.counters.readDays(tenant?.id ?? account.id, { from, to: today });
  const month: Month = { days: read.filter(({ period }) => period >= first), today };
  const used = usedOf(month, tenant === null ? ofPlan : ofTenant);
  const included = tenant === null ? limits.emails_month : null;
  const limit = tenant === null ? limits.emails_day : tenant.daily_limit;
  const byDay = new Map(read.map((day) => [day.period, day]));
  return {
    days,
    from: window.begins,
    month: {
      used: used.month,
      included,
      overage: included === null ? 0 : Math.max(0, used.month - included),
      resets_at: endOfMonth(now),
    },
    day: { used: used.day, limit, resets_at: endOfDay(now) },
    ...(tenant === null && (await accountParts(ctx, caller, month))),
    daily: window.days.map((date) => {
      const { accepted, sent, delivered, bounced, complained } = byDay.get(date) ?? noCounts();
      return { date, accepted, sent, delivered, bounced, complained };
    }),
  };
}
