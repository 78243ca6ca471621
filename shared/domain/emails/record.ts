import type { Category, Email, EmailSource, Tag } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { showUnsubscribe } from '../content/placeholders.ts';
import {
  type EmailStatus,
  earliest,
  emailStatus,
  failureOf,
  type LastEvent,
  lastEvent,
  outcomesOf,
} from './status.ts';

/** The Email record of the specification with the fields of H11. */
export type EmailRecord = {
  id: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  status: EmailStatus;
  last_event: LastEvent;
  bounce_reason: string | null;
  tags: Tag[];
  scheduled_at: string | null;
  cancelled_at: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  bounced_at: string | null;
  failed_at: string | null;
  failure_reason: string | null;
  created_at: string;
  category: Category;
  template: string | null;
  message_id: string | null;
  resent_from: string | null;
  source: EmailSource;
  /** external_id; present for tenant sends. */
  tenant?: string | null;
};

/** An email as callers see it; `tenant` is the external_id of a tenant send, null when the tenant is gone. */
export function emailRecord(email: Email, tenant: string | null): EmailRecord {
  const outcomes = outcomesOf(email);
  const timeOf = (letter: string) => {
    const first = earliest(outcomes, letter);
    return first && timestamp(first.at);
  };
  const bounced_at = timeOf('b');
  return {
    id: email.id,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    reply_to: email.reply_to,
    subject: showUnsubscribe(email.subject),
    status: emailStatus(email),
    last_event: lastEvent(email),
    bounce_reason: bounced_at && email.bounce_reason,
    tags: email.tags,
    scheduled_at: email.scheduled_at,
    cancelled_at: email.cancelled_at,
    sent_at: email.sent_at,
    delivered_at: timeOf('d'),
    bounced_at,
    ...failureOf(email),
    created_at: email.created_at,
    category: email.category,
    template: email.template,
    message_id: email.message_id,
    resent_from: email.resent_from,
    source: email.source,
    ...(email.tenant !== null && { tenant }),
  };
}
