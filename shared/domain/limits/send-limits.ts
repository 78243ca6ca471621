import { AppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { ExceededLimit, Limit } from '../../core/records/limits.ts';
import type { Settings } from '../context.ts';
import { limitsOf } from './plans.ts';

/** Sandbox caps, the same for every plan and counted separately from it (H3, A40). */
export const sandboxLimits = { day_limit: 100, month_limit: 1_000 };

/** Plans whose month is sold with overage: it is counted by usage and never refused (A38). */
const withOverage = new Set(['pro', 'scale']);

/** The limits that a send to so many recipients is counted on exactly, in the order in which they refuse it. */
export function sendLimits(account: Account, send: { sandbox: boolean; recipients: number }): Limit[] {
  const { recipients } = send;
  if (send.sandbox) return [{ owner: account.id, kind: 'sandbox', recipients, ...sandboxLimits }];
  const { emails_day: day_limit, emails_month } = limitsOf(account);
  const month_limit = withOverage.has(account.plan) ? null : emails_month;
  if (day_limit === null && month_limit === null) return [];
  return [{ owner: account.id, kind: 'plan', recipients, day_limit, month_limit }];
}

/** Rule 5: 429 plan_limit; `used` is the count without this send (Q41, A38). */
export function limitError(exceeded: ExceededLimit, settings: Settings): AppError {
  const { kind, limit, used, recipients, period, resets_at } = exceeded;
  const sandboxed = kind === 'sandbox';
  const details = { limit, used, recipients, period, resets_at, ...(sandboxed && { sandbox: true }) };
  const what = sandboxed ? 'sandbox' : 'plan';
  return new AppError('plan_limit', `The ${what} allows ${limit} recipients a ${period}`, {
    details,
    upgrade_url: `${settings.dashboard_url}/billing`,
  });
}
