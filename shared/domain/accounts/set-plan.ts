import { notFound } from '../../core/errors.ts';
import type { Account, Plan } from '../../core/records/accounts.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Counters, Identity } from '../context.ts';
import type { LimitOverrides } from '../limits/overrides.ts';
import { emailShards, hasAccountRamp, limitsOf } from '../limits/plans.ts';
import { isPlanCounted } from '../limits/send-limits.ts';
import { type AccountRecord, readPlanUse } from './get-account.ts';
import { shownAccount } from './show-account.ts';

/** The fields of the account that hold its overrides: all of them are written, so that no earlier one stays. */
function overridesOf({ requests_per_second, account_ramp, ...rest }: LimitOverrides): Partial<Account> {
  const limits = Object.keys(rest).length > 0 ? rest : undefined;
  return { requests_per_second: requests_per_second ?? null, account_ramp, limits };
}

/**
 * The operator's `set-plan`: the plan and, where `limits` is given, all overrides of its numbers. Every
 * function knows it within 30 s; what is used counts on, and resources above a new limit stay. Of what no limit
 * counted, that is as much as the numbers know, which are late: the same command a minute later counts the rest. An
 * account's ramp that is switched on begins at stage 1, also where it was switched off here and the deployment's
 * setting switches it on. Throws 404.
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
  return shownAccount(ctx, changed);
}
