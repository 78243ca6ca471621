import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { type Id, timestamp } from '../../../core/runtime.ts';
import { mailOwner } from '../../accounts/mail-owner.ts';
import type { AttemptContext, Base } from '../../context.ts';
import { beginRecovery, needsRecovery, recoverMessage } from './recovery.ts';

/** The final failures that one worker has held back, per endpoint and for its current URL. */
export type HeldFailures = Map<Id<'wh'>, { url: string; count: number; written_at: number }>;

/** A worker writes an endpoint's failures once a minute, or sooner if the deployment disables sooner. */
const write_every_ms = 60_000;

const reasons = {
  gone: 'its server responded with 410 Gone',
  failing: 'every delivery to it has failed for days',
} as const;

type Reason = keyof typeof reasons;

function noticeText(ctx: Base, endpoint: WebhookEndpoint, reason: Reason, at: string): string {
  const days = ctx.settings.retention.webhook_log / 86_400;
  return `Mailwright disabled the webhook endpoint ${endpoint.id} (${endpoint.url}) at ${at} because ${reasons[reason]}.

Its events stay in the delivery log for ${days} days. When your server works again, enable the endpoint:

PATCH ${ctx.settings.base_url}/webhooks/${endpoint.id} {"enabled": true}
`;
}

/**
 * Emails the account's owner that the service disabled an endpoint. Sends one email, even if called
 * repeatedly. Does nothing if the endpoint is enabled, or its owner disabled it.
 */
export async function notifyDisabled(
  ctx: AttemptContext,
  { account, id }: Pick<WebhookEndpoint, 'account' | 'id'>,
): Promise<void> {
  const endpoint = await ctx.webhooks.get(account, id);
  if (endpoint === null || endpoint.enabled) return;
  const { disabled_at: at, disabled_reason: reason } = endpoint;
  if (at === undefined || (reason !== 'gone' && reason !== 'failing')) return;
  await mailOwner(ctx, account, {
    about: `webhook ${id} disabled ${at}`,
    subject: 'A webhook endpoint was disabled',
    text: noticeText(ctx, endpoint, reason, at),
    fields: { webhook_id: id },
  });
}

/**
 * Disables an endpoint because of its URL's answers, and notifies its owner. It also notifies if already
 * disabled, because that write's response may have been lost.
 */
export async function disableEndpoint(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  reason: Reason,
): Promise<void> {
  const { account, id: webhook_id } = endpoint;
  const at = timestamp(ctx.runtime.now());
  if (await ctx.webhooks.disable(endpoint, reason, at))
    ctx.log.warn('webhook_disabled', { account, webhook_id, reason });
  await notifyDisabled(ctx, endpoint);
}

/** Whether an endpoint has failed long and often enough to be disabled, with this failure last. */
function isFailing(ctx: Base, endpoint: WebhookEndpoint, now: number, held: number): boolean {
  const { webhook_disable_after_s, webhook_disable_min } = ctx.settings;
  const { failing_since, failing_count = 0 } = endpoint;
  return (
    failing_since !== undefined &&
    now - failing_since >= webhook_disable_after_s * 1000 &&
    failing_count + held >= webhook_disable_min
  );
}

/**
 * Counts a final failure, writing at most once a minute. The first failure starts the endpoint's recovery.
 */
export async function countFailure(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  failures: HeldFailures,
): Promise<void> {
  const now = ctx.runtime.now();
  const { id, url } = endpoint;
  const known = failures.get(id);
  // Failures of a former URL don't count (E54).
  const held = known?.url === url ? known : undefined;
  const count = (held?.count ?? 0) + 1;
  const every = Math.min(write_every_ms, ctx.settings.webhook_disable_after_s * 100);
  const isHeldBack = !needsRecovery(endpoint, now) && !isFailing(ctx, endpoint, now, count);
  if (held && now - held.written_at < every && isHeldBack) {
    held.count = count;
    return;
  }
  failures.set(id, { url, count: 0, written_at: now });
  const written = await ctx.webhooks.countFailures(endpoint, count, now);
  if (!written?.enabled) return;
  if (isFailing(ctx, written, now, 0)) await disableEndpoint(ctx, written, 'failing');
  else await beginRecovery(ctx, written);
}

/**
 * A success ends the failing period, with a write only if there is one. The call that ends it queues the
 * replays.
 */
export async function clearFailures(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  failures: HeldFailures,
): Promise<void> {
  const { account, id, auto_replay, failing_since } = endpoint;
  failures.delete(id);
  if (failing_since === undefined) return;
  const now = ctx.runtime.now();
  const ended = await ctx.webhooks.clearFailures(account, id, auto_replay ? now : undefined);
  if (ended && auto_replay) await ctx.queues.recover(recoverMessage(endpoint, now));
}
