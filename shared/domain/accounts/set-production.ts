import type { Id } from '../../core/runtime.ts';
import type { Base, Counters, Identity } from '../context.ts';
import type { AccountRecord } from './get-account.ts';
import { accountRecordOf } from './show-account.ts';

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
