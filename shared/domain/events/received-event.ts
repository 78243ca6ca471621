import { mailboxHash } from '../../core/addresses.ts';
import type { ReceivedSummary } from '../../core/records/received.ts';
import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, timestamp } from '../../core/runtime.ts';

/** email.received (R55): one per record, repeated with the same id and bytes (E8). `tenant`: external_id of the domain's tenant. */
export function buildReceivedEvent(
  email: ReceivedSummary,
  { tenant = null, made_at }: { tenant?: string | null; made_at: number },
): WebhookEvent {
  const { id: email_id, from, to, cc, rcpt_to, subject, message_id, in_reply_to, references } = email;
  const { spam_status, attachment_count, attachments, size, received_at, parse_error, truncated } = email;
  const { reply_text = null } = email;
  return {
    id: derivedId('evt', Date.parse(received_at), email_id, 'email.received'),
    type: 'email.received',
    created_at: timestamp(made_at),
    data: {
      email_id,
      from,
      to,
      cc,
      rcpt_to,
      mailbox_hash: mailboxHash(rcpt_to),
      subject,
      reply_text,
      status: 'received',
      message_id,
      in_reply_to,
      references,
      spam_status,
      attachment_count,
      attachments: attachments.map(({ filename, content_type, size }) => ({ filename, content_type, size })),
      size,
      received_at,
      parse_error,
      ...(truncated && { truncated }),
      ...(tenant !== null && { tenant }),
    },
  };
}
