import * as z from 'zod';
import { dayOf, endOfDay } from '../../core/days.ts';
import { isCompleted, type RampKind, rampLimits, rampOn } from '../../core/ramp.ts';
import { noOutcomes } from '../../core/rates.ts';
import type { Id } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import type { Base, Counters } from '../context.ts';

const Streams = z.object({ transactional: z.int(), product: z.int() });

/** A ramp as callers see it (specification, Tenant ramp; H22). */
const rampRecord = <Name extends string>(object: Name) =>
  z.object({
    object: z.literal(object),
    active: z.boolean(),
    stage: z.int(),
    daily_limit: Streams.nullable(),
    used_today: Streams,
    completed: z.boolean(),
    resets_at: Timestamp,
  });

export const TenantRamp = rampRecord('tenant_ramp').meta({ id: 'TenantRamp' });
export type TenantRamp = z.output<typeof TenantRamp>;
export const AccountRamp = rampRecord('account_ramp').meta({ id: 'AccountRamp' });
export type AccountRamp = z.output<typeof AccountRamp>;

/** Recipients by stream from the day's counters, because a completed ramp isn't counted exactly. */
export async function countedOn(ctx: Counters, owner: Id<'acc' | 'ten'>, day: string) {
  const [today] = await ctx.counters.readDays(owner, { from: day, to: day });
  if (today === undefined) return { transactional: 0, product: 0 };
  const { plan_used, sandbox_used, product_used } = today;
  return { transactional: plan_used + sandbox_used - product_used, product: product_used };
}

/** The ramp as it applies to the next send. After midnight that is the new stage, which isn't stored yet. */
export async function showRamp(ctx: Base & Counters, owner: Id<'acc' | 'ten'>, kind: RampKind) {
  const now = ctx.runtime.now();
  const stored = await ctx.counters.readRamp(owner, kind);
  const outcomes = stored?.outcomes ?? noOutcomes;
  const { day, stage, transactional, product } = rampOn(kind, dayOf(now), stored, outcomes);
  const completed = isCompleted(kind, stage);
  return {
    active: !completed,
    stage,
    daily_limit: completed ? null : rampLimits(kind, stage),
    used_today: completed ? await countedOn(ctx, owner, day) : { transactional, product },
    completed,
    resets_at: endOfDay(now),
  };
}
