import * as z from 'zod';
import { categories, type Email, emailSources } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { pickFields, Timestamp } from '../../core/schemas.ts';
import { showUnsubscribe } from '../content/placeholders.ts';
import { earliest, emailStatus, emailStatuses, failureOf, lastEvent, outcomesOf, sentAt } from './status.ts';

/** The Email record of the specification, plus the fields of H11. */
export const EmailRecord = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    reply_to: z.array(z.string()),
    subject: z.string(),
    status: z.enum(emailStatuses),
    last_event: z.string(),
    bounce_reason: z.string().nullable(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })),
    attachments: z.array(z.object({ name: z.string(), content_type: z.string(), size: z.int() })),
    category: z.enum(categories),
    template: z.string().nullable(),
    message_id: z.string().nullable(),
    original_message_id: z.string().nullable(),
    resent_from: z.string().nullable(),
    source: z.enum(emailSources),
    failure_reason: z.string().nullable(),
    scheduled_at: Timestamp.nullable(),
    cancelled_at: Timestamp.nullable(),
    sent_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    bounced_at: Timestamp.nullable(),
    failed_at: Timestamp.nullable(),
    created_at: Timestamp,
    tenant: z.string().nullable().optional(),
  })
  .meta({ id: 'Email' });
export type EmailRecord = z.output<typeof EmailRecord>;

/** An email as callers see it. `tenant` is a tenant send's external_id, null if the tenant is gone. */
export function emailRecord(email: Email, tenant: string | null): EmailRecord {
  const outcomes = outcomesOf(email);
  const timeOf = (letter: string) => {
    const first = earliest(outcomes, letter);
    return first && timestamp(first.at);
  };
  const bounced_at = timeOf('b');
  return pickFields(EmailRecord, {
    ...email,
    ...failureOf(email),
    original_message_id: email.original_message_id ?? null,
    subject: showUnsubscribe(email.subject),
    attachments: email.attachments ?? [],
    status: emailStatus(email),
    last_event: lastEvent(email),
    bounce_reason: bounced_at && email.bounce_reason,
    sent_at: sentAt(email),
    delivered_at: timeOf('d'),
    bounced_at,
    tenant: email.tenant === null ? undefined : tenant,
  });
}
