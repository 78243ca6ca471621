/**
 * The records of the specification as they are stored and answered: flat, snake_case, one shape for wire,
 * domain and table. Times are ISO 8601 UTC strings unless a name says otherwise.
 */
export type Plan = 'free' | 'pro' | 'scale' | 'dedicated';

export type Account = {
  id: string;
  email: string;
  name: string;
  plan: Plan;
  payment_method: boolean;
  /** The operator's override of rule 4; null leaves it to payment method and verified domain (A39). */
  unlocked: boolean | null;
  /** When a domain of the account was verified for the first time (A39). */
  domain_verified_at: string | null;
  /** Overrides the plan's send rate (H4). */
  requests_per_second: number | null;
  /** Number of shards of the email list index: one per 400 emails a second, never lowered. */
  email_shards: number;
  created_at: string;
};

export type ApiKey = {
  id: string;
  account: string;
  name: string;
  /** The first characters of the secret, for recognising it: `svc_ab12cd34`. */
  prefix: string;
  scopes: string[];
  /** `ten_` id of the tenant that the key is limited to. */
  tenant: string | null;
  allowed_domains: string[] | null;
  allowed_ips: string[] | null;
  expires_at: string | null;
  created_at: string;
};

export type DomainStatus = 'pending' | 'verified' | 'failing' | 'failed';

export type Domain = {
  id: string;
  account: string;
  name: string;
  status: DomainStatus;
  /** `ten_` id of the owning tenant. */
  tenant: string | null;
  sending_enabled: boolean;
  inbound_enabled: boolean;
  open_tracking: boolean;
  click_tracking: boolean;
  tls_mode: 'opportunistic' | 'enforced';
  dkim_selector: string;
  verified_at: string | null;
  created_at: string;
  updated_at: string;
};

export type Tag = { name: string; value: string };
export type Category = 'transactional' | 'product' | 'newsletter';
export type EmailSource = 'api' | 'smtp' | 'automation' | 'resend' | 'dashboard';

/** What the accept wrote and nobody changes: it leaves the meta item for one of its own when it is large (Q18). */
export type Envelope = {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  tags: Tag[];
};

/**
 * Our own progress with an email; what SES reports of its recipients stands in `outcomes`, and the status
 * that callers see is computed from both (`domain/emails/status.ts`).
 */
export type EmailState = 'queued' | 'scheduled' | 'sending' | 'sent' | 'failed' | 'cancelled';

/**
 * When each recipient met which outcome: `<position><letter>` -> epoch ms of the provider. Positions count
 * to, cc, bcc through; letters: d delivered, y delayed, b bounced, f failed, x suppressed by SES,
 * c complained, o opened, k clicked, u unsubscribed by the link, which is the first `to`'s (rule 10); `*f` when SES
 * rejected the whole email. One entry is written once and never changed (E9, Q13).
 */
export type Outcomes = Record<string, number>;

/**
 * Where a body stands: beside the meta, or in the bucket, where those of scheduled emails are kept apart, because
 * they live longer (Q4).
 */
export type BodyPlace = 'item' | 'object' | 'scheduled';

/** The meta item: <= 1 KB, so that each of its updates is one write unit. */
export type EmailMeta = Partial<Envelope> & {
  id: string;
  account: string;
  key: string | null;
  tenant: string | null;
  category: Category;
  template: string | null;
  source: EmailSource;
  resent_from: string | null;
  scheduled_at: string | null;
  created_at: string;
  /** The part of its batch where its content stands among that of others (H15), and its place in the request. */
  batch?: { id: string; index: number };
  recipient_count: number;
  state: EmailState;
  outcomes: Outcomes;
  /** Where the envelope fields stand when they are not here. */
  envelope: 'item' | null;
  /** Where the body stands; null: nowhere. */
  content: BodyPlace | null;
  /** Minute (epoch minutes) of the due row that stands for this email until a worker leases it (Q15). */
  due: number | null;
  /** Hand-overs to SES begun so far. */
  attempt: number;
  /** End of the running hand-over, epoch ms. */
  lease_until: number | null;
  message_id: string | null;
  sent_at: string | null;
  cancelled_at: string | null;
  failed_at: string | null;
  failure_reason: string | null;
  bounce_reason: string | null;
  /**
   * Provider time (epoch ms) of the event that gave bounce_reason, the recipient's position as thousandths:
   * the earliest wins, then the first recipient (E11).
   */
  bounce_reason_at: number | null;
  /** The same for failure_reason; absent when the failure is our own. */
  failure_reason_at?: number | null;
  /** Whether email.delivery_delayed of the queue was fired (H12). */
  delayed: boolean;
};

