import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Caller, Context } from '../context.ts';
import { limitsOf } from '../limits/plans.ts';
import { checkUrl, resolveTarget } from './target.ts';

/** A name that does not answer in this time is taken: its DNS may come later (E48). */
const lookup_ms = 2_000;

/**
 * Refuses a filter by tenants where the plan has none, before anything else of the request is looked at
 * (C11), and tenants that are not there (H19).
 */
export function checkTenants(caller: Caller, tenants: unknown): void {
  if (tenants === undefined || tenants === null || (Array.isArray(tenants) && tenants.length === 0)) return;
  if (limitsOf(caller.account).tenants === 0)
    throw new AppError('tenants_not_enabled', 'This account has no tenants');
  if (Array.isArray(tenants) && tenants.every((name) => typeof name === 'string')) throw notFound('Tenant');
}

/**
 * 400 for a url that the service will not post to: by its text, or because it is, or its name has, an address
 * that is refused (H18, H19, E48, E49).
 */
export async function checkTarget(ctx: Context, value: string): Promise<void> {
  const targets = ctx.settings.webhook_targets;
  const issue = checkUrl(value, targets);
  if (issue !== null) throw invalid([issue]);
  const target = await resolveTarget(ctx.resolver, new URL(value), targets, lookup_ms).catch(() => null);
  if (target?.blocked)
    throw invalid([{ path: 'url', rule: 'blocked', message: 'url leads to an address that is not public' }]);
}
