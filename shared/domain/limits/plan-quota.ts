import { AppError } from '../../core/errors.ts';
import type { Account, QuotaExceeded, QuotaUse } from '../../core/records/accounts.ts';
import type { Settings } from '../context.ts';
import { limitsOf } from './plans.ts';

/** Sandbox caps, the same for every plan and counted separately (H3, A40). */
const sandbox = { day_limit: 100, month_limit: 1_000 };

/** Plans whose volume is sold with overage are counted by usage and never refused (A38). */
const withOverage = new Set(['pro', 'scale']);

/** What a send of so many recipients has to be counted against exactly; null when nothing limits it. */
export function quotaUse(account: Account, input: { sandbox: boolean; recipients: number }): QuotaUse | null {
  const { recipients } = input;
  if (input.sandbox) return { account: account.id, kind: 'sandbox', recipients, ...sandbox };
  const { emails_day: day_limit, emails_month: month_limit } = limitsOf(account);
  if (withOverage.has(account.plan) || (day_limit === null && month_limit === null)) return null;
  return { account: account.id, kind: 'plan', recipients, day_limit, month_limit };
}

/** Rule 5: 429 plan_limit; `used` is the count without this send (Q41, A38). */
export function planLimit(use: QuotaUse, exceeded: QuotaExceeded, settings: Settings): AppError {
  const { limit, used, period, resets_at } = exceeded;
  const details = {
    limit,
    used,
    recipients: use.recipients,
    period,
    resets_at,
    ...(use.kind === 'sandbox' && { sandbox: true }),
  };
  const what = use.kind === 'sandbox' ? 'sandbox' : 'plan';
  return new AppError('plan_limit', `The ${what} allows ${limit} recipients a ${period}`, {
    details,
    upgrade_url: `${settings.dashboard_url}/billing`,
  });
}
