type Common = {
  /** Makes part of samples of POST /emails/test. */
  test?: true;
  /** What was too long was cut. */
  truncated?: true;
};

/** What every event of a sent email has. */
type EmailBase = Common & {
  email_id: string;
  /** What the event says of its recipient; the email's own status is in `emails.get`. */
  status: string;
  from: string;
  to: string[];
  subject: string;
  tags: { name: string; value: string }[];
  category: string;
  /** external_id; absent for mail of the account. */
  tenant?: string;
  message_id: string | null;
  /** The one address that the event is about; absent where it concerns the whole email. */
  recipient?: string;
  occurred_at: string;
};

type Suppressing = { suppressed: boolean; suppression_id: string | null };
type Refused = { smtp_code: number | null; enhanced_code: string | null };
type Visit = { ip: string | null; user_agent: string | null; machine: boolean; first: boolean };

type Run = Common & {
  automation_id: string;
  automation_name: string;
  run_id: string;
  status: 'running' | 'completed' | 'failed';
  event_name: string;
  step_index: number | null;
  step_type: string | null;
  error: { message: string; code: string; step_index: number | null } | null;
  occurred_at: string;
};

type DataByType = {
  'email.sent': EmailBase & { sent_at: string; cc: string[]; recipient_count: number };
  'email.scheduled': EmailBase & { scheduled_at: string };
  'email.delivered': EmailBase & {
    delivered_at: string;
    smtp_response: string | null;
    remote_mta: string | null;
    processing_ms: number | null;
  };
  'email.delivery_delayed': EmailBase & {
    delay_reason: string | null;
    delay_type: string;
    retry_until: string | null;
  };
  'email.bounced': EmailBase &
    Refused &
    Suppressing & {
      bounce_type: 'hard' | 'block' | 'soft';
      bounce_reason: string | null;
      bounced_at: string;
    };
  'email.failed': EmailBase &
    Refused &
    Suppressing & {
      bounce_type: 'hard' | 'block' | null;
      failure_reason: string | null;
      code: string | null;
      failed_at: string;
    };
  'email.complained': EmailBase &
    Suppressing & { complained_at: string; feedback_type: string; certain: boolean };
  'email.opened': EmailBase & Visit & { opened_at: string };
  'email.clicked': EmailBase & Visit & { clicked_at: string; url: string };
  'email.suppressed': EmailBase & {
    suppressed: {
      email: string;
      reason: string;
      scope: 'account' | 'tenant' | 'category';
      suppression_id: string | null;
    }[];
  };
  'email.received': Common & {
    email_id: string;
    status: 'received';
    from: string | null;
    to: string[];
    cc: string[];
    rcpt_to: string[];
    mailbox_hash: string | null;
    subject: string | null;
    reply_text: string | null;
    message_id: string | null;
    in_reply_to: string | null;
    references: string[];
    spam_status: 'pass' | 'fail' | 'unknown';
    attachment_count: number;
    attachments: { filename: string | null; content_type: string; size: number }[];
    size: number;
    received_at: string;
    parse_error: string | null;
    tenant?: string;
  };
  'contact.unsubscribed': Common & {
    email: string;
    source: string;
    scope: 'all' | 'category';
    category: string | null;
    category_label: string | null;
    suppression_id: string | null;
    category_opt_out_id: string | null;
    email_id: string | null;
    tenant?: string;
  };
  'automation.started': Run;
  'automation.step_completed': Run;
  'automation.completed': Run;
  'automation.failed': Run;
  'tenant.paused': Common & {
    tenant: string;
    tenant_id: string;
    name: string;
    paused_reason: string | null;
    pause_source: 'automated' | 'manual';
    occurred_at: string;
  };
  'domain.failing': Common & {
    domain_id: string;
    name: string;
    records: { purpose: string; status: 'missing' | 'mismatch' }[];
    occurred_at: string;
    tenant?: string;
  };
};

/** What a webhook is given, told apart by `type`. `id` is equal over all attempts, endpoints and replays. */
export type WebhookEvent = {
  [Type in keyof DataByType]: { id: string; type: Type; created_at: string; data: DataByType[Type] };
}[keyof DataByType];