/**
 * What decided a POST /emails/batch: of `size` items those in `refusals` were refused, all others accepted.
 * Their ids are derived from batch and index, so one small item is all that has to be written at once.
 */
export type Batch = {
  id: string;
  account: string;
  created_at: string;
  size: number;
  /** `email_shards` of the account at that moment. */
  shards: number;
  /** Minute of the one due row, which stands until everything is written and queued; null: nothing to do. */
  due: number | null;
  /** Where envelopes and contents of the sound items stand together; null: no item was sound. */
  content: BodyPlace | null;
  /** In how many parts, of which a worker unpacks one: more only where templates make much of a request. */
  parts: number;
  /** Indexes of the accepted items that wait for a time of their own. */
  scheduled: number[];
  /** Packed list of the refused items; null: none was. */
  refusals: Uint8Array | null;
};

/** Where the n-th part of a batch's content is kept, as `email.batch.id` has it; the first under the batch's own id. */
export const partId = (batch: string, part: number): string => (part === 0 ? batch : `${batch}.${part}`);

/** An email with its envelope in place. */
export type Email = EmailMeta & Envelope;

export type SuppressionReason = 'complaint' | 'bounce' | 'unsubscribe' | 'manual';

/** Suppression and opt-outs of one address on one list are one item (Q19); this is its suppression. */
export type Suppression = {
  id: string;
  email: string;
  reason: SuppressionReason;
  tenant: string | null;
  source: 'event' | 'api' | 'dashboard' | 'import' | 'one_click';
  email_id: string | null;
  note: string | null;
  created_at: string;
  /** The first managed unsubscribe of an address that stood here; callers do not see it (Q20). */
  unsubscribed?: Unsubscribed;
};

/** Who unsubscribed when, and how: what contact.unsubscribed is told from, also when it is told again (E8). */
export type Unsubscribed = { at: string; source: UnsubscribeSource; email_id: string };
export type UnsubscribeSource = 'one_click' | 'link' | 'import';

/** The categories that a recipient can leave without leaving the rest (rule 11). */
export const optOutCategories = ['product', 'newsletter'] as const;
export type OptOutCategory = (typeof optOutCategories)[number];

/** A recipient left one category of a list (H26). */
export type OptOut = {
  id: string;
  email: string;
  category: OptOutCategory;
  tenant: string | null;
  email_id: string | null;
  source: UnsubscribeSource;
  created_at: string;
};

/** What a list holds of one address (Q19). */
export type AddressState = { suppression: Suppression | null; opt_outs: OptOut[] };

