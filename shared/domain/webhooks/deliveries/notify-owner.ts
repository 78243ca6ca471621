import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { Base, Identity, Ses } from '../../context.ts';

const reasons = {
  gone: 'its server answered 410 Gone',
  failing: 'every delivery to it failed for days',
} as const;

type Reason = keyof typeof reasons;

/** A plain text message of ASCII headers; the body is base64, so that no line is ever too long. */
function noticeMail(input: {
  from: string;
  to: string;
  subject: string;
  text: string;
  at: number;
  id: string;
}) {
  const body = Buffer.from(input.text).toString('base64').replace(/.{76}/g, '$&\r\n');
  const headers = [
    `From: Mailwright <${input.from}>`,
    `To: ${input.to}`,
    `Subject: ${input.subject}`,
    `Date: ${new Date(input.at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${input.id}@${input.from.slice(input.from.indexOf('@') + 1)}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}\r\n`);
}

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

/**
 * Notifies the account's owner by mail that the service disabled an endpoint: through SES directly, uncounted,
 * whether or not the address is suppressed (E51). A notice that cannot be sent is logged and fails nothing.
 */
export async function notifyOwner(
  ctx: Base & Identity & Ses,
  endpoint: WebhookEndpoint,
  reason: Reason,
): Promise<void> {
  const fields = { account: endpoint.account, webhook_id: endpoint.id };
  try {
    const account = await ctx.accounts.get(endpoint.account);
    const { sandbox_domain } = ctx.settings;
    if (account === null) return;
    if (sandbox_domain === null) return ctx.log.error('owner not told', { ...fields, outcome: 'no sender' });
    const now = ctx.runtime.now();
    const from = `notifications@${sandbox_domain}`;
    const raw = noticeMail({
      from,
      to: account.email,
      subject: 'A webhook endpoint was disabled',
      text: noticeText(ctx, endpoint, reason, now),
      at: now,
      id: ctx.runtime.id('req'),
    });
    const sent = await ctx.mailer.send({
      raw,
      source: from,
      destinations: [account.email],
      configuration_set: `${ctx.settings.stage}-opportunistic`,
      tags: {},
    });
    if (sent.outcome !== 'accepted') ctx.log.error('owner not told', { ...fields, outcome: sent.outcome });
  } catch (error) {
    ctx.log.error('owner not told', { ...fields, error: error instanceof Error ? error.name : 'unknown' });
  }
}
