import type { Email } from '../../core/records/emails.ts';
import type { Content } from '../content/pack.ts';
import type { Idempotency } from './idempotency.ts';
import { distinctRecipients } from './recipients.ts';
import type { Submission } from './submission.ts';

/**
 * A resend, which is the original email without attachments and schedule. Its texts keep their markers, so
 * managed unsubscribe makes new links. Its original id goes to References. Pure.
 */
export function fromStored(
  email: Email,
  content: Content,
  { idempotency }: { idempotency: Idempotency | null },
): Submission {
  const { from, reply_to, subject, tags, category, tenant, original_message_id = null } = email;
  const { html, text, headers, unsubscribe } = content;
  return {
    source: 'resend',
    resent_from: email.id,
    from,
    ...distinctRecipients(email),
    reply_to,
    subject,
    html,
    text,
    headers,
    original_message_id,
    attachments: [],
    uploads: [],
    tags,
    category,
    unsubscribe,
    scheduled_at: null,
    template: null,
    template_alias: email.template,
    tenant,
    idempotency,
  };
}
