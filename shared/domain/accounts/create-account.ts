import { canonicalAddress } from '../../core/addresses.ts';
import type { Account, Plan } from '../../core/records/accounts.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Identity, Sessions } from '../context.ts';
import { makeKey } from '../keys/create-key.ts';
import { emailShards, plans } from '../limits/plans.ts';

type NewAccount = { email: string; plan: Plan; payment_method: boolean; requests_per_second: number | null };

export function blankAccount(ctx: Base, id: Account['id'], input: NewAccount): Account {
  return {
    id,
    email: input.email,
    name: input.email.slice(0, input.email.lastIndexOf('@')),
    plan: input.plan,
    payment_method: input.payment_method,
    unlocked: null,
    domain_verified_at: null,
    requests_per_second: input.requests_per_second,
    email_shards: emailShards(input.requests_per_second ?? plans[input.plan].send_rate),
    created_at: timestamp(ctx.runtime.now()),
  };
}

/** The operator's `create-account`: a new account with one full-access key and its first owner's address. */
export async function createAccount(
  ctx: Base & Identity & Sessions,
  input: NewAccount,
): Promise<{ account: Account; api_key: string }> {
  const account = blankAccount(ctx, ctx.runtime.id('acc'), input);
  await ctx.accounts.create(account);
  await ctx.members.add({
    id: ctx.runtime.id('mem'),
    account: account.id,
    email: canonicalAddress(account.email),
    role: 'owner',
    status: 'invited',
    created_at: account.created_at,
    last_seen_at: null,
  });
  const key = { account: account.id, name: 'operator', scopes: ['full'], tenant: null };
  const { secret } = await makeKey(ctx, key);
  return { account, api_key: secret };
}
