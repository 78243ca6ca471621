import type { ReceivedContent, ReceivedEmail } from '../../shared/core/records/received.ts';

const at = () => new Date().toISOString();

/** The record of a received plain-text message, as a worker writes it. */
export const receivedEmail = (
  given: Pick<ReceivedEmail, 'account' | 'id'> & Partial<ReceivedEmail>,
): ReceivedEmail => ({
  tenant: null,
  from: 'ada@x.example',
  from_address: 'ada@x.example',
  to: ['in@our.example'],
  cc: [],
  rcpt_to: ['in@our.example'],
  subject: 's',
  message_id: '<1@x.example>',
  in_reply_to: null,
  reply_text: null,
  references: [],
  spam_status: 'unknown',
  attachment_count: 0,
  attachments: [],
  size: 100,
  received_at: at(),
  recorded_at: at(),
  parse_error: null,
  files: 0,
  ...given,
});

export const receivedContent: ReceivedContent = {
  to: ['in@our.example'],
  cc: [],
  reply_to: [],
  references: [],
  headers: [],
  html: null,
  text: 'hi',
  reply_text: 'hi',
  auth: { spf: 'none', dkim: 'none', dmarc: 'none' },
  attachments: [],
  truncated: false,
};
