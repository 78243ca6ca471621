import * as z from 'zod';
import type { ReceivedEmail } from '../../core/records/received.ts';
import { receivedData } from '../events/received-event.ts';

const verdict = z.enum(['pass', 'fail', 'none', 'unknown']);

const file = z.object({ filename: z.string(), content_type: z.string(), size: z.int() });

export const ReceivedSummary = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    rcpt_to: z.array(z.string()),
    mailbox_hash: z.string().nullable(),
    subject: z.string(),
    reply_text: z.string().nullable(),
    status: z.literal('received'),
    message_id: z.string().nullable(),
    in_reply_to: z.string().nullable(),
    references: z.array(z.string()),
    spam_status: z.enum(['pass', 'fail', 'unknown']),
    attachment_count: z.int(),
    attachments: z.array(file),
    size: z.int(),
    received_at: z.string(),
    parse_error: z.enum(['limits', 'time', 'malformed', 'internal']).nullable(),
    truncated: z.boolean().optional(),
    tenant: z.string().optional(),
  })
  .meta({ id: 'ReceivedEmailSummary' });
export type ReceivedSummary = z.output<typeof ReceivedSummary>;

export const ReceivedRecord = ReceivedSummary.extend({
  reply_to: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  html: z.string().nullable(),
  text: z.string().nullable(),
  auth: z.object({
    spf: verdict,
    dkim: z.enum([...verdict.options, 'partial']).meta({
      example: 'pass',
    }),
    dmarc: verdict,
  }),
  attachments: z.array(
    file.extend({
      content_id: z.string().nullable(),
      disposition: z.enum(['inline', 'attachment']),
      data: z.string().nullable(),
      download_url: z.string(),
      download_expires_at: z.string(),
    }),
  ),
  truncated: z.boolean(),
  raw_url: z.string(),
}).meta({ id: 'ReceivedEmail' });
export type ReceivedRecord = z.output<typeof ReceivedRecord>;

export const receivedSummary = (email: ReceivedEmail, tenant: string | null): ReceivedSummary => ({
  id: email.id,
  ...receivedData(email, tenant),
});
