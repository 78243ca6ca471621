import { notFound } from '../../core/errors.ts';
import type { Account, Plan } from '../../core/records/accounts.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Counters, Identity } from '../context.ts';
import type { LimitOverrides } from '../limits/overrides.ts';
import { emailShards, hasAccountRamp, limitsOf } from '../limits/plans.ts';
import { isPlanCounted } from '../limits/send-limits.ts';
import { type AccountRecord, readPlanUse } from './get-account.ts';
import { accountRecordOf } from './show-account.ts';

/** The account's override fields. All are written, so no earlier override stays. */
function overridesOf({ requests_per_second, account_ramp, ...rest }: LimitOverrides): Partial<Account> {
  const limits = Object.keys(rest).length > 0 ? rest : undefined;
  return { requests_per_second: requests_per_second ?? null, account_ramp, limits };
}

/**
 * The operator's `set-plan`: sets the plan and, if `limits` is given, all overrides. Every function sees the
 * change within 30 s. Usage keeps counting, and resources above a new limit stay. Usage that no limit counted
 * before starts from counters up to a minute old. Running the command again a minute later adds the rest. A
 * newly enabled account ramp starts at stage 1, even if the deployment's setting enables it. Throws 404.
 */
export async function setPlan(
  ctx: Base & Identity & Counters,
  { account: id, plan, limits }: { account: Id<'acc'>; plan: Plan; limits: LimitOverrides | undefined },
): Promise<AccountRecord> {
  const seen = await ctx.accounts.get(id);
  if (seen === null) throw notFound('Account');
  const change: Partial<Account> = { plan, ...(limits && overridesOf(limits)) };
  const hasRamp = (account: Account) => hasAccountRamp(account, ctx.settings);
  if (hasRamp(seen) !== hasRamp({ ...seen, ...change })) await ctx.accounts.restartRamp(id);
  if (isPlanCounted({ ...seen, ...change }))
    await ctx.counters.raisePlan(seen.id, await readPlanUse(ctx, id));
  const changed = await ctx.accounts.update(id, change);
  if (changed !== null) await ctx.accounts.raiseEmailShards(id, emailShards(limitsOf(changed).send_rate));
  return accountRecordOf(ctx, changed);
}

/**
 * The operator's `unlock` allows production, even if the account lacks requirements. False locks it again.
 * Throws 404.
 */
export const unlockAccount = async (
  ctx: Base & Identity & Counters,
  { account, unlocked }: { account: Id<'acc'>; unlocked: boolean },
): Promise<AccountRecord> =>
  accountRecordOf(ctx, await ctx.accounts.update(account, { unlocked: unlocked ? true : null }));

/**
 * The operator's `set-payment-method`: production requires a payment method and locks without it. Throws 404.
 */
export const setPaymentMethod = async (
  ctx: Base & Identity & Counters,
  { account, payment_method }: { account: Id<'acc'>; payment_method: boolean },
): Promise<AccountRecord> => accountRecordOf(ctx, await ctx.accounts.update(account, { payment_method }));
