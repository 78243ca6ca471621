import { byName } from '../../core/by-name.ts';
import { AppError } from '../../core/errors.ts';
import type { Account, Plan, PlanLimits, StoredLimits } from '../../core/records/accounts.ts';
import type { Base } from '../context.ts';
import type { Settings } from '../settings.ts';

/** The one table of plan limits. */
const table: { [Limit in keyof PlanLimits]: Record<Plan, PlanLimits[Limit]> } = {
  emails_month: { free: 3_000, pro: 50_000, scale: 500_000, dedicated: null },
  emails_day: { free: 100, pro: null, scale: null, dedicated: null },
  domains: { free: 1, pro: 10, scale: 1_000, dedicated: 10_000 },
  tenants: { free: 0, pro: 0, scale: 1_000, dedicated: 10_000 },
  webhooks: { free: 3, pro: 10, scale: 100, dedicated: 1_000 },
  templates: { free: 20, pro: 200, scale: 5_000, dedicated: 20_000 },
  automations: { free: 5, pro: 50, scale: 500, dedicated: 10_000 },
  send_rate: { free: 10, pro: 50, scale: 200, dedicated: 1_000 },
  other_rate: { free: 10, pro: 20, scale: 50, dedicated: 100 },
};

const limitsIn = (plan: Plan) =>
  Object.fromEntries(Object.entries(table).map(([limit, of]) => [limit, of[plan]])) as PlanLimits;

export const plans = byName(['free', 'pro', 'scale', 'dedicated'], limitsIn);

/** The plan's limits with the account's overrides; `requests_per_second` sets both rates. */
export function limitsOf({ plan, requests_per_second: rate, limits }: Account): PlanLimits {
  const rates = rate === null ? {} : { send_rate: rate, other_rate: rate };
  return { ...plans[plan], ...rates, ...limits };
}

const stored: Record<Exclude<Plan, 'dedicated'>, Omit<StoredLimits, 'webhooks_per_host'>> = {
  free: { upload_bytes_day: 200e6, scheduled_emails: 1_000, suppressions: 50_000, enabled_webhooks: 10 },
  pro: { upload_bytes_day: 20e9, scheduled_emails: 50_000, suppressions: 500_000, enabled_webhooks: 150 },
  scale: {
    upload_bytes_day: 200e9,
    scheduled_emails: 1_000_000,
    suppressions: 5_000_000,
    enabled_webhooks: 150,
  },
};

/**
 * The account's storage limits, including overrides. On the dedicated plan, the deployment's settings apply.
 */
export function storedLimitsOf({ plan, limits = {} }: Account, settings: Settings): StoredLimits {
  const usual = settings.stored_limits;
  const planned = plan === 'dedicated' ? usual : { ...usual, ...stored[plan] };
  const own = Object.keys(usual).filter((name) => name in limits) as (keyof StoredLimits)[];
  return { ...planned, ...Object.fromEntries(own.map((name) => [name, limits[name]])) };
}

/** Throws 403 plan_limit, because the account already uses every `what` in its plan. */
export function planLimit(
  { settings }: Base,
  what: string,
  { limit, used, ...named }: { limit: number; used: number } & Record<string, number>,
): AppError {
  return new AppError('plan_limit', `Your plan allows at most ${limit} ${what}`, {
    status: 403,
    details: { limit, used, period: 'total', ...named },
    upgrade_url: `${settings.dashboard_url}/billing`,
  });
}

/** A39: unlocked by the operator, or by a payment method and a domain that was verified once. */
export function productionUnlocked(account: Account): boolean {
  return account.unlocked === true || (account.payment_method && account.domain_verified_at !== null);
}

/** Whether the account has its own ramp. Off unless enabled for the account or the deployment. */
export const hasAccountRamp = (account: Account, settings: { account_ramp: boolean }): boolean =>
  account.account_ramp ?? settings.account_ramp;

/** The maximum number of entries per second for one shard of a list (architecture 4). */
const perShard = 400;

const batchSize = 100;

/**
 * Shards of an account's email list: 16 above 50 requests or 1,000 batched emails per second, up to four
 * below. Stored with the account and never lowered.
 */
export function emailShards(send_rate: number): number {
  const emails = send_rate * batchSize;
  if (send_rate > 50 || emails > 1_000) return 16;
  return Math.min(4, Math.max(1, Math.ceil(emails / perShard)));
}

/**
 * Shards of an automation's run list, from the account's `email_shards`. An event is one request and starts
 * at most one run per automation. A quarter of the shards is enough for 1,000 events per second, at 250
 * writes per second per key, and costs less to read.
 */
export const runShards = (email_shards: number): number => Math.ceil(email_shards / 4);

/** Shards of a webhook endpoint's log: as many as emails have, which is enough for single sends' events. */
export const logShards = (send_rate: number, events_per_email: number): number =>
  Math.max(emailShards(send_rate), Math.ceil((send_rate * events_per_email) / perShard));
