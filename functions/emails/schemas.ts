import * as z from 'zod';
import { EmailRecord } from '../../shared/domain/emails/record.ts';
import { ErrorAnswer } from '../../shared/http/schemas.ts';

/** The body of POST /emails/batch. Each item is read separately. */
export const BatchRequest = z
  .object({
    emails: z
      .array(
        z.unknown().meta({
          allOf: [{ $ref: '#/components/schemas/SendRequest' }],
        }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'BatchRequest' });

/** The response of POST /emails/batch, in item order. */
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

/** The response of POST /emails. */
export const SendAnswer = z.object({ id: z.string(), status: z.enum(['sent', 'scheduled']) });

/** The response of POST /emails/{id}/resend. */
export const ResendAnswer = SendAnswer.extend({
  resent_from: z.string(),
  attachments_omitted: z.int(),
});

/** GET /emails/{id} adds the body on request. Null for a missing part. */
export const EmailWithContent = EmailRecord.extend({
  html: z.string().nullable().optional(),
  text: z.string().nullable().optional(),
  truncated: z.boolean().optional(),
}).meta({ id: 'EmailWithContent' });

export const IncludeQuery = z.object({ include: z.enum(['content']).optional() });
