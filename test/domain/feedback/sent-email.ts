import type { EmailMeta, Envelope } from '../../../shared/core/records/emails.ts';
import { type Id, timestamp } from '../../../shared/core/runtime.ts';
import type { Context } from '../../../shared/domain/context.ts';

export type SentEmail = { id: Id<'msg'>; account: Id<'acc'>; destination: string[] };

/** An email of the account as the accept and the worker leave it, in the table. */
export async function sentEmail(
  ctx: Context,
  account: Id<'acc'>,
  options: { to?: string[]; state?: EmailMeta['state']; subject?: string; tenant?: Id<'ten'> | null } = {},
): Promise<SentEmail> {
  const to = options.to ?? ['Ada <ada@example.com>'];
  const envelope: Envelope = {
    from: 'Shop <orders@shop.example.com>',
    to,
    cc: [],
    bcc: [],
    reply_to: [],
    subject: options.subject ?? 'Your order',
    tags: [],
  };
  const state = options.state ?? 'sent';
  const created_at = timestamp(ctx.runtime.now());
  const meta: EmailMeta = {
    id: ctx.runtime.id('msg'),
    account,
    actor: null,
    tenant: options.tenant ?? null,
    category: 'transactional',
    template: null,
    source: 'api',
    resent_from: null,
    scheduled_at: null,
    created_at,
    recipient_count: to.length,
    state,
    outcomes: {},
    envelope: null,
    content: null,
    outbox: null,
    attempt: 1,
    lease_until: null,
    message_id: null,
    sent_at: state === 'sent' ? created_at : null,
    cancelled_at: null,
    failed_at: null,
    failure_reason: null,
    bounce_reason: null,
    bounce_reason_at: null,
    delayed: false,
  };
  await ctx.emails.putRefused(meta, envelope, 1);
  return { id: meta.id, account, destination: to.map((mailbox) => mailbox.replace(/^.*<(.*)>$/, '$1')) };
}
