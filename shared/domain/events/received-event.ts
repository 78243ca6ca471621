import { mailboxHash } from '../../core/addresses.ts';
import type { ReceivedSummary } from '../../core/records/received.ts';
import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, timestamp } from '../../core/runtime.ts';

/**
 * The part of a received email shown in its event and in lists. `tenant` is an external_id, and null for the
 * account's own domains.
 */
export function receivedData(email: ReceivedSummary, tenant: string | null) {
  const { from, to, cc, rcpt_to, subject, message_id, in_reply_to, references } = email;
  const { spam_status, attachment_count, attachments, size, received_at, parse_error, truncated } = email;
  return {
    from,
    to,
    cc,
    rcpt_to,
    mailbox_hash: mailboxHash(rcpt_to),
    subject,
    reply_text: email.reply_text,
    status: 'received' as const,
    message_id,
    in_reply_to,
    references,
    spam_status,
    attachment_count,
    attachments,
    size,
    received_at,
    parse_error,
    ...(truncated && { truncated }),
    ...(tenant !== null && { tenant }),
  };
}

/** email.received, one per record. A repeat has the same id and bytes. */
export function buildReceivedEvent(
  email: ReceivedSummary,
  { tenant = null, made_at }: { tenant?: string | null; made_at: number },
): WebhookEvent {
  const data = receivedData(email, tenant);
  const attachments = data.attachments.map(({ filename, content_type, size }) => {
    return { filename, content_type, size };
  });
  return {
    id: derivedId('evt', Date.parse(email.received_at), email.id, 'email.received'),
    type: 'email.received',
    created_at: timestamp(made_at),
    data: { email_id: email.id, ...data, attachments },
  };
}
