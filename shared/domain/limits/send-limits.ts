import { AppError } from '../../core/errors.ts';
import { type RampKind, type Stream, streamOf } from '../../core/ramp.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Category } from '../../core/records/emails.ts';
import type { CountedLimit, ExceededLimit, PlanLimit, TotalLimit } from '../../core/records/limits.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { SendFacts } from '../ports/emails.ts';
import type { Settings } from '../settings.ts';
import { limitsOf, storedLimitsOf } from './plans.ts';

/** Sandbox limits, the same for every plan and counted separately. */
export const sandboxLimits = { day_limit: 100, month_limit: 1_000 };

/** Plans that sell monthly overage, which is counted as usage and never refused. */
const withOverage = new Set(['pro', 'scale']);

/** The plan's or sandbox's limit that a send counts toward. */
export function planLimits(account: Account, send: { sandbox: boolean; recipients: number }): PlanLimit[] {
  const { recipients } = send;
  if (send.sandbox) return [{ owner: account.id, kind: 'sandbox', recipients, ...sandboxLimits }];
  const { emails_day: day_limit, emails_month } = limitsOf(account);
  const month_limit = withOverage.has(account.plan) ? null : emails_month;
  if (day_limit === null && month_limit === null) return [];
  return [{ owner: account.id, kind: 'plan', recipients, day_limit, month_limit }];
}

/** The limit that counts a scheduled email until it is due or canceled. */
export function scheduleLimits(account: Account, settings: Settings): TotalLimit[] {
  const { scheduled_emails: limit } = storedLimitsOf(account, settings);
  return limit === null ? [] : [{ owner: account.id, kind: 'scheduled', recipients: 1, limit }];
}

/** False if the plan limits neither day nor month. Then only the counters count sends. */
export const isPlanCounted = (account: Account): boolean =>
  planLimits(account, { sandbox: false, recipients: 0 }).length > 0;

/**
 * Every limit that a send counts toward, in the order they refuse it: the plan's or sandbox's limit, the
 * tenant's daily_limit and ramp, and the account's ramp. Sandbox sends also count toward ramps.
 */
export function limitsToCount(
  { limits, ramps, tenant }: Pick<SendFacts, 'limits' | 'ramps' | 'tenant'>,
  { category, recipients }: { category: Category; recipients: number },
): CountedLimit[] {
  const stream = streamOf(category);
  const counted = ramps.map((ramp) => {
    const daily_limit = ramp.kind === 'tenant' ? (tenant?.daily_limit ?? null) : null;
    return { ...ramp, recipients, stream, daily_limit };
  });
  return [...limits, ...counted];
}

/** How the message starts, depending on what sets the limit. */
const allowance = {
  plan: 'The plan allows',
  sandbox: 'The sandbox allows',
  sms: 'Text messages are limited to',
} as const;

type Periodic = Extract<ExceededLimit, { period: string }>;

/** Rule 5: 429 plan_limit. `used` is the count before this send or upload. */
function planError(exceeded: Periodic, settings: Settings): AppError {
  const upgrade_url = `${settings.dashboard_url}/billing`;
  if (exceeded.kind === 'scheduled') {
    const { limit, used, period } = exceeded;
    return new AppError('plan_limit', `The plan allows ${limit} scheduled emails at a time`, {
      details: { limit, used, period },
      hint: 'Cancel some, or try again after earlier ones are sent',
      upgrade_url,
    });
  }
  const { kind, limit, used, recipients, period, resets_at } = exceeded;
  if (kind === 'uploads') {
    const details = { limit, used, bytes: recipients, period, resets_at };
    const hint = 'Unused upload links stop counting toward this limit when they expire';
    return new AppError('plan_limit', `The plan allows ${limit} bytes of uploads per day`, {
      details,
      hint,
      upgrade_url,
    });
  }
  const sandboxed = kind === 'sandbox';
  const details = { limit, used, recipients, period, resets_at, ...(sandboxed && { sandbox: true }) };
  return new AppError('plan_limit', `${allowance[kind]} ${limit} recipients per ${period}`, {
    details,
    upgrade_url,
  });
}

/** The limit that refuses the send: its name in details.limit, and its name in the message. */
function rampNames(kind: RampKind, stage: number | null, stream: Stream): [name: string, words: string] {
  if (kind === 'ramp') return ['account_ramp', `The account's ${stream} ramp`];
  if (stage === null) return ['tenant_daily_limit', "The tenant's daily_limit"];
  return ['ramp', `The tenant's ${stream} ramp`];
}

/** 429 daily_ramp_limit with the refusing limit's numbers. */
function rampError(exceeded: Extract<ExceededLimit, { stream: Stream }>, tenant: Tenant | null): AppError {
  const { kind, limit: daily_limit, used: used_today, recipients, stream, stage, resets_at } = exceeded;
  const [limit, words] = rampNames(kind, stage, stream);
  const details = { tenant: tenant?.external_id ?? null, limit, stream, daily_limit, used_today, recipients };
  return new AppError('daily_ramp_limit', `${words} allows ${daily_limit} recipients today`, {
    details: { ...details, ramp_stage: stage, resets_at },
  });
}

export function limitError(
  exceeded: ExceededLimit,
  { settings, tenant }: { settings: Settings; tenant: Tenant | null },
): AppError {
  return 'stream' in exceeded ? rampError(exceeded, tenant) : planError(exceeded, settings);
}
