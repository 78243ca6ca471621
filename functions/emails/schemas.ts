import * as z from 'zod';
import { eventTypes } from '../../shared/core/records/events.ts';
import { ErrorAnswer, Timestamp } from '../../shared/http/schemas.ts';

const nullable = <T extends z.ZodType>(type: T) => type.nullable();

const status = z.enum(['queued', 'scheduled', 'sent', 'delivered', 'bounced', 'failed', 'cancelled']);

/** The Email record of the specification with H11's additions. */
export const EmailRecord = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    reply_to: z.array(z.string()),
    subject: z.string(),
    status,
    last_event: z.string(),
    bounce_reason: nullable(z.string()),
    tags: z.array(z.object({ name: z.string(), value: z.string() })),
    category: z.enum(['transactional', 'product', 'newsletter']),
    template: nullable(z.string()),
    message_id: nullable(z.string()),
    resent_from: nullable(z.string()),
    source: z.enum(['api', 'smtp', 'automation', 'resend', 'dashboard']),
    failure_reason: nullable(z.string()),
    scheduled_at: nullable(Timestamp),
    cancelled_at: nullable(Timestamp),
    sent_at: nullable(Timestamp),
    delivered_at: nullable(Timestamp),
    bounced_at: nullable(Timestamp),
    failed_at: nullable(Timestamp),
    created_at: Timestamp,
    tenant: z.string().nullable().optional(),
  })
  .meta({ id: 'Email' });

/** The body of POST /emails/batch; its items are read one by one (Q25). */
export const BatchRequest = z
  .object({
    emails: z
      .array(
        z.unknown().meta({
          allOf: [{ $ref: '#/components/schemas/SendRequest' }],
          description: 'Attachments are refused here',
        }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'BatchRequest' });

/** The answer of POST /emails/batch, in the order of the items (H15). */
export const BatchAnswer = z.object({
  data: z.array(
    z.object({
      index: z.int(),
      id: z.string().nullable(),
      status: z.enum(['sent', 'scheduled', 'failed']),
      error: ErrorAnswer.shape.error.extend({ status: z.int() }).optional(),
    }),
  ),
});

/** The answer of POST /emails (H9). */
export const SendAnswer = z.object({ id: z.string(), status: z.enum(['sent', 'scheduled']) });

/** The answer of POST /emails/{id}/resend (H14). */
export const ResendAnswer = SendAnswer.extend({ resent_from: z.string() });

/** GET /emails/{id} adds the body when it is asked for (H11); null when there is none of the kind. */
export const EmailWithContent = EmailRecord.extend({
  html: z.string().nullable().optional(),
  text: z.string().nullable().optional(),
}).meta({ id: 'EmailWithContent' });

export const IncludeQuery = z.object({ include: z.enum(['content']).optional() });

/** An entry of an email's timeline (Q29). */
export const TimelineEvent = z
  .object({
    id: z.string(),
    type: z.enum([
      ...eventTypes,
      'email.queued',
      'email.cancelled',
      'email.rescheduled',
      'email.unsubscribed',
    ]),
    recipient: z.string().nullable(),
    occurred_at: Timestamp,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EmailEvent' });

/** How far one address has come (H11, E46). */
export const RecipientRecord = z
  .object({
    email: z.string(),
    kind: z.enum(['to', 'cc', 'bcc']),
    status,
    last_event: z.string(),
    bounce_type: nullable(z.string()),
    bounce_reason: nullable(z.string()),
    delivered_at: nullable(Timestamp),
    opened_at: nullable(Timestamp),
    clicked_at: nullable(Timestamp),
    opens: z.int(),
    clicks: z.int(),
  })
  .meta({ id: 'Recipient' });
