import * as z from 'zod';
import { dayOf, endOfDay, firstOfMonth } from '../../core/days.ts';
import type { Plan } from '../../core/records/accounts.ts';
import type { PeriodCounts } from '../../core/records/counters.ts';
import type { PlanUse } from '../../core/records/limits.ts';
import type { Id } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import type { Base, Caller, Counters, Identity } from '../context.ts';
import { hasAccountRamp, limitsOf, plans, productionUnlocked, storedLimitsOf } from '../limits/plans.ts';
import { AccountRamp, showRamp } from '../limits/show-ramp.ts';

/** A limit, or its current usage. Null without a limit. */
export const Limit = z.int().nullable();

export const AccountRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: z.enum(Object.keys(plans) as [Plan, ...Plan[]]),
    production_unlocked: z.boolean(),
    tenants_enabled: z.boolean(),
    limits: z.object({
      emails_month: Limit,
      emails_day: Limit,
      domains: z.int(),
      tenants: z.int(),
      requests_per_second: z.number(),
      upload_bytes_day: Limit,
      scheduled_emails: Limit,
      suppressions: Limit,
      enabled_webhooks: Limit,
      webhooks_per_host: z.int(),
    }),
    usage: z.object({
      emails_month: z.int(),
      emails_day: z.int(),
      resets_at: Timestamp,
      upload_bytes_day: Limit,
      scheduled_emails: Limit,
      suppressions: Limit,
    }),
    ramp: AccountRamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Account' });
export type AccountRecord = z.output<typeof AccountRecord>;

/** Recipients this month and today that count toward the plan. */
export async function readPlanUse(ctx: Base & Counters, account: Id<'acc'>): Promise<PlanUse> {
  const now = ctx.runtime.now();
  const today = dayOf(now);
  const days = await ctx.counters.readDays(account, { from: firstOfMonth(now), to: today });
  const sum = (some: PeriodCounts[]) => some.reduce((total, { plan_used }) => total + plan_used, 0);
  return { month: sum(days), day: sum(days.filter(({ period }) => period === today)) };
}

/** GET /account: plan, limits, and usage, at most a minute old. */
export async function getAccount(ctx: Base & Identity & Counters, caller: Caller): Promise<AccountRecord> {
  const { account } = caller;
  const now = ctx.runtime.now();
  const [used, counts, stored, ramp] = await Promise.all([
    readPlanUse(ctx, account.id),
    ctx.accounts.readCounts(account.id),
    ctx.accounts.readStored(account.id, dayOf(now)),
    hasAccountRamp(account, ctx.settings) ? showRamp(ctx, account.id, 'ramp') : null,
  ]);
  const { emails_month, emails_day, domains, tenants, send_rate } = limitsOf(account);
  const storedLimits = storedLimitsOf(account, ctx.settings);
  const storedUse = (limit: keyof typeof stored) => (storedLimits[limit] === null ? null : stored[limit]);
  const { id, name, email, plan, created_at } = account;
  return {
    id,
    name,
    email,
    plan,
    production_unlocked: productionUnlocked(account),
    tenants_enabled: tenants > 0 || counts.tenants > 0,
    limits: {
      emails_month,
      emails_day,
      domains,
      tenants,
      requests_per_second: send_rate,
      ...storedLimits,
    },
    usage: {
      emails_month: used.month,
      emails_day: used.day,
      resets_at: endOfDay(now),
      upload_bytes_day: storedUse('upload_bytes_day'),
      scheduled_emails: storedUse('scheduled_emails'),
      suppressions: storedUse('suppressions'),
    },
    ramp: ramp && { object: 'account_ramp', ...ramp },
    created_at,
  };
}
