import * as z from 'zod';
import type { ReceivedEmail } from '../../core/records/received.ts';
import { receivedData } from '../events/received-event.ts';

const verdict = z.enum(['pass', 'fail', 'none', 'unknown']);

const file = z.object({ filename: z.string(), content_type: z.string(), size: z.int() });

export const ReceivedSummary = z
  .object({
    id: z.string().meta({ description: '`inb_` id' }),
    from: z.string().meta({ description: 'Empty when the message names no sender' }),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    rcpt_to: z.array(z.string()).meta({ description: 'Envelope recipients on domains of the account' }),
    mailbox_hash: z
      .string()
      .nullable()
      .meta({ description: 'What follows the first `+` of the first address in rcpt_to that has one' }),
    subject: z.string(),
    reply_text: z.string().nullable().meta({
      description: 'What the author wrote, without quotes and signature; null when nothing is left',
    }),
    status: z.literal('received'),
    message_id: z.string().nullable(),
    in_reply_to: z.string().nullable(),
    references: z.array(z.string()),
    spam_status: z.enum(['pass', 'fail', 'unknown']),
    attachment_count: z.int(),
    attachments: z.array(file),
    size: z.int().meta({ description: 'Bytes of the message' }),
    received_at: z.string(),
    parse_error: z
      .enum(['limits', 'time', 'malformed', 'internal'])
      .nullable()
      .meta({ description: 'Why the message could not be read to its end' }),
    truncated: z
      .boolean()
      .optional()
      .meta({ description: 'Something was cut: the record by id has all, and raw_url what that has cut' }),
    tenant: z.string().optional().meta({ description: 'external_id of the tenant that owns the domain' }),
  })
  .meta({ id: 'ReceivedEmailSummary' });
export type ReceivedSummary = z.output<typeof ReceivedSummary>;

export const ReceivedRecord = ReceivedSummary.extend({
  reply_to: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  html: z.string().nullable().meta({ description: 'As it was received: foreign and never cleaned' }),
  text: z.string().nullable(),
  auth: z.object({
    spf: verdict,
    dkim: z.enum([...verdict.options, 'partial']).meta({
      description:
        '`partial` means that the signature is valid, but its `l=` leaves the end of the body unsigned. DMARC never passes on it',
      example: 'pass',
    }),
    dmarc: verdict,
  }),
  attachments: z.array(
    file.extend({
      content_id: z.string().nullable(),
      disposition: z.enum(['inline', 'attachment']),
      data: z.string().nullable().meta({ description: 'Base64; null where the answer would be too large' }),
      download_url: z.string(),
      download_expires_at: z.string(),
    }),
  ),
  truncated: z.boolean().meta({ description: 'Texts, headers or files were cut; raw_url has all' }),
  raw_url: z.string(),
}).meta({ id: 'ReceivedEmail' });
export type ReceivedRecord = z.output<typeof ReceivedRecord>;

export const receivedSummary = (email: ReceivedEmail, tenant: string | null): ReceivedSummary => ({
  id: email.id,
  ...receivedData(email, tenant),
});
