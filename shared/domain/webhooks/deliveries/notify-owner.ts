import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import { mailOwner } from '../../accounts/mail-owner.ts';
import type { Base, Identity, Notices } from '../../context.ts';

const reasons = {
  gone: 'its server answered 410 Gone',
  failing: 'every delivery to it failed for days',
} as const;

type Reason = keyof typeof reasons;

function noticeText(ctx: Base, endpoint: WebhookEndpoint, reason: Reason, now: number): string {
  const days = ctx.settings.retention.webhook_log / 86_400;
  return [
    `The webhook endpoint ${endpoint.id} (${endpoint.url}) was disabled at ${timestamp(now)}, because ${reasons[reason]}.`,
    '',
    `Events that it subscribes to are kept in its delivery log for ${days} days. Once the receiver works again, enable the endpoint:`,
    '',
    `PATCH ${ctx.settings.base_url}/webhooks/${endpoint.id} {"enabled": true}`,
    '',
  ].join('\n');
}

/** Notifies the account's owner by mail that the service disabled an endpoint (E51). */
export async function notifyOwner(
  ctx: Base & Identity & Notices,
  endpoint: WebhookEndpoint,
  reason: Reason,
): Promise<void> {
  const now = ctx.runtime.now();
  await mailOwner(ctx, endpoint.account, {
    about: `webhook ${endpoint.id} disabled ${timestamp(now)}`,
    subject: 'A webhook endpoint was disabled',
    text: noticeText(ctx, endpoint, reason, now),
    fields: { webhook_id: endpoint.id },
  });
}
