import { AppError } from '../../core/errors.ts';
import type { Account, Plan, PlanLimits } from '../../core/records/accounts.ts';
import type { Base } from '../context.ts';

/** The one table of plan numbers (H4). */
export const plans: Record<Plan, PlanLimits> = {
  free: {
    emails_month: 3_000,
    emails_day: 100,
    domains: 1,
    tenants: 0,
    webhooks: 3,
    templates: 20,
    automations: 5,
    send_rate: 10,
    other_rate: 10,
  },
  pro: {
    emails_month: 50_000,
    emails_day: null,
    domains: 10,
    tenants: 0,
    webhooks: 10,
    templates: 200,
    automations: 50,
    send_rate: 50,
    other_rate: 20,
  },
  scale: {
    emails_month: 500_000,
    emails_day: null,
    domains: 1_000,
    tenants: 1_000,
    webhooks: 100,
    templates: 5_000,
    automations: 500,
    send_rate: 200,
    other_rate: 50,
  },
  dedicated: {
    emails_month: null,
    emails_day: null,
    domains: 10_000,
    tenants: 10_000,
    webhooks: 1_000,
    templates: 20_000,
    automations: 10_000,
    send_rate: 1_000,
    other_rate: 100,
  },
};

/** The plan's numbers with the account's overrides; `requests_per_second` sets both rates (Q7). */
export function limitsOf({ plan, requests_per_second: rate, limits }: Account): PlanLimits {
  const rates = rate === null ? {} : { send_rate: rate, other_rate: rate };
  return { ...plans[plan], ...rates, ...limits };
}

/** 403 plan_limit: as many of `what` as the plan includes are in use (A37, H4). */
export function planLimit(
  { settings }: Base,
  what: string,
  { limit, used, ...named }: { limit: number; used: number } & Record<string, number>,
): AppError {
  return new AppError('plan_limit', `The plan includes ${limit} ${what}`, {
    status: 403,
    details: { limit, used, period: 'total', ...named },
    upgrade_url: `${settings.dashboard_url}/billing`,
  });
}

/** True when the account's own ramp is on (H22, A65): off unless it is set for the account, or for the deployment. */
export const hasAccountRamp = (account: Account, settings: { account_ramp: boolean }): boolean =>
  account.account_ramp ?? settings.account_ramp;

/** The most entries a second that a shard of a list gets (architecture 4). */
const perShard = 400;

const batchSize = 100;

/** Shards of an account's list of emails, never lowered (P23): above 50 requests or 1,000 batched emails a second, 16. */
export function emailShards(send_rate: number): number {
  const emails = send_rate * batchSize;
  if (send_rate > 50 || emails > 1_000) return 16;
  return Math.min(4, Math.max(1, Math.ceil(emails / perShard)));
}

/** An event starts at most one run of an automation: a quarter takes 1,000 events/s at 250 writes/s a key (U11). */
export const runShards = (email_shards: number): number => Math.ceil(email_shards / 4);

/** Shards of a webhook endpoint's log: as many as emails have, and enough for the events of single sends (E7, P23). */
export const logShards = (send_rate: number, events_per_email: number): number =>
  Math.max(emailShards(send_rate), Math.ceil((send_rate * events_per_email) / perShard));
