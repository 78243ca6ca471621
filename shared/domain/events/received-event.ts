import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, type Id, timestamp } from '../../core/runtime.ts';

/** What an email that arrived shows in lists and in its event; files without their bytes (H25). */
export type ReceivedSummary = {
  id: Id<'inb'>;
  from: string;
  to: string[];
  cc: string[];
  /** Envelope recipients on our domains. */
  rcpt_to: string[];
  subject: string;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  spam_status: 'pass' | 'fail' | 'unknown';
  attachments: { filename: string; content_type: string; size: number }[];
  /** Bytes of the whole message. */
  size: number;
  received_at: string;
  /** Why the message could not be read as far as its end; null: it could. */
  parse_error: string | null;
};

/** email.received (specification, Payload data shapes; R55): one per record, repeated with the same id and bytes (E8). */
export function buildReceivedEvent(email: ReceivedSummary, made_at: number): WebhookEvent {
  const { id: email_id, attachments, ...summary } = email;
  return {
    id: derivedId('evt', Date.parse(email.received_at), email_id, 'email.received'),
    type: 'email.received',
    created_at: timestamp(made_at),
    data: {
      ...{ email_id, ...summary, status: 'received', attachment_count: attachments.length },
      attachments: attachments.map(({ filename, content_type, size }) => ({ filename, content_type, size })),
    },
  };
}