/** The events that a webhook can subscribe to (specification, Events). */
export const eventTypes = [
  'email.received',
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.failed',
  'email.suppressed',
  'email.scheduled',
  'contact.unsubscribed',
  'automation.started',
  'automation.step_completed',
  'automation.completed',
  'automation.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What a send is counted against: the plan's or the sandbox's day and month (H3, H4). */
export type QuotaUse = {
  account: string;
  kind: 'plan' | 'sandbox';
  recipients: number;
  day_limit: number | null;
  month_limit: number | null;
};

/** Recipients counted so far; day `YYYY-MM-DD` and month `YYYY-MM` are UTC. */
export type QuotaState = { day: string; day_used: number; month: string; month_used: number };

/** The limit that a send would pass. */
export type QuotaExceeded = { limit: number; used: number; period: 'day' | 'month'; resets_at: string };
/** What an email's timeline shows: what webhooks carry, and what they never do (Q29). */
export type TimelineType =
  | EventType
  | 'email.queued'
  | 'email.cancelled'
  | 'email.rescheduled'
  | 'email.unsubscribed';

/** One row of an email's timeline, which is the deduplication of provider events at once (Q13). */
export type EmailEvent<Type extends TimelineType = EventType> = {
  id: string;
  email_id: string;
  account: string;
  type: Type;
  /** Position of the recipient, null for whole-message events. */
  position: number | null;
  /** Distinguishes events of one type and recipient: the delay_type of email.delivery_delayed (E9). */
  variant: string;
  /** Provider time. */
  occurred_at: string;
  /** When we made the event: the envelope's created_at (E64). */
  created_at: string;
  /** What the event adds to the base fields (H17). */
  data: Record<string, unknown>;
};

export type WebhookEndpoint = {
  id: string;
  account: string;
  url: string;
  /** null = all events. */
  events: EventType[] | null;
  enabled: boolean;
  disabled_reason: 'failing' | 'gone' | 'tenant_deleted' | null;
  /** `ten_` ids; null = no filter. */
  tenants: string[] | null;
  secret: string;
  /** The secret before the last rotation and until when (epoch ms) it still signs (E30). */
  previous_secret: string | null;
  previous_secret_until: number | null;
  description: string | null;
  /** Since when (epoch ms) every delivery failed, and how many did; absent after a success (E21). */
  failing_since?: number;
  failing_count?: number;
  /** Keys that the delivery log is spread over: one per 400 deliveries a second, never lowered (E7). */
  log_shards: number;
  created_at: string;
  updated_at: string;
};

/** The envelope that webhooks carry (H17). */
export type WebhookEvent = {
  id: string;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
};

/** Why an attempt or a delivery failed (E62). */
export type DeliveryError =
  | 'timeout'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'blocked_address'
  | 'redirect'
  | 'http_status'
  | 'bad_response'
  | 'endpoint_disabled'
  | 'internal';

/** One attempt as the log shows it; `response_body` is kept for failed attempts only (E7, E32). */
export type DeliveryAttempt = {
  attempt: number;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  error: DeliveryError | null;
  response_body: string | null;
};

/** Answers up to this many bytes stay in the log's row whatever follows; longer ones get an item (E7). */
export const small_answer_bytes = 64;

/** One row of the delivery log: an event on its way to one endpoint (H18, E7). */
export type Delivery = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: EventType;
  status: 'pending' | 'delivered' | 'failed';
  /** Attempts made, 0-5. */
  attempts: number;
  last_status_code: number | null;
  last_error: DeliveryError | null;
  next_attempt_at: string | null;
  created_at: string;
  delivered_at: string | null;
  /** Where the last attempt went; null when it was too long for the row. */
  url: string | null;
  attempt_log: DeliveryAttempt[];
};

/** What a sender writes once and fills often: the parts with their `{{placeholders}}` (H27). */
export type TemplateBody = {
  subject: string;
  html: string | null;
  text: string | null;
  /** Own properties only; what an absent variable takes. */
  defaults: Record<string, string>;
};

/** Everything of a template that takes effect on publish: all but name and alias (Q35). The body stands apart. */
export type TemplateVersion = {
  /** Names the immutable body; every edit makes a new one. */
  revision: string;
  place: 'item' | 'object';
  subject: string;
  /** Placeholders in order of first use in subject, html, text, without unsubscribe_url. */
  variables: string[];
  defaults: Record<string, string>;
  category: Category;
  unsubscribe_enabled: boolean;
};

export type Template = {
  id: string;
  account: string;
  alias: string;
  name: string;
  /** Publishes so far; 0 before the first, so that it tells whether there ever was one. */
  version: number;
  /** What sends now; null: nothing does. */
  published: TemplateVersion | null;
  /** Edited since; null when everything is published. One of the two is always there. */
  draft: TemplateVersion | null;
  created_at: string;
  updated_at: string;
  /** The last publish. */
  published_at: string | null;
};

/** What a send reads of a template, by alias and by id (Q18); `published` null: a draft. */
export type TemplatePointer = {
  id: string;
  account: string;
  alias: string;
  published: Pick<TemplateVersion, 'revision' | 'place' | 'category' | 'unsubscribe_enabled'> | null;
};

/** A file announced by POST /attachments (H8); its bytes are in the bucket once they were uploaded. */
export type Upload = {
  id: string;
  account: string;
  /** Of the key that made it. */
  tenant: string | null;
  name: string;
  content_type: string;
  size: number;
  created_at: string;
};

/** An upload with what stands in the bucket: `at` is the time of the upload, epoch ms. */
export type StoredUpload = Upload & { stored: { size: number; etag: string; at: number } | null };
