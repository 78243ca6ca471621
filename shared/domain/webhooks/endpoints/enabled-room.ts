import type { Account } from '../../../core/records/accounts.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { Base, Webhooks } from '../../context.ts';
import { planLimit, storedLimitsOf } from '../../limits/plans.ts';
import type { EnabledRoom } from '../../ports/webhooks.ts';

const hostOf = ({ url }: Pick<WebhookEndpoint, 'url'>) => new URL(url).hostname.replace(/\.$/, '');

/** Whether a change enables the endpoint, or moves an enabled one to another host. */
export const takesRoom = (seen: WebhookEndpoint, next: WebhookEndpoint): boolean =>
  next.enabled && (!seen.enabled || hostOf(next) !== hostOf(seen));

/**
 * The room for `next` among the account's enabled endpoints. `seen` is the current endpoint. Throws 403
 * plan_limit if there is no room. The write that takes the room fails if other endpoints took it meanwhile.
 */
export async function enabledRoom(
  ctx: Base & Webhooks,
  account: Account,
  next: WebhookEndpoint,
  seen: WebhookEndpoint | null,
): Promise<EnabledRoom> {
  // This is read first, so an endpoint that is enabled between the two reads is counted twice rather than
  // missed.
  const before = await ctx.webhooks.switchedOn(account.id);
  const all = await ctx.webhooks.all(account.id, { consistent: true });
  const others = all.filter(({ id, enabled }) => enabled && id !== next.id);
  const atHost = others.filter((other) => hostOf(other) === hostOf(next)).length;
  const { enabled_webhooks, webhooks_per_host: perHost } = storedLimitsOf(account, ctx.settings);
  // Moving an enabled endpoint doesn't add one.
  const max = seen?.enabled ? null : enabled_webhooks;
  if (max !== null && others.length >= max)
    throw planLimit(ctx, 'enabled webhook endpoints', { limit: max, used: others.length });
  if (atHost >= perHost)
    throw planLimit(ctx, `enabled webhook endpoints at ${hostOf(next)}`, { limit: perHost, used: atHost });
  return { before, free: Math.min(perHost - atHost, (max ?? Number.MAX_SAFE_INTEGER) - others.length) };
}
